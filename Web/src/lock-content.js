// SPDX-License-Identifier: MIT

/**
 * Removes the content of an element from the page and restores it. Hidden content has no boxes: it is not painted,
 * printed, found, read out, focused, selected or dragged, whatever its styles specify.
 */
export class LockContent {
  #host;
  #place;
  #blocked;
  /**
   * The trees of the content that are watched.
   * @type {Set<Element | ShadowRoot>}
   */
  #trees = new Set();
  #changes = new MutationObserver((changes) => this.#changed(changes));
  /** @type {HTMLElement | null} */
  #focused = null;
  /** @type {Range | null} */
  #selected = null;
  /** @type {[Element, number, number][]} */
  #scrolled = [];
  #ending = new AbortController();

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} place the parent of the slot in the host's shadow root
   * @param {() => void} blocked handles a modal dialog in hidden content, which keeps all input from the rest of the
   *   page
   */
  constructor(host, place, blocked) {
    this.#host = host;
    this.#place = place;
    this.#blocked = blocked;
  }

  get isHidden() {
    return this.#place.hidden;
  }

  hide() {
    if (this.isHidden) return;
    this.#savePosition();
    this.#stopMedia();
    this.start();
  }

  /** Hides the content, and blocks its copying and dragging. */
  start() {
    this.#place.hidden = this.#place.inert = true;
    this.#guard();
  }

  stop() {
    this.#ending.abort();
    this.#changes.disconnect();
    this.#trees.clear();
  }

  #guard() {
    this.stop();
    this.#ending = new AbortController();
    const options = { capture: true, signal: this.#ending.signal };
    // A selection or drag that started just before would still leave the page.
    for (const type of ['copy', 'cut', 'dragstart']) {
      document.addEventListener(type, (event) => this.#isInside(event) && stop(event), options);
    }
    this.watch();
  }

  /**
   * Watches dialogs and media in all open trees: neither has events that leave its tree. It has to be called from time
   * to time, because a shadow tree that a script attaches is not reported.
   */
  watch() {
    const { signal } = this.#ending;
    if (!this.isHidden || signal.aborted) return;
    for (const tree of treesOf(this.#host)) {
      if (this.#trees.has(tree)) continue;
      this.#trees.add(tree);
      this.#changes.observe(tree, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
      tree.addEventListener('play', ({ target }) => silence(target), { capture: true, signal });
      for (const media of mediaOf(tree)) if (!media.paused) silence(media);
      this.#check(tree.querySelectorAll('dialog'));
    }
  }

  /** @param {MutationRecord[]} changes */
  #changed(changes) {
    if (changes.some(({ type }) => type === 'childList')) this.watch();
    this.#check(changes.map(({ target }) => target));
  }

  /**
   * @param {Iterable<any>} changed elements that may have become modal dialogs; those in the cover's slots stay visible
   */
  #check(changed) {
    if ([...changed].some((each) => each.matches?.('dialog:modal') && !each.checkVisibility())) this.#blocked();
  }

  show() {
    if (!this.isHidden) return;
    this.stop();
    this.#place.hidden = this.#place.inert = false;
    for (const [element, left, top] of this.#scrolled) element.scrollTo({ left, top, behavior: 'instant' });
    if (this.#selected?.startContainer.isConnected) getSelection()?.addRange(this.#selected);
    this.forgetPosition();
  }

  /**
   * Sets the element that receives the focus once the content is visible.
   * @param {HTMLElement | null} target
   */
  focus(target) {
    const wanted = target?.isConnected ? target : /** @type {HTMLElement | null} */ (this.#host.querySelector('[autofocus]'));
    wanted?.focus({ preventScroll: true });
  }

  /** The element that had the focus when the content was hidden. */
  get focused() {
    return this.#focused;
  }

  /** Discards the saved focus, selection and scroll positions, for example because the content has changed. */
  forgetPosition() {
    this.#focused = null;
    this.#selected = null;
    this.#scrolled = [];
  }

  /** Removes the content of the element, except the content of the cover's slots. */
  remove() {
    for (const node of [...this.#host.childNodes]) {
      if (!(node instanceof Element && node.hasAttribute('slot'))) node.remove();
    }
    this.forgetPosition();
  }

  #savePosition() {
    this.#focused = this.#host.contains(document.activeElement) ? deepestActive(document.activeElement) : null;
    const selection = getSelection();
    if (selection?.rangeCount && this.#host.contains(selection.anchorNode)) {
      this.#selected = selection.getRangeAt(0).cloneRange();
      selection.removeAllRanges();
    }
    const all = [document.scrollingElement, ...this.#host.querySelectorAll('*')];
    this.#scrolled = all.flatMap((element) =>
      element && (element.scrollLeft || element.scrollTop) ? [[element, element.scrollLeft, element.scrollTop]] : [],
    );
  }

  /** Stops media, picture-in-picture, full screen and view transitions, which hiding the content does not stop. */
  #stopMedia() {
    for (const tree of treesOf(this.#host)) for (const media of mediaOf(tree)) media.pause();
    if (this.#host.contains(document.pictureInPictureElement)) document.exitPictureInPicture().catch(() => {});
    if (document.fullscreenElement && this.#host.contains(document.fullscreenElement)) document.exitFullscreen().catch(() => {});
    /** @type {any} */ (document).activeViewTransition?.skipTransition();
  }

  /** @param {Event} event */
  #isInside(event) {
    return event.target instanceof Node && event.target !== this.#host && this.#host.contains(event.target);
  }
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Returns an element or a shadow tree, with the open shadow trees inside it.
 * @param {Element | ShadowRoot} root
 * @returns {(Element | ShadowRoot)[]}
 */
function treesOf(root) {
  const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? treesOf(shadowRoot) : []));
  return [root, ...inner];
}

/** @param {Element | ShadowRoot} tree */
function mediaOf(tree) {
  return /** @type {NodeListOf<HTMLMediaElement>} */ (tree.querySelectorAll('video, audio'));
}

/** @param {EventTarget | null} media media that is not muted can be heard although nothing is visible */
function silence(media) {
  if (media instanceof HTMLMediaElement && !media.muted) media.pause();
}

/**
 * Returns the element with the focus in the shadow trees of an element.
 * @param {Element | null} element
 */
export function deepestActive(element) {
  let found = element;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return /** @type {HTMLElement | null} */ (found);
}
