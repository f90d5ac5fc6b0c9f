// SPDX-License-Identifier: MIT

// A server has no documents.
const real = /** @type {any} */ (globalThis.Document && Object.getOwnPropertyDescriptor(Document.prototype, 'title'));

/** Hides the page's title and icon in the browser's tab. Changes by the app take effect afterwards. */
export class LockTabTitle {
  #isHeld = false;
  #title = '';
  #neutral = '';
  #icon = '';
  /** @type {Map<HTMLLinkElement, string>} */
  #icons = new Map();
  #watch = new MutationObserver(() => this.#hide());

  /**
   * @param {string} title the title to show instead
   * @param {string} icon the icon to show instead; empty keeps the page's
   */
  hold(title, icon) {
    if (!this.#isHeld) this.#takeTitle();
    else if (icon !== this.#icon) this.#showIcons();
    this.#isHeld = true;
    // The browser returns a title without the white space that HTML collapses.
    this.#neutral = title.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
    this.#icon = icon;
    real.set.call(document, this.#neutral);
    this.#hide();
    const watched = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['href', 'rel'] };
    this.#watch.observe(document.head, watched);
  }

  release() {
    if (!this.#isHeld) return;
    this.#showIcons();
    this.#watch.disconnect();
    this.#isHeld = false;
    delete (/** @type {any} */ (document).title);
    document.title = this.#title;
  }

  /** Shows the page's own icons, with what it has changed in the meantime. */
  #showIcons() {
    this.#hide();
    for (const [link, address] of this.#icons) link.setAttribute('href', address);
    this.#icons.clear();
  }

  /**
   * Intercepts the title, which the app continues to set and read. Observing it would show each one in the tab for a
   * moment.
   */
  #takeTitle() {
    this.#title = document.title;
    Object.defineProperty(document, 'title', {
      configurable: true,
      enumerable: true,
      get: () => this.#title,
      set: (title) => (this.#title = String(title)),
    });
  }

  #hide() {
    const shown = real.get.call(document);
    if (shown !== this.#neutral) {
      this.#title = shown;
      real.set.call(document, this.#neutral);
    }
    if (!this.#icon) return;
    for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel~=icon]'))) {
      const address = link.getAttribute('href') ?? '';
      if (address === this.#icon) continue;
      this.#icons.set(link, address);
      link.setAttribute('href', this.#icon);
    }
  }
}
