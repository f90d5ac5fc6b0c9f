// SPDX-License-Identifier: MIT

/** Holds back what the browser's tab tells: the page's title and its icon. What the app sets meanwhile shows afterwards. */
export class LockTabFace {
  #isHeld = false;
  #title = '';
  #neutral = '';
  #icon = '';
  /** @type {Map<HTMLLinkElement, string>} */
  #icons = new Map();
  #watch = new MutationObserver(() => this.#hide());

  /**
   * @param {string} title to show instead
   * @param {string} icon to show instead; empty to leave the page's
   */
  hold(title, icon) {
    if (!this.#isHeld || document.title !== this.#neutral) this.#title = document.title;
    this.#isHeld = true;
    this.#icon = icon;
    document.title = this.#neutral = title;
    this.#hide();
    const watched = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['href', 'rel'] };
    this.#watch.observe(document.head, watched);
  }

  release() {
    if (!this.#isHeld) return;
    this.#hide();
    this.#watch.disconnect();
    this.#isHeld = false;
    document.title = this.#title;
    for (const [link, address] of this.#icons) link.setAttribute('href', address);
    this.#icons.clear();
  }

  #hide() {
    if (document.title !== this.#neutral) {
      this.#title = document.title;
      document.title = this.#neutral;
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
