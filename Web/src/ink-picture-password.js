// SPDX-License-Identifier: MIT
import { paintBackdrop } from './backdrop.js';
import { buzz } from './buzz.js';
import { namesIn } from './code-table.js';
import { setEarlyProperties } from './early-properties.js';
import { ElementBase, adoptSheets, define, noticeDelay } from './element.js';
import { buzzSeconds, enrolmentParameters, strengthLevel } from './picture-codes.js';
import { PictureEngine } from './picture-engine.js';
import { debugDataFrom } from './picture-debug-data.js';
import { buildPicture } from './picture-markup.js';
import { PictureOverlay } from './picture-overlay.js';
import { PicturePanel } from './picture-panel.js';
import { PictureSource } from './picture-source.js';
import { pictureStringsFor } from './picture-strings.js';
import { pictureStyle } from './picture-style.js';
import { PictureSurface } from './picture-surface.js';
import { ReplayPlayer } from './replay-player.js';
import { theme } from './theme.js';
import { TrailCanvas } from './trail-canvas.js';


const modes = ['define', 'verify', 'show'];
/** @type {readonly string[]} */
const levels = namesIn(strengthLevel);
const noNote = () => '';
const sheets = [theme, pictureStyle];

/** @typedef {(strings: ReturnType<typeof pictureStringsFor>) => string} Words a choice among the texts of a language */

/** An element for a password that is drawn on a picture. The README describes its attributes, methods and events. */
export class InkPicturePassword extends ElementBase {
  static observedAttributes = ['src', 'mode', 'trail', 'fit', 'label', 'lang', 'debug'];

  #internals = this.attachInternals();
  #parts;
  #surface;
  #trail;
  #panel;
  #overlay;
  #player;
  #strings = pictureStringsFor(this);
  /** @type {PictureEngine | null} */
  #engine = null;
  /** @type {PictureSource | null} */
  #source = null;
  /** @type {Blob | null} */
  #picture = null;
  /** @type {Uint8Array | null} */
  #template = null;
  /** @type {Uint8Array | null} */
  #adaptedTemplate = null;
  /** @type {'loading' | 'open' | 'waiting' | 'done' | 'closed'} */
  #state = 'loading';
  /**
   * Returns the note beside the prompt, until the next drawing.
   * @type {Words}
   */
  #note = noNote;
  /** Indicates whether the note describes an error. */
  #isWrong = false;
  /** Indicates whether the listeners of `ink-reject` are called. */
  #isRejecting = false;
  /** Indicates whether the owner follows the first drawing of the enrolment. */
  #showsFirst = false;
  #loading = 0;
  #isMissing = false;
  /** Indicates whether the engine has found the salient places. */
  #isStudied = false;
  #frame = 0;
  #started = false;
  /**
   * The attributes that have changed while the element was out of the document.
   * @type {Set<string>}
   */
  #stale = new Set();
  #resolveReady = (/** @type {boolean} */ _works) => {};
  /**
   * A promise for the start of the element, with its picture if it has one. It resolves to false if only other unlock
   * methods are available.
   */
  ready = new Promise((/** @type {(works: boolean) => void} */ resolve) => (this.#resolveReady = resolve));

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    adoptSheets(root, sheets);
    this.#parts = buildPicture(root);
    this.#surface = new PictureSurface(this.#parts.surface, {
      begin: (finger, x, y, time) => this.#begin(finger, x, y, time),
      move: (finger, places) => this.#move(finger, places),
      end: (finger, time) => this.#endTouch((engine) => engine.end(finger, time)),
      cancel: (finger, time) => this.#endTouch((engine) => engine.cancel(finger, time)),
      forget: () => this.#engine?.forgetTouches(),
      palms: () => this.#engine?.palms ?? null,
    });
    this.#trail = new TrailCanvas(this.#parts.trail, () => this.#resize());
    this.#panel = new PicturePanel(this.#parts, this.#strings, (button) => this.#press(button));
    this.#overlay = new PictureOverlay(this.#parts, (text) => this.#panel.showReadout(text));
    this.#player = new ReplayPlayer(this.#parts.replay, this.#strings, () => this.#replayed());
    this.addEventListener('keydown', (event) => this.#key(event));
  }

  connectedCallback() {
    setEarlyProperties(this);
    this.#internals.role = 'group';
    this.#trail.style = this.getAttribute('trail');
    this.#trail.connect();
    this.#localise();
    if (!this.#started) this.#start();
    for (const name of this.#stale) this.#follow(name);
    this.#stale.clear();
  }

  adoptedCallback() {
    adoptSheets(/** @type {ShadowRoot} */ (this.shadowRoot), sheets);
    this.#source?.reload();
  }

  disconnectedCallback() {
    this.#trail.disconnect();
    this.#forgetTouches();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === 'src') this.#picture = null;
    if (this.isConnected) this.#follow(name);
    else if (this.#engine) this.#stale.add(name);
  }

  /** @param {string} name the attribute that has changed; a picture without an address replaces `src` */
  #follow(name) {
    if (name === 'src') this.#loadPicture();
    else if (name === 'mode') this.#restart();
    else if (name === 'trail') this.#trail.style = this.getAttribute('trail');
    else if (name === 'fit') this.#resize();
    else this.#localise();
  }

  /** @returns {'define' | 'verify' | 'show'} */
  get mode() {
    const mode = this.getAttribute('mode') ?? '';
    return /** @type {'define' | 'verify' | 'show'} */ (modes.includes(mode) ? mode : 'verify');
  }

  set mode(mode) {
    this.setAttribute('mode', mode);
  }

  /** The minimum strength of a new password. A change applies to the next enrolment. */
  get minimumStrength() {
    const level = this.getAttribute('minimum-strength') ?? '';
    return levels.includes(level) ? /** @type {import('./picture-codes.js').StrengthLevel} */ (level) : enrolmentParameters.minimumStrength;
  }

  set minimumStrength(level) {
    this.setAttribute('minimum-strength', level);
  }

  /** A picture without an address, such as a photo, which replaces `src`. */
  get picture() {
    return this.#picture;
  }

  set picture(blob) {
    this.#picture = blob;
    if (this.isConnected) this.#loadPicture();
    else if (this.#engine) this.#stale.add('src');
  }

  /** The enrolled template, which is as secret as the password, or `null`. */
  get template() {
    return this.#template?.slice() ?? null;
  }

  /** Throws an `InkError` without a change if the bytes are not a template. */
  set template(bytes) {
    const copy = bytes?.length ? Uint8Array.from(bytes) : null;
    this.#engine?.setTemplate(copy);
    this.#template = copy;
    this.#restart();
  }

  /**
   * After `ink-accept`, the template adapted to the accepted drawing, or `null` if it does not change. A page that
   * stores it and sets it as `template` lets the password follow changes of its owner's hand.
   */
  get adaptedTemplate() {
    return this.#adaptedTemplate?.slice() ?? null;
  }

  /** The number of parts in the drawing, including the one in progress. */
  get partCount() {
    return this.#engine?.partCount ?? 0;
  }

  /** The estimated strength of the drawing during enrolment, or `null` if there is none. */
  get strength() {
    if (this.mode !== 'define' || !this.#engine) return null;
    this.#study();
    return this.#engine.strength;
  }

  /** Removes the last part, during enrolment. */
  undo() {
    // Otherwise the engine would still have a finger that the surface has forgotten.
    if (!this.#isOpen || this.mode !== 'define') return false;
    this.#surface.forget();
    const undone = this.#engine?.undo() === true;
    if (undone) this.#update(this.#strings.undone);
    return undone;
  }

  /** Removes the drawing; during enrolment the earlier drawings too. */
  clear() {
    if (!this.#isOpen) return false;
    const cleared = this.#canClear;
    this.#forgetTouches();
    if (this.mode === 'define') this.#engine?.beginEnrolment(this.minimumStrength);
    this.#showsFirst = false;
    this.#note = noNote;
    this.#update(cleared ? this.#strings.cleared : '');
    return cleared;
  }

  /** Submits the drawing. */
  submit() {
    if (!this.#engine || !this.#isOpen || this.mode === 'show') return;
    this.#surface.forget();
    const now = performance.now() / 1000;
    if (this.mode === 'define') this.#enrol(this.#engine, now);
    else if (this.partCount === 0) this.#showNote((strings) => strings.refusals.empty);
    else if (this.#engine.hasTemplate) this.#decide(this.#engine, now);
    else this.#ask(this.#engine.handOver(now));
  }

  /** Reports that the attempt in `ink-attempt` was right. */
  accept() {
    if (this.#state === 'waiting') this.#conclude(true);
  }

  /**
   * Reports that the attempt in `ink-attempt` was wrong. In a listener of `ink-reject`, adds the number of wrong
   * drawings that are left, which only the page counts.
   * @param {{ attemptsLeft?: number }} options
   */
  reject({ attemptsLeft = 0 } = {}) {
    if (this.#state === 'waiting') this.#conclude(false, attemptsLeft);
    else if (this.#isRejecting) this.#showRejection(attemptsLeft);
  }

  /**
   * Plays the password from the beginning, or continues after a pause. For its owner only.
   * @param {{ speed?: number }} options the playback speed
   * @returns whether there is something to show
   */
  replay({ speed = this.#player.speed } = {}) {
    if (!this.#belongsToOwner || this.#surface.isTouched) return false;
    this.#player.speed = speed;
    return (this.#trail.isReplaying = this.#player.play());
  }

  pauseReplay() {
    this.#player.pause();
  }

  /** The progress of the replay, or `null` if there is none. */
  get replayState() {
    return this.#player.state;
  }

  /** Returns the debug data for the owner during setup, or `null` if it must not be shown. */
  debugData() {
    return this.#isDebugged && this.#engine ? debugDataFrom(this.#engine.debugNumbers()) : null;
  }

  async #start() {
    this.#started = true;
    try {
      const engine = await PictureEngine.load();
      this.#takeTemplate(engine);
      this.#trail.start(engine);
      this.#player.start(engine);
      this.#engine = engine;
      await this.#loadPicture();
    } catch {
      this.#engine = null;
      this.#close((strings) => strings.unavailable);
    }
    this.#resolveReady(this.#engine !== null && !this.#isMissing);
  }

  /** @param {PictureEngine} engine reads a template that was set before it was loaded */
  #takeTemplate(engine) {
    try {
      engine.setTemplate(this.#template);
    } catch (error) {
      this.#template = null;
      reportError(error); // as the page's own script would have
    }
  }

  async #loadPicture() {
    const from = this.#picture ?? this.getAttribute('src');
    const turn = (this.#loading += 1);
    if (!this.#engine) return;
    const { stage, picture, backdrop } = this.#parts;
    stage.classList.add('arriving');
    const source = from ? await PictureSource.load(from).catch(() => null) : null;
    if (turn !== this.#loading) return; // a newer request has replaced this one
    this.#source = source;
    this.#isMissing = from !== null && source === null;
    if (source) paintBackdrop(backdrop, source.image);
    const isElsewhere = source?.image.ownerDocument !== picture.ownerDocument;
    picture.replaceChildren(...(source ? [source.image] : []));
    picture.hidden = backdrop.hidden = !source;
    if (isElsewhere) source?.reload();
    stage.classList.remove('arriving');
    this.#engine.setPicture(source?.digest ?? new Uint8Array());
    this.#isStudied = false;
    this.#resize();
    this.#restart();
  }

  /** Restarts the element, as after a change of mode, picture or template. */
  #restart() {
    this.#forgetTouches();
    const engine = this.#engine;
    if (!engine) return;
    this.#note = noNote;
    this.#showsFirst = false;
    this.#adaptedTemplate = null;
    this.#state = this.#source ? 'open' : 'loading';
    if (this.mode === 'define') engine.beginEnrolment(this.minimumStrength);
    else engine.setTemplate(this.#template);
    if (this.#isMissing) this.#close((strings) => strings.pictureMissing);
    else if (this.mode === 'verify' && engine.hasTemplate && !engine.isBound) this.#close((strings) => strings.otherPicture);
    else this.#update();
    if (this.mode === 'define') requestAnimationFrame(() => setTimeout(() => this.#study()));
  }

  /** Finds salient places, which only an enrolment needs, once there is a picture. */
  #study() {
    const source = this.#source;
    // After a move to another document, the image is loaded again.
    if (this.#isStudied || !source?.image.complete || !source.image.naturalWidth) return;
    this.#isStudied = true;
    this.#engine?.study(source.pixels);
  }

  /**
   * @param {PictureEngine} engine
   * @param {number} now
   */
  #enrol(engine, now) {
    const result = engine.enrol(now);
    if ('refusal' in result) {
      this.#emit('ink-refuse', { reason: result.refusal });
      if (result.refusal === 'different') this.#showsFirst = true;
      return this.#showNote((strings) => strings.refusals[result.refusal], true);
    }
    this.#note = noNote;
    const drawn = engine.drawnCount;
    this.#emit('ink-step', { drawn, needed: drawn + result.remaining });
    if (result.remaining > 0) return this.#update(this.#panel.titleOf(this.#view));
    this.#state = 'done';
    this.#template = engine.template;
    this.#update(this.#strings.defined);
    const gestures = Array.from({ length: drawn }, (_, index) => engine.drawn(index));
    const pictureDigest = this.#source?.digest.slice();
    this.#emit('ink-define', { template: this.template, gestures, pictureDigest, strength: this.strength });
  }

  /**
   * @param {PictureEngine} engine
   * @param {number} now
   */
  #decide(engine, now) {
    const accepted = engine.verify(now) === 'accepted';
    this.#adaptedTemplate = accepted ? engine.adaptedTemplate : null;
    this.#conclude(accepted);
  }

  /** @param {Uint8Array} gesture the gesture, which the page verifies */
  #ask(gesture) {
    this.#state = 'waiting';
    this.#update();
    setTimeout(() => this.#state === 'waiting' && this.#showNote((strings) => strings.waiting), noticeDelay);
    this.#emit('ink-attempt', { gesture, pictureDigest: this.#source?.digest.slice() });
  }

  /** @param {boolean} accepted */
  #conclude(accepted, attemptsLeft = 0) {
    this.#state = accepted ? 'done' : 'open';
    this.#note = noNote;
    if (accepted) this.#update(this.#strings.accepted);
    else this.#showRejection(attemptsLeft);
    this.#isRejecting = !accepted;
    this.#emit(accepted ? 'ink-accept' : 'ink-reject');
    this.#isRejecting = false;
  }

  /** @param {number} attemptsLeft 0 if it is not known */
  #showRejection(attemptsLeft) {
    this.#showNote((strings) => (attemptsLeft > 0 ? strings.rejectedLeft(attemptsLeft) : strings.rejected), true);
  }

  /** @param {Words} why the reason for closing */
  #close(why) {
    this.#state = 'closed';
    this.#showNote(why);
  }

  get #covers() {
    return this.getAttribute('fit') === 'cover';
  }

  get #isOpen() {
    return this.#state === 'open';
  }

  get #isDebugged() {
    return this.hasAttribute('debug') && this.#belongsToOwner;
  }

  /**
   * Indicates whether the user may see the stored password: during setup, or if the page allows it for this template.
   */
  get #belongsToOwner() {
    return this.mode !== 'verify' || (this.hasAttribute('debug') && this.#engine?.hasTemplate === true);
  }

  get #canClear() {
    return this.partCount > 0 || (this.mode === 'define' && (this.#engine?.drawnCount ?? 0) > 0);
  }

  /** @type {(finger: number, x: number, y: number, time: number) => boolean} */
  #begin(finger, x, y, time) {
    if (!this.#isOpen || this.mode === 'show') return false;
    this.#stopReplay();
    if (!this.#engine?.begin(finger, x, y, time)) return false;
    this.#parts.stage.classList.add('drawing', 'pointed');
    this.#parts.surface.focus({ preventScroll: true });
    this.#drawn();
    this.#panel.showProgress(this.#view);
    return true;
  }

  /** @type {(finger: number, places: number[]) => void} */
  #move(finger, places) {
    this.#engine?.move(finger, places);
    this.#drawn();
  }

  /** @param {(engine: PictureEngine) => void} how */
  #endTouch(how) {
    if (!this.#engine) return;
    how(this.#engine);
    this.#drawn();
    this.#panel.showProgress(this.#view);
    if (this.#surface.isTouched) return;
    this.#note = noNote;
    this.#parts.stage.classList.remove('drawing');
    const count = this.partCount;
    this.#update(count ? this.#strings.part(count) : '');
    this.#emit('ink-part', { count });
  }

  #forgetTouches() {
    this.#surface.forget();
    this.#stopReplay();
    this.#parts.stage.classList.remove('drawing');
    this.#engine?.clear();
    this.#trail.wake();
  }

  /** Shows changes once per frame, however many samples there are. */
  #drawn() {
    this.#trail.wake();
    if (!this.#isDebugged) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#showOverlay();
    });
  }

  #resize() {
    const covers = this.#covers;
    this.#parts.stage.classList.toggle('covering', covers);
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = this.#parts.picture;
    // A hidden element keeps the size of its picture.
    if (this.#source && width && height) this.#engine?.open({ left, top, width, height }, this.#source.size, covers);
    this.#showOverlay();
  }

  #replayed() {
    this.#trail.wake();
    if (this.#player.isOpen) return;
    this.#trail.isReplaying = false;
    this.#panel.announce(this.#strings.ended);
  }

  #stopReplay() {
    this.#player.stop();
    this.#trail.isReplaying = false;
  }

  /** @param {HTMLButtonElement} button */
  #press(button) {
    if (button.dataset.speed) this.#player.speed = Number(button.dataset.speed);
    else this.#perform(button.dataset.action ?? '');
  }

  /** @param {string} action */
  #perform(action) {
    if (action === 'undo') this.undo();
    else if (action === 'clear') this.clear();
    else if (action === 'submit') this.submit();
    else if (action === 'other') this.#emit('ink-other');
    else if (action === 'ghost') this.#showFirst();
    else if (this.#player.isPlaying) this.pauseReplay();
    else this.replay();
  }

  #showFirst() {
    this.#showsFirst = !this.#showsFirst;
    this.#update();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const onSurface = event.composedPath()[0] === this.#parts.surface;
    this.#parts.stage.classList.remove('pointed');
    if (onSurface && event.key === 'Enter') this.submit();
    else if (onSurface && event.key === 'Escape' && this.#canClear) this.clear();
    else if (onSurface && event.key === ' ' && this.mode === 'show') this.#perform('play');
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey) this.undo();
    else return;
    event.preventDefault();
  }

  #localise() {
    this.#strings = pictureStringsFor(this, () => this.#localise());
    this.#internals.ariaLabel = this.getAttribute('label') ?? this.#strings.label;
    this.#panel.setStrings(this.#strings);
    this.#player.setStrings(this.#strings);
    this.#update();
  }

  get #view() {
    return {
      mode: this.mode,
      state: this.#state,
      label: this.getAttribute('label'),
      note: this.#note(this.#strings),
      isWrong: this.#isWrong,
      count: this.partCount,
      canClear: this.#canClear,
      drawn: this.#engine?.drawnCount ?? 0,
      needed: enrolmentParameters.sampleCount,
      hasTemplate: this.#engine?.hasTemplate ?? false,
      showsFirst: this.#showsFirst,
      strength: null,
    };
  }

  /** Updates the screen and announcements from the drawing. */
  #update(spoken = '') {
    const view = this.#view;
    this.#panel.show({ ...view, strength: view.count && !view.drawn ? this.strength : null });
    this.#showOverlay();
    if (spoken) this.#panel.announce(spoken);
  }

  #showOverlay() {
    const isGuided = this.mode === 'define' && this.#isOpen && this.getAttribute('trail') !== 'none';
    const how = { isDebugged: this.#isDebugged, isGuided, covers: this.#covers, showsFirst: this.#showsFirst };
    this.#overlay.show(this.#engine, how, this.#strings.debug);
  }

  /**
   * @param {Words} note the text to show beside the prompt and to announce
   * @param {boolean} [isWrong] whether the text describes an error
   */
  #showNote(note, isWrong = false) {
    this.#note = note;
    this.#isWrong = isWrong;
    if (isWrong) buzz(buzzSeconds);
    this.#update(note(this.#strings));
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

define('ink-picture-password', InkPicturePassword);
