// SPDX-License-Identifier: MIT
// An app in TypeScript that uses every name which the package exports. It is compiled, and never run.
import {
  InkSignature, type EvidenceDevice, type EvidenceSubject, type ExportType, type InkEventDetail, type SignatureReport,
  type SignedEvidence,
} from 'inklock';
import {
  channels, extentOf, jsonFromNumbers, type SampleChannel, type DrawingJSON, type StrokeJSON,
} from 'inklock/drawing-json';
import {
  SignatureEngine, type Brush, type EngineTimings, type StrokeModel, type PixelRect, type RenderOptions, type BrushTip,
} from 'inklock/signature-engine';
import {
  InkLock, type LockAnswer, type LockMethods, type LockOptions, type LockState, type LockSubmission, type Unlock,
} from 'inklock/lock';
import {
  LockEngine, type Attempt, type Capabilities, type Choices, type CoverContent, type LockStateKind, type LockAction,
  type UnlockMethodsFallback, type UnlockMethod, type LockSettings, type LockView, type RecoveryCodeTextError, type Standing,
} from 'inklock/lock-engine';
import { InkPasscode, type PasscodeRejection, type PasscodeRemoval, type PasscodeRequest } from 'inklock/passcode';
import {
  PasscodeEngine, kinds, themes, type PasscodeChangeActionCode, type Contents, type EntryResult, type Layout, type PasscodeKind,
  type PasscodeThemeName, type Rectangle,
} from 'inklock/passcode-engine';
import {
  InkPicturePassword, type PictureAttempt, type PictureDefinition, type ReplayState,
} from 'inklock/picture-password';
import {
  PictureEngine, type Extent, type EnrolmentErrorKind, type Strength, type TrailStyle, type PictureVerdict,
} from 'inklock/picture-engine';
import { InkError, checked, type InkReason } from 'inklock/src/ink-error.js';
import { numbersFromJSON } from 'inklock/src/drawing-json-reader.js';

const exports: WebAssembly.Exports = {};
const bytes: Uint8Array = new Uint8Array(32);

async function sign(pad: InkSignature): Promise<void> {
  const works: boolean = await pad.ready;
  const device: EvidenceDevice = { model: 'Tablet', pressureLevels: 4096 };
  const subject: EvidenceSubject = { document: new File([], 'a.pdf'), texts: ['I agree.'], device };
  pad.bindEvidence(subject);
  pad.addEventListener('ink-end', ({ detail }: CustomEvent<InkEventDetail>) => console.log(detail.strokeCount, works));
  const type: ExportType = 'image/png';
  const picture: Blob = await pad.toBlob(type, { scale: 2, crop: true });
  const { blob, signedBy, fingerprint }: SignedEvidence = await pad.toEvidence();
  const { flaws, digest }: SignatureReport = await pad.assessQuality({ earlier: new Set(['00']) });
  const texts: string[] = flaws.map(({ code, text }) => `${code}: ${text}`);
  const { painting }: EngineTimings = pad.engineTimings;
  pad.earlierDigests = [...texts, digest, fingerprint, signedBy];
  pad.fromJSON(pad.toJSON());
  pad.required = !pad.checkValidity() && pad.undo() && pad.redo() && pad.clear() && !pad.isEmpty();
  console.log(picture.size, blob.size, painting, pad.toSVG({ crop: true }), pad.form?.action, pad.labels.length);
  // @ts-expect-error The state of the pad is not for the page to set.
  pad.strokeCount = 0;
  // @ts-expect-error There is no such format.
  await pad.toBlob('image/gif');
}

async function draw(): Promise<void> {
  const engine: SignatureEngine = await SignatureEngine.load(new URL('https://example.com/inklock-signature.wasm'));
  const tip: BrushTip = 'marker';
  const brush: Brush = { tip, color: 0xff, minimumWidth: 1, maximumWidth: 3 };
  const model: StrokeModel = 'smooth';
  const options: RenderOptions = { background: true };
  engine.resize(300, 150, 2);
  engine.setBrush(brush);
  engine.setModel(model);
  engine.restart();
  engine.begin(0.1, 1_800_000_000.1);
  engine.append(new Float64Array(6));
  const changed: PixelRect | null = engine.end() ? engine.paint() : null;
  const image: ImageData = engine.render(options);
  const numbers: Float64Array = numbersFromJSON(jsonFromNumbers(engine.store()));
  const work: number = engine.work(numbers, { scale: 2, crop: true });
  const drawing: DrawingJSON = jsonFromNumbers(numbers);
  const strokes: StrokeJSON[] = drawing.strokes;
  const names: readonly SampleChannel[] = channels;
  const { width, height } = extentOf(numbers, { width: 300, height: 150 });
  console.log(changed?.x, image.width, strokes.length, names.length, width * height * work);
  console.log(new SignatureEngine(exports).palms);
  // @ts-expect-error There is no such tip.
  engine.setBrush({ ...brush, tip: 'brush' });
}

function lock(element: InkLock): void {
  const standing: Standing = { state: 'locked-out', seconds: 30 };
  const unlock: Unlock = async (method: UnlockMethod, submission: LockSubmission, signal): Promise<LockAnswer> => {
    if (signal.aborted || method === 'passkey') return { result: 'failed', failure: 'interrupted' };
    return 'passcode' in submission ? { result: 'accepted', key: bytes } : { result: 'rejected', standing };
  };
  const methods: LockMethods = { passcode: { kind: 'six-digits' }, picture: false, recoveryCode: { isChecked: true } };
  const capabilities: Capabilities = { passkeys: true };
  const settings: LockSettings = { graceSeconds: 10 };
  const options: LockOptions = { ...settings, isSetUp: true, methods, capabilities: () => capabilities, unlock };
  element.configure(options);
  element.standing = standing;
  element.setUp(methods);
  const state: LockState = element.state;
  const fault: RecoveryCodeTextError | null = element.recoveryCodeError('ABCD');
  element.addEventListener('ink-lock-open', ({ detail }) => console.log(detail.key, state, fault));
  // @ts-expect-error The lock itself decides when it opens.
  element.isOpen = true;
  // @ts-expect-error There is no such state.
  element.standing = { state: 'open' };
}

async function lockWithoutView(): Promise<void> {
  const engine = await LockEngine.load();
  const chosen: Choices = { passcode: true };
  engine.setMethods({ biometrics: false }, chosen);
  const actions: LockAction[] = [...engine.begin(true), ...engine.timedEvent('became_active'), ...engine.unlockRequested(null)];
  const attempts: Attempt[] = actions.flatMap((action) => (action.name === 'verify' ? [action.attempt] : []));
  const view: LockView = engine.view;
  const cover: CoverContent = engine.cover(true, true);
  console.log(cover.title, cover.message, cover.best, cover.others);
  const [state, fallback]: [LockStateKind, UnlockMethodsFallback] = [view.state, view.fallback];
  for (const attempt of attempts) engine.failed(attempt, 'not-recognised');
  console.log(state, fallback, view.waiting?.unit, new LockEngine(exports).view.heldLinks);
  // @ts-expect-error There is no such method.
  engine.submitted('password');
}

function enter(element: InkPasscode): void {
  const refuse = (removal: PasscodeRemoval): void => {
    const rejection: PasscodeRejection = { attemptsLeft: 2, message: 'No.' };
    removal.reject(rejection);
  };
  element.addEventListener('ink-passcode-submit', ({ detail }: CustomEvent<PasscodeRequest>) => {
    const passcode: Uint8Array | null = detail.takePasscode();
    if (passcode) detail.accept();
    else refuse(detail);
  });
  element.kind = kinds[0];
  element.mode = 'change';
  element.words = ['inklock'];
  // @ts-expect-error There is no such kind.
  element.kind = 'seven-digits';
}

async function enterWithoutView(): Promise<void> {
  const engine = await PasscodeEngine.load('inklock-passcode.wasm');
  const kind: PasscodeKind = 'four-digits';
  const theme: PasscodeThemeName = themes[0];
  engine.open(kind, true);
  const { name, refusal }: EntryResult = engine.press(1);
  const change: PasscodeChangeActionCode = engine.openChange('create', kind, kinds, { minimumLength: 6 });
  const contents: Contents = {
    width: 390, height: 844, inset: { top: 0, right: 0, bottom: 0, left: 0 }, kind, hasIcon: false, titleLines: 1,
    messageLines: 2, textScale: 1, isRightToLeft: false, order: null,
  };
  const layout: Layout = engine.layout(contents);
  const title: Rectangle = layout.title;
  console.log(name, refusal, change, title.width, engine.theme(theme).blur, engine.note.refusal, new PasscodeEngine(exports).count);
}

function drawPassword(element: InkPicturePassword): void {
  element.addEventListener('ink-define', ({ detail }: CustomEvent<PictureDefinition>) => {
    element.template = detail.template;
  });
  element.addEventListener('ink-attempt', ({ detail }: CustomEvent<PictureAttempt>) => {
    if (detail.gesture.length > 0) element.accept();
    else element.reject({ attemptsLeft: 1 });
  });
  const replay: ReplayState | null = element.replayState;
  element.minimumStrength = 'good';
  console.log(replay?.partCount, element.debugData()?.parts.length);
  // @ts-expect-error There is no such level.
  element.minimumStrength = 'excellent';
}

async function drawPasswordWithoutView(): Promise<void> {
  const engine = await PictureEngine.load();
  const picture: Extent = { width: 3, height: 2 };
  const trail: TrailStyle = 'fire';
  engine.open({ ...picture, left: 0, top: 0 }, picture, true);
  engine.setTrail(trail, false, 1);
  engine.beginEnrolment('fair');
  const result = engine.enrol(0);
  const refusal: EnrolmentErrorKind | null = 'refusal' in result ? result.refusal : null;
  const verdict: PictureVerdict = engine.verify(0);
  const strength: Strength | null = engine.strength;
  console.log(refusal, verdict, strength?.advice, new PictureEngine(exports).partCount);
}

function explain(error: unknown): string {
  const reason: InkReason | null = error instanceof InkError ? error.reason : null;
  return reason ?? String(checked(0));
}

document.querySelectorAll('ink-signature').forEach((pad) => sign(pad).catch(explain));
document.querySelectorAll('ink-lock').forEach(lock);
document.querySelectorAll('ink-passcode').forEach(enter);
document.querySelectorAll('ink-picture-password').forEach(drawPassword);
for (const run of [draw, lockWithoutView, enterWithoutView, drawPasswordWithoutView]) run().catch(explain);
