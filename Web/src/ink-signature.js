// SPDX-License-Identifier: MIT
import { loadBackground, noBackground } from './background.js';
import { brushOf } from './brush.js';
import { numbersFromJSON } from './drawing-json-reader.js';
import { jsonFromNumbers } from './drawing-json.js';
import { setEarlyProperties } from './early-properties.js';
import { adoptSheets, announce, define } from './element.js';
import { fileOf } from './export.js';
import { FormControl } from './form-control.js';
import { InkError } from './ink-error.js';
import { InkPad } from './ink-pad.js';
import { buildPad } from './pad-markup.js';
import { padStyle } from './pad-style.js';
import { strokeModel } from './signature-codes.js';
import { signatureStringsFor } from './signature-strings.js';
import { theme } from './theme.js';
import { Toolbar } from './toolbar.js';
import { TypedField } from './typed-field.js';

const sheets = [theme, padStyle];

/**
 * A choice among the texts of a language.
 * @typedef {(strings: ReturnType<typeof signatureStringsFor>) => string} Words
 */

/** A signature pad for forms. The README describes its attributes, methods and events. */
export class InkSignature extends FormControl {
  static observedAttributes = [
    ...['brush', 'color', 'min-width', 'max-width', 'model', 'background'],
    ...['prediction', 'label', 'placeholder', 'toolbar', 'lang', 'required', 'evidence', 'quality'],
  ];

  #parts;
  #pad;
  #toolbar;
  #typed;
  /** The pad's size without the field for a name, which may reduce its height. */
  #wholeSize = { width: 0, height: 0 };
  #strings = signatureStringsFor(this);
  /**
   * Returns the text on the paper in the element's language.
   * @type {Words}
   */
  #message = () => '';
  /** @type {import('./ink-signature.js').EvidenceSubject} */
  #subject = {};
  /** @type {Promise<import('./signature-quality.js').SignatureQuality> | null} */
  #quality = null;
  /** The number of requests for the quality. Only the last one is reported. */
  #qualityRequests = 0;
  /** @type {string[]} */
  #earlierDigests = [];
  /**
   * The end of loading the background, if one is being loaded.
   * @type {Promise<void> | null}
   */
  #backgroundLoad = null;
  #started = false;
  #resolveReady = (/** @type {boolean} */ _works) => {};
  #ready = new Promise((/** @type {(works: boolean) => void} */ resolve) => (this.#resolveReady = resolve));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    adoptSheets(root, sheets);
    this.#parts = buildPad(root);
    this.#pad = new InkPad(this.#parts.paper, this.#parts.canvas, (what) => this.#follow(what));
    this.#toolbar = new Toolbar(this.#parts.tools, (action) => this.#perform(action));
    this.#typed = new TypedField(this.#parts.typed, {
      write: (text) => this.#write(text),
      back: () => {
        this.#pad.cancelWriting();
        this.#closeTyped();
      },
      changed: () => {
        this.#pad.cancelWriting();
        this.#update();
      },
    });
    this.addEventListener('keydown', (event) => this.#key(event));
  }

  connectedCallback() {
    super.connectedCallback();
    setEarlyProperties(this);
    this.internals.role = 'group';
    this.#localise();
    this.#pad.connect();
    this.#start();
  }

  adoptedCallback() {
    adoptSheets(/** @type {ShadowRoot} */ (this.shadowRoot), sheets);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#pad.disconnect();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    const engine = this.#pad.engine;
    if (name === 'prediction') this.#pad.prediction = Number(this.getAttribute(name)) / 1000 || 0;
    else if (['label', 'placeholder', 'lang', 'toolbar'].includes(name)) this.#localise();
    else if (name === 'required') this.#update();
    else if (name === 'evidence') this.#record().catch(() => {}); // later requests for it report the failure
    else if (name === 'quality') this.#reportQuality();
    else if (engine && name === 'background') this.#loadBackground();
    else if (engine && name === 'model') engine.setModel(this.#model);
    else engine?.setBrush(brushOf(this));
  }

  /** @param {boolean} disabled */
  formDisabledCallback(disabled) {
    this.#pad.endStroke();
    this.#pad.cancelWriting();
    this.#parts.pad.inert = disabled;
  }

  formResetCallback() {
    this.#typed.text = '';
    this.#show();
    this.#pad.open();
    this.#update();
    this.#emit('ink-clear');
    this.#reportQuality();
  }

  formValue() {
    if (!this.isEmpty()) return JSON.stringify(this);
    return this.#pad.engine ? null : this.typedText || null;
  }

  /**
   * A promise for the start of the pad. It resolves to true if the user can draw, or to false if only typing is
   * available. Reading it starts a pad that is not in a document, so that a drawing that it opens can be exported.
   */
  get ready() {
    this.#start();
    return this.#ready;
  }

  /** A restored drawing has no record, so the browser stores none with `evidence`. */
  get isKept() {
    return super.isKept && !this.hasAttribute('evidence');
  }

  /** @param {string} value */
  restoreValue(value) {
    try {
      this.fromJSON(value);
    } catch {
      this.#typed.text = value; // as without an engine
      this.#update();
    }
  }

  get canUndo() {
    return this.#pad.engine?.canUndo ?? false;
  }

  get canRedo() {
    return this.#pad.engine?.canRedo ?? false;
  }

  /** The number of strokes. Both counts include the stroke in progress. */
  get strokeCount() {
    return this.#pad.strokeCount;
  }

  get sampleCount() {
    return this.#pad.sampleCount;
  }

  /** The milliseconds that the engine has spent on samples and on painting, and the number of frames. */
  get engineTimings() {
    return { samples: 0, painting: 0, frames: 0, ...this.#pad.engine?.timings };
  }

  /** The typed text. It is the only content if drawing is unavailable. */
  get typedText() {
    return this.#typed.text;
  }

  undo() {
    return this.#edited(this.#pad.edit((engine) => engine.undo()), this.#strings.undone);
  }

  redo() {
    return this.#edited(this.#pad.edit((engine) => engine.redo()), this.#strings.redone);
  }

  clear() {
    const cleared = this.#edited(this.#pad.clear(), this.#strings.cleared);
    if (cleared) this.#emit('ink-clear');
    return cleared;
  }

  isEmpty() {
    return this.#pad.isEmpty;
  }

  /**
   * Returns a file of the drawing at the time of the call. JPEG has no transparency: it shows the background, on white.
   * The method waits for a background that is being loaded.
   * @param {string} type one of `exportTypes`
   * @param {import('./signature-engine.js').RenderOptions} options
   * @returns {Promise<Blob>}
   */
  async toBlob(type = 'image/png', options = {}) {
    const waits = this.#backgroundLoad !== null && (options.background || type === 'image/jpeg');
    // Reading the pad's engine first passes it the samples since the last frame.
    if (this.#pad.engine && !waits) return fileOf(this.#pad.engine, type, options, () => this.toJSON());
    const { numbers } = this.#pad;
    if (!(await this.ready)) throw new InkError('unavailable');
    // The pad may show another drawing by now.
    await this.#backgroundLoad;
    const copy = await this.#pad.copy(numbers);
    return fileOf(copy, type, options, () => jsonFromNumbers(copy.store()));
  }

  /** @param {{ crop?: boolean, background?: boolean }} options */
  toSVG({ crop = false, background = false } = {}) {
    if (!this.#pad.engine) throw new InkError('unavailable');
    return new TextDecoder().decode(this.#pad.engine.svg(crop, background));
  }

  toJSON() {
    return jsonFromNumbers(this.#pad.numbers);
  }

  /**
   * Shows a drawing from `toJSON`. Throws an `InkError` without a change if the value is not a drawing.
   * @param {unknown} json an object or its text
   */
  fromJSON(json) {
    this.#pad.open(numbersFromJSON(json));
    this.#update(this.#strings.opened);
    this.#emit('ink-change');
    this.#reportQuality();
  }

  /**
   * Returns the drawing's triangle strips, one per stroke, as x and y in points.
   * @returns {Float32Array[]}
   */
  toMesh() {
    return this.#pad.engine?.mesh() ?? [];
  }

  /**
   * Binds the evidence of the signature to a document, to texts that the signer sees, and to a key. Call it before the
   * first stroke: strokes that are on the pad already are not in the record.
   * @param {import('./ink-signature.js').EvidenceSubject} subject
   */
  bindEvidence(subject) {
    this.#subject = { ...subject };
    this.#pad.evidence?.bind(this.#subject);
  }

  /**
   * Returns the evidence of the signature. Rejects with an `InkError` if it was not recorded from its first stroke.
   * @returns {Promise<import('./ink-signature.js').SignedEvidence>}
   */
  async toEvidence() {
    if (!this.#pad.evidence) await this.ready;
    if (!this.#pad.evidence) throw new InkError('not-recorded');
    this.#pad.endStroke();
    return this.#pad.evidence.file();
  }

  /**
   * Returns the flaws that lower the value of the signature as evidence.
   * @param {{ samplesPerSecond?: number, earlier?: Iterable<string> }} known
   * @returns {Promise<import('./ink-signature.js').SignatureReport>}
   */
  async assessQuality({ samplesPerSecond = Number(this.getAttribute('sample-rate')), earlier = this.earlierDigests } = {}) {
    const { numbers } = this.#pad;
    this.#quality ??= import('./signature-quality.js').then(({ SignatureQuality }) => SignatureQuality.load());
    const quality = await this.#quality.catch(() => {
      this.#quality = null;
      throw new InkError('unavailable');
    });
    const { flaws, digest } = await quality.assess(numbers, { samplesPerSecond, earlier });
    return { flaws: flaws.map((code) => ({ code, text: this.#strings.flaws[code] })), digest };
  }

  /** The digests of earlier signatures, which `ink-quality` compares. */
  get earlierDigests() {
    return this.#earlierDigests;
  }

  set earlierDigests(digests) {
    this.#earlierDigests = digests;
  }

  async #record() {
    if (!this.hasAttribute('evidence')) {
      this.#pad.evidence = null;
      return;
    }
    const { SignatureEvidence } = await import('./signature-evidence.js');
    const { engine } = this.#pad;
    if (engine && this.hasAttribute('evidence')) this.#pad.evidence ??= new SignatureEvidence(engine, this.#subject);
  }

  /** Reports the quality of the signature, if the page has set `quality`. */
  async #reportQuality() {
    const request = (this.#qualityRequests += 1);
    if (!this.hasAttribute('quality') || !this.#pad.engine || this.isEmpty()) return;
    const report = await this.assessQuality().catch(() => null);
    if (report && request === this.#qualityRequests) this.#emit('ink-quality', report);
  }

  async #start() {
    if (this.#started) return;
    this.#started = true;
    try {
      // The record has to begin with the first stroke, so its script comes before the pad can be drawn on.
      const recording = this.hasAttribute('evidence') ? await import('./signature-evidence.js').catch(() => null) : null;
      await this.#pad.start((engine) => {
        if (recording) this.#pad.evidence = new recording.SignatureEvidence(engine, this.#subject);
        engine.setBrush(brushOf(this));
        engine.setModel(this.#model);
      });
      this.#loadBackground();
      this.#update();
      this.#reportQuality();
      // The attribute may have been set or removed while the engine was loaded.
      await this.#record().catch(() => {});
    } catch {
      this.#offerTextOnly();
    }
    this.#resolveReady(this.#pad.engine !== null);
  }

  #offerTextOnly() {
    const { pad, paper, placeholder, notice, tools } = this.#parts;
    pad.classList.add('broken');
    paper.removeAttribute('role');
    paper.removeAttribute('tabindex');
    tools.hidden = placeholder.hidden = true;
    notice.hidden = false;
    this.#typed.keepTextOnly();
    this.#typed.open(false);
    this.#update(this.#strings.unavailable);
  }

  get #model() {
    const name = /** @type {import('./signature-engine.js').StrokeModel} */ (this.getAttribute('model'));
    return Object.hasOwn(strokeModel, name) ? name : 'fair';
  }

  async #loadBackground() {
    const loaded = (this.#backgroundLoad = this.#showBackground());
    await loaded;
    if (this.#backgroundLoad === loaded) this.#backgroundLoad = null;
  }

  async #showBackground() {
    const text = this.getAttribute('background');
    const loaded = await loadBackground(text).catch(() => null);
    if (this.getAttribute('background') !== text) return; // a newer request has replaced this one
    const background = loaded ?? noBackground;
    this.#pad.setBackground(background);
    this.#parts.pad.classList.toggle('pictured', background.image !== null);
    this.#show(loaded ? undefined : (strings) => strings.backgroundMissing);
  }

  /** @param {'began' | 'changed' | 'ended'} what */
  #follow(what) {
    const { pad, paper } = this.#parts;
    if (what === 'began') {
      pad.classList.add('drawing', 'pointed', 'inked');
      paper.focus({ preventScroll: true });
      this.#qualityRequests += 1; // a pending report would be of the drawing without this stroke
      this.#emit('ink-begin');
    } else if (what === 'changed') {
      this.#emit('ink-change');
    } else {
      pad.classList.remove('drawing');
      this.#update(this.isEmpty() ? '' : this.#strings.drawn);
      this.#emit('ink-end');
      this.#reportQuality();
    }
  }

  /**
   * Reports an edit, and returns whether it changed anything.
   * @param {boolean} isChanged
   * @param {string} spoken
   */
  #edited(isChanged, spoken) {
    if (!isChanged) return false;
    this.#update(spoken);
    this.#emit('ink-change');
    this.#reportQuality();
    return true;
  }

  /** @param {string} text */
  async #write(text) {
    try {
      const result = await this.#pad.write(text, brushOf(this), this.#model, this.#ready, this.#sizeToWriteOn);
      if (!result) return;
      const { missing, written } = result;
      if (written) {
        this.#update(this.#strings.written);
        this.#emit('ink-change');
        this.#reportQuality();
      }
      if (written && missing === 0) this.#closeTyped();
      else this.#show((strings) => (written ? strings.leftOut(missing) : strings.noLetters));
    } catch {
      this.#show((strings) => strings.writingUnavailable);
    }
  }

  get #sizeToWriteOn() {
    const { size } = this.#pad;
    // A device that was turned has another pad.
    return this.#typed.isOpen && size.width === this.#wholeSize.width ? this.#wholeSize : size;
  }

  /** @param {string} action */
  #perform(action) {
    if (action === 'undo') this.undo();
    else if (action === 'redo') this.redo();
    else if (action === 'clear') this.clear();
    else this.#openTyped();
  }

  #openTyped() {
    if (!this.#typed.isOpen) this.#wholeSize = this.#pad.size;
    this.#typed.open();
    this.#localise();
  }

  #closeTyped() {
    // The focus may have moved while the handwriting was loaded.
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const focused = root.activeElement === this ? this.shadowRoot?.activeElement : root.activeElement;
    const isElsewhere = focused && focused !== document.body && !this.#parts.typed.contains(focused);
    this.#typed.close();
    this.#show();
    this.#localise();
    if (isElsewhere) return;
    if (this.#parts.tools.hidden) this.#parts.paper.focus();
    else this.#toolbar.focus('type');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Node} */ (event.composedPath()[0]);
    const key = event.key.toLowerCase();
    this.#parts.pad.classList.remove('pointed');
    // The field for a name, and controls over the pad, have their own undo.
    const isOthers = target instanceof HTMLInputElement || (target !== this && !this.shadowRoot?.contains(target));
    if (target === this.#parts.paper && key === 'enter') this.#openTyped();
    else if (isOthers || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.redo();
    else if (key === 'z') this.undo();
    else return;
    event.preventDefault();
  }

  #localise() {
    this.#strings = signatureStringsFor(this, () => this.#localise());
    const { placeholder, tools } = this.#parts;
    this.internals.ariaLabel = this.getAttribute('label');
    placeholder.textContent = this.getAttribute('placeholder') ?? this.#strings.placeholder;
    tools.hidden = this.getAttribute('toolbar') === 'none' || this.#typed.isOpen;
    this.#toolbar.setStrings(this.#strings);
    this.#typed.setStrings(this.#strings);
    this.#writeMessages();
    this.#update();
  }

  /** Updates labels, buttons and validity from the drawing. Its pixels follow with the next frame. */
  #update(spoken = '') {
    const { pad, paper, typed } = this.#parts;
    const empty = this.isEmpty();
    const label = this.getAttribute('label') ?? this.labels[0]?.textContent?.trim() ?? this.#strings.label;
    pad.classList.toggle('inked', !empty);
    paper.ariaLabel = `${label}: ${empty ? this.#strings.empty : this.#strings.signed(this.strokeCount)}`;
    paper.ariaDescription = this.#strings.hint;
    this.#toolbar.setEnabled({ type: true, undo: this.canUndo, redo: this.canRedo, clear: !empty });
    const missing = this.required && empty && (this.#pad.engine !== null || !this.typedText);
    const isUnwritten = this.#typed.isOpen && this.typedText !== '';
    const words = isUnwritten ? this.#strings.unwritten : this.#strings.required;
    this.internals.setValidity({ valueMissing: missing }, missing ? words : '', this.#typed.isOpen ? typed : paper);
    if (spoken) this.#announce(spoken);
    this.#pad.refresh();
  }

  /** @param {string} text */
  #announce(text) {
    announce(this.#parts.spoken, text);
  }

  /**
   * @param {Words} message what to show on the paper and to announce; without one, the last is removed
   */
  #show(message = () => '') {
    this.#message = message;
    this.#writeMessages();
    if (this.#parts.message.textContent) this.#announce(this.#parts.message.textContent);
  }

  #writeMessages() {
    const { message, notice } = this.#parts;
    message.textContent = this.#message(this.#strings);
    message.hidden = message.textContent === '';
    notice.textContent = this.#strings.unavailable;
  }

  /**
   * @param {string} type
   * @param {object} [more] further members of the detail
   */
  #emit(type, more = {}) {
    const { strokeCount, sampleCount } = this;
    const detail = { strokeCount, sampleCount, ...more };
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

define('ink-signature', InkSignature);
