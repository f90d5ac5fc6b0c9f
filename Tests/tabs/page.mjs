// SPDX-License-Identifier: MIT
// Doubles of a page's parts, as far as `<ink-lock>` uses them.

export class Happening {
  constructor(type, { bubbles = false, detail = null, ...more } = {}) {
    Object.assign(this, { type, bubbles, detail, target: null, isStopped: false, defaultPrevented: false }, more);
  }

  stopPropagation() {
    this.isStopped = true;
  }

  stopImmediatePropagation() {
    this.isStopped = true;
  }

  preventDefault() {
    this.defaultPrevented = true;
  }

  composedPath() {
    return [this.target];
  }
}

export class Target {
  #listeners = [];

  addEventListener(type, listener, { signal, once = false } = {}) {
    const isKnown = this.#listeners.some((each) => each.type === type && each.listener === listener && !each.signal?.aborted);
    if (!isKnown) this.#listeners.push({ type, listener, signal, once });
  }

  removeEventListener(type, listener) {
    this.#listeners = this.#listeners.filter((each) => each.type !== type || each.listener !== listener);
  }

  dispatchEvent(event) {
    event.target ??= this;
    this.#listeners = this.#listeners.filter(({ signal }) => !signal?.aborted);
    for (const { type, listener, signal, once } of [...this.#listeners]) {
      if (type !== event.type || signal?.aborted) continue;
      if (once) this.removeEventListener(type, listener);
      listener(event);
    }
    if (event.bubbles && !event.isStopped) this.parentNode?.dispatchEvent(event);
    return !event.defaultPrevented;
  }
}

export class Part extends Target {
  parentNode = null;
  childNodes = [];
  attributes = new Map();
  dataset = {};
  hidden = false;
  open = false;
  value = '';
  textContent = '';

  get children() {
    return this.childNodes;
  }

  get isConnected() {
    return (this.parentNode ?? this.host)?.isConnected ?? false;
  }

  get classList() {
    const names = () => new Set((this.getAttribute('class') ?? '').split(' '));
    const change = (name, isOn) => {
      const all = names();
      all[isOn ? 'add' : 'delete'](name);
      this.attributes.set('class', [...all].join(' '));
    };
    return { contains: (name) => names().has(name), toggle: change };
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (name === 'hidden') this.hidden = true;
    if (name === 'mode') this.isWaiting = false;
    if (this.constructor.observedAttributes?.includes(name)) this.attributeChangedCallback(name);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  append(...nodes) {
    for (const node of nodes) {
      node.remove();
      node.parentNode = this;
      this.childNodes.push(node);
      if (this.isConnected) node.connectedCallback?.();
    }
  }

  remove() {
    const wasConnected = this.isConnected;
    this.parentNode?.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
    if (wasConnected) this.disconnectedCallback?.();
  }

  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }

  cloneNode() {
    const copy = document.createElement(this.tag);
    for (const [name, value] of this.attributes) copy.setAttribute(name, value);
    copy.append(...this.childNodes.map((each) => each.cloneNode()));
    return copy;
  }

  attachShadow() {
    return (this.shadowRoot = Object.assign(new Part(), { host: this }));
  }

  getRootNode() {
    return this.parentNode?.getRootNode() ?? this;
  }

  /** Finds elements by a class or a tag, and by one inside the other. */
  querySelector(selector) {
    const [name, ...inner] = selector.split(' ');
    const all = (part) => part.childNodes.flatMap((each) => [each, ...all(each)]);
    const found = all(this).find((each) => (name[0] === '.' ? each.classList.contains(name.slice(1)) : each.tag === name));
    return inner.length > 0 ? (found?.querySelector(inner.join(' ')) ?? null) : (found ?? null);
  }

  querySelectorAll() {
    return [];
  }

  closest(selector) {
    return this.tag === selector ? this : (this.parentNode?.closest(selector) ?? null);
  }

  contains(part) {
    return part === this || this.childNodes.some((each) => each.contains(part));
  }

  matches(selector) {
    return selector === ':modal' && this.open;
  }

  checkVisibility() {
    return !this.hidden;
  }

  focus() {}

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
  }

  // The screens of a passcode and a picture, which take no input while an attempt is checked.

  ready = Promise.resolve(true);
  isWaiting = false;

  accept() {}

  reject() {
    this.isWaiting = false;
  }

  reset() {
    this.isWaiting = false;
  }
}

export class Document extends Part {
  #title = '';
  documentElement = new Part();
  head = new Part();
  body = new Part();

  constructor(tab) {
    super();
    this.tab = tab;
    this.documentElement.setAttribute('lang', 'en');
    this.body.parentNode = this;
  }

  get title() {
    return this.#title;
  }

  set title(title) {
    this.#title = title;
  }

  get visibilityState() {
    return this.tab.isVisible ? 'visible' : 'hidden';
  }

  hasFocus() {
    return this.tab.hasFocus;
  }

  createElement(tag) {
    return Object.assign(new Part(), { tag });
  }

  createElementNS(_, tag) {
    return this.createElement(tag);
  }
}
Object.defineProperty(Document.prototype, 'isConnected', { value: true });
