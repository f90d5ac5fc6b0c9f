// SPDX-License-Identifier: MIT
import { InkPasscode } from '../../src/ink-passcode.js';
import { PasscodeEngine } from '../../src/passcode-engine.js';
import { theme } from '../../src/theme.js';
import { find } from '../elements.js';
import { fillTextsFrom, language } from '../language.js';
import { Choices } from './choices.js';
import { Device } from './device.js';
import { explainRefusals } from './refusals.js';
import { text } from './words.js';

document.adoptedStyleSheets.push(theme);
fillTextsFrom(text);

const passcode = find('#passcode', InkPasscode);
passcode.lang = language;
passcode.setAttribute('app-name', text.app);
/** @type {Device} */
const device = new Device(passcode, (kind) => choices.kept(kind));
const choices = new Choices(passcode, (kind) => (device.kind = kind));

const engine = await PasscodeEngine.load().catch(() => null);
if (engine) {
  choices.paint(engine);
  explainRefusals(engine);
}
