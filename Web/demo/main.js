// SPDX-License-Identifier: MIT
import { InkSignature } from '../src/ink-signature.js';
import { theme } from '../src/theme.js';
import { offerChoices } from './choices.js';
import { copies } from './copying.js';
import { find } from './elements.js';
import { fillTextsFrom, language } from './language.js';
import { MeshView } from './mesh-view.js';
import { Meter } from './meter.js';
import { offerSaving } from './saving.js';
import { text } from './words.js';

document.adoptedStyleSheets.push(theme);
fillTextsFrom(text);
for (const pad of document.querySelectorAll('ink-signature')) pad.lang = language;

const pad = find('#pad', InkSignature);
offerChoices(pad);
offerSaving(pad);
new Meter(pad, find('#meter', HTMLElement));

const mesh = new MeshView(pad, find('#mesh', HTMLCanvasElement));
const inside = find('#inside', HTMLInputElement);
inside.addEventListener('change', () => mesh.show(inside.checked));
mesh.show(inside.checked);

const snippet = find('#snippet', HTMLElement);
copies(find('#copy', HTMLElement), () => snippet.textContent ?? '', snippet);
