// SPDX-License-Identifier: MIT
import { loadBackground } from './background.js';
import { brushOf } from './brush.js';
import { DrawingClock } from './drawing-clock.js';
import { durationOf, jsonFromNumbers, numbersFromJSON } from './drawing-json.js';
import { Engine, modelNames } from './engine.js';
import { Exporter } from './export.js';
import { FormControl } from './form-control.js';
import { InkCanvas } from './ink-canvas.js';
import { InkError } from './ink-error.js';
import { buildPad } from './pad-markup.js';
import { padStyle } from './pad-style.js';
import { PointerInput } from './pointer-input.js';
import { stringsFor } from './strings.js';
import { theme } from './theme.js';
import { Toolbar } from './toolbar.js';
import { TypedField } from './typed-field.js';

/** A pad that a page puts into a form to be signed. Its attributes, methods and events are in the README. */
export class InkSignature extends FormControl {
  static observedAttributes = [
    ...['brush', 'color', 'min-width', 'max-width', 'model', 'background'],
    ...['label', 'placeholder', 'toolbar', 'lang', 'required'],
  ];

  #parts;
  #canvas;
  #input;
  #toolbar;
  #typed;
  #strings = stringsFor(this);
  #clock = new DrawingClock();
  /** @type {Engine | null} */
  #engine = null;
  /** @type {Exporter | null} */
  #exporter = null;
  /** A drawing that was opened before the engine was there. @type {Float64Array | null} */
  #waiting = null;
  #started = false;
  #frame = 0;
  #sampled = false;
  #backgroundTurn = 0;
  #resolveReady = (/** @type {boolean} */ _works) => {};
  /** Fulfilled once the pad has started: true when it can be drawn on, false when only typing is left. */
  ready = new Promise((/** @type {(works: boolean) => void} */ resolve) => (this.#resolveReady = resolve));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [theme, padStyle];
    this.#parts = buildPad(root);
    this.#canvas = new InkCanvas(this.#parts.canvas, () => this.#resize());
    this.#input = new PointerInput(this.#parts.paper, {
      begin: (event) => this.#begin(event),
      append: (samples) => this.#append(samples),
      end: () => this.#end(),
      cancel: () => this.#cancel(),
      locate: (event) => this.#canvas.locate(event),
    });
    this.#toolbar = new Toolbar(this.#parts.tools, (action) => this.#perform(action));
    this.#typed = new TypedField(this.#parts.typed, {
      write: (text) => this.#write(text),
      back: () => this.#closeTyped(),
      changed: () => this.#settle(),
    });
    this.addEventListener('keydown', (event) => this.#key(event));
  }

  connectedCallback() {
    this.internals.role = 'group';
    this.#localise();
    this.#canvas.connect();
    if (this.#started) this.#schedule();
    else this.#start();
  }

  disconnectedCallback() {
    this.#input.end();
    this.#canvas.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (['label', 'placeholder', 'lang', 'toolbar'].includes(name)) this.#localise();
    else if (name === 'required') this.#settle();
    else if (this.#engine) this.#configure(this.#engine, name);
  }

  /** @param {boolean} disabled */
  formDisabledCallback(disabled) {
    this.#input.end();
    this.#parts.pad.inert = disabled;
  }

  formResetCallback() {
    this.#typed.text = '';
    this.#open(Float64Array.of(0, 0, NaN, 0));
    this.#emit('ink-clear');
  }

  formValue() {
    if (this.#engine) return this.isEmpty() ? null : JSON.stringify(this);
    return this.typedText || null;
  }

  get canUndo() {
    return this.#engine?.canUndo ?? false;
  }

  get canRedo() {
    return this.#engine?.canRedo ?? false;
  }

  /** Both counts include the stroke in progress. */
  get strokeCount() {
    return this.#engine?.strokeCount ?? 0;
  }

  get sampleCount() {
    return this.#engine?.sampleCount ?? 0;
  }

  /** Milliseconds that the engine has spent on samples and their pixels so far. */
  get engineMilliseconds() {
    return this.#engine?.milliseconds ?? 0;
  }

  /** What was typed instead of drawn; all that there is when drawing does not work. */
  get typedText() {
    return this.#typed.text;
  }

  undo() {
    return this.#edit((engine) => engine.undo(), this.#strings.undone);
  }

  redo() {
    return this.#edit((engine) => engine.redo(), this.#strings.redone);
  }

  clear() {
    const cleared = this.#edit((engine) => engine.clear(), this.#strings.cleared);
    if (cleared) this.#emit('ink-clear');
    return cleared;
  }

  isEmpty() {
    return (this.#engine?.strokeCount ?? this.#waiting?.[3] ?? 0) === 0;
  }

  /**
   * The drawing as a file. JPEG knows no transparency: it shows the background, on white.
   * @param {string} type `image/png`, `image/jpeg`, `image/svg+xml`, `application/pdf`, `application/json` or
   *   `application/x-inklock`
   * @param {import('./engine.d.ts').RenderOptions} options
   * @returns {Promise<Blob>}
   */
  async toBlob(type = 'image/png', options = {}) {
    await this.ready;
    if (!this.#exporter) throw new InkError('unavailable');
    return this.#exporter.blob(type, options);
  }

  /** @param {{ crop?: boolean, background?: boolean }} options */
  toSVG({ crop = false, background = false } = {}) {
    if (!this.#engine) throw new InkError('unavailable');
    return new TextDecoder().decode(this.#engine.svg(crop, background));
  }

  toJSON() {
    const numbers = this.#engine?.store() ?? this.#waiting ?? Float64Array.of(0, 0, NaN, 0);
    if (Number.isNaN(numbers[2])) numbers[2] = (numbers[3] ? this.#clock.date : undefined) ?? NaN;
    return jsonFromNumbers(numbers);
  }

  /**
   * Shows a drawing that `toJSON` gave. Throws an `InkError`, and changes nothing, when it is not one.
   * @param {unknown} json an object or its text
   */
  fromJSON(json) {
    this.#open(numbersFromJSON(json));
    this.#say(this.#strings.opened);
    this.#emit('ink-change');
  }

  /** The drawing's triangle strips, one a stroke, as x and y in points. @returns {Float32Array[]} */
  toMesh() {
    return this.#engine?.mesh() ?? [];
  }

  async #start() {
    this.#started = true;
    try {
      const engine = await Engine.load();
      this.#engine = engine;
      this.#exporter = new Exporter(engine, () => this.toJSON());
      for (const name of ['brush', 'model', 'background']) this.#configure(engine, name);
      this.#resize();
      if (this.#waiting) this.#open(this.#waiting);
      this.#settle();
    } catch {
      this.#engine = null;
      this.#offerTextOnly();
    }
    this.#resolveReady(this.#engine !== null);
  }

  #offerTextOnly() {
    const { pad, paper, placeholder, notice, tools } = this.#parts;
    pad.classList.add('broken');
    paper.removeAttribute('role');
    paper.removeAttribute('tabindex');
    tools.hidden = placeholder.hidden = true;
    notice.hidden = false;
    notice.textContent = this.#strings.unavailable;
    this.#typed.keepTextOnly();
    this.#typed.open(false);
    this.#settle(this.#strings.unavailable);
  }

  /** @param {Engine} engine @param {string} name the attribute that changed */
  #configure(engine, name) {
    if (name === 'background') {
      this.#loadBackground(engine);
    } else if (name === 'model') {
      const model = /** @type {import('./engine.d.ts').ModelName} */ (this.getAttribute('model') ?? '');
      engine.setModel(modelNames.includes(model) ? model : 'smooth');
    } else {
      engine.setBrush(brushOf(this));
    }
  }

  /** @param {Engine} engine */
  async #loadBackground(engine) {
    const turn = (this.#backgroundTurn += 1);
    try {
      const { color, image } = await loadBackground(this.getAttribute('background'));
      if (turn !== this.#backgroundTurn) return; // a later one has been asked for
      engine.setBackground(color);
      engine.setBackgroundImage(image);
      this.#parts.pad.classList.toggle('pictured', image !== null);
    } catch {
      this.#show(this.#strings.backgroundMissing);
    }
    this.#schedule();
  }

  #resize() {
    const { width, height, scale } = this.#canvas.size;
    const engine = this.#engine;
    if (!engine) return;
    try {
      engine.open(width, height, scale);
    } catch {
      engine.open(width, height, 1); // too many pixels for the engine: coarser is better than nothing
    }
    this.#canvas.draw(engine);
  }

  /** @param {Float64Array} numbers */
  #open(numbers) {
    this.#input.end();
    if (!this.#engine) {
      this.#waiting = numbers;
      return;
    }
    this.#engine.load(numbers);
    this.#waiting = null;
    this.#clock.reset(numbers[3] ? durationOf(numbers) : null);
    this.#settle();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (!this.#engine) return false;
    this.#parts.pad.classList.add('pointed');
    this.#parts.paper.focus({ preventScroll: true });
    this.#engine.begin(this.#clock.start(event.timeStamp));
    this.#parts.pad.classList.add('drawing', 'inked');
    this.#emit('ink-begin');
    return true;
  }

  /** @param {number[]} samples */
  #append(samples) {
    this.#engine?.append(samples);
    this.#sampled = true;
    this.#schedule();
  }

  #end() {
    this.#engine?.end();
    this.#parts.pad.classList.remove('drawing');
    this.#settle(this.#strings.drawn);
    this.#reportSamples();
    this.#emit('ink-end');
  }

  #cancel() {
    this.#engine?.cancel();
    this.#parts.pad.classList.remove('drawing');
    this.#settle();
    this.#emit('ink-change');
    this.#emit('ink-end');
  }

  /** @param {(engine: Engine) => boolean} change @param {string} spoken */
  #edit(change, spoken) {
    this.#input.end();
    if (!this.#engine || !change(this.#engine)) return false;
    this.#settle(spoken);
    this.#emit('ink-change');
    return true;
  }

  /** @param {string} text */
  #write(text) {
    const engine = this.#engine;
    if (!engine) return;
    this.#input.end();
    this.#canvas.draw(engine);
    const missing = engine.write(text);
    const written = this.#canvas.draw(engine) || missing === 0;
    if (written) {
      this.#settle(this.#strings.written);
      this.#emit('ink-change');
    }
    if (missing === 0) this.#closeTyped();
    else this.#show(written ? this.#strings.leftOut(missing) : this.#strings.noLetters);
  }

  /** @param {string} action */
  #perform(action) {
    if (action === 'undo') this.undo();
    else if (action === 'redo') this.redo();
    else if (action === 'clear') this.clear();
    else this.#openTyped();
  }

  #openTyped() {
    if (!this.#engine) return;
    this.#parts.tools.hidden = true;
    this.#typed.open();
  }

  #closeTyped() {
    this.#typed.close();
    this.#show('');
    this.#localise();
    if (this.#parts.tools.hidden) this.#parts.paper.focus();
    else this.#toolbar.focus('type');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.composedPath()[0];
    this.#parts.pad.classList.remove('pointed');
    if (target === this.#parts.paper && event.key === 'Enter') this.#openTyped();
    else if (target instanceof HTMLInputElement || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    else if (event.key.toLowerCase() === 'z') event.shiftKey ? this.redo() : this.undo();
    else if (event.key.toLowerCase() === 'y') this.redo();
    else return;
    event.preventDefault();
  }

  #localise() {
    this.#strings = stringsFor(this);
    const { placeholder, tools } = this.#parts;
    this.internals.ariaLabel = this.getAttribute('label');
    placeholder.textContent = this.getAttribute('placeholder') ?? this.#strings.placeholder;
    tools.hidden = this.getAttribute('toolbar') === 'none' || this.#typed.isOpen;
    this.#toolbar.setStrings(this.#strings);
    this.#typed.setStrings(this.#strings);
    this.#settle();
  }

  /** Brings everything but the pixels in line with the drawing; the pixels follow with the next frame. */
  #settle(spoken = '') {
    const { pad, paper } = this.#parts;
    const empty = this.isEmpty();
    const label = this.getAttribute('label') ?? this.labels[0]?.textContent?.trim() ?? this.#strings.label;
    pad.classList.toggle('inked', !empty);
    paper.ariaLabel = `${label}: ${empty ? this.#strings.empty : this.#strings.signed(this.strokeCount)}`;
    paper.ariaDescription = this.#strings.hint;
    this.#toolbar.setEnabled({ type: true, undo: this.canUndo, redo: this.canRedo, clear: !empty });
    const missing = this.required && empty && (this.#engine !== null || !this.typedText);
    const anchor = this.#typed.isOpen ? this.#parts.typed : paper;
    this.internals.setValidity({ valueMissing: missing }, missing ? this.#strings.required : '', anchor);
    if (spoken) this.#say(spoken);
    this.#schedule();
  }

  /** @param {string} text */
  #say(text) {
    const { spoken } = this.#parts;
    // A screen reader repeats a text only when it differs.
    spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
  }

  /** @param {string} text shown below the pad and spoken; an empty one takes the last away */
  #show(text) {
    this.#parts.message.textContent = text;
    this.#parts.message.hidden = text === '';
    if (text) this.#say(text);
  }

  #schedule() {
    if (this.#frame || !this.isConnected) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#engine) this.#canvas.draw(this.#engine);
      this.#reportSamples();
    });
  }

  #reportSamples() {
    if (!this.#sampled) return;
    this.#sampled = false;
    this.#emit('ink-change');
  }

  /** @param {string} type */
  #emit(type) {
    const { strokeCount, sampleCount } = this;
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: { strokeCount, sampleCount } }));
  }
}

if (!customElements.get('ink-signature')) customElements.define('ink-signature', InkSignature);
