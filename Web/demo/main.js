// SPDX-License-Identifier: MIT
import '../src/ink-signature.js';
import { theme } from '../src/theme.js';
import { offerChoices } from './choices.js';
import { copies } from './copying.js';
import { fillTextsFrom, language } from './language.js';
import { MeshView } from './mesh-view.js';
import { Meter } from './meter.js';
import { offerSaving } from './saving.js';
import { text } from './words.js';

document.adoptedStyleSheets.push(theme);
fillTextsFrom(text);
for (const pad of document.querySelectorAll('ink-signature')) pad.lang = language;

const pad = document.getElementById('pad');
offerChoices(pad);
offerSaving(pad);
new Meter(pad, document.getElementById('meter'));

const mesh = new MeshView(pad, document.getElementById('mesh'));
const inside = document.getElementById('inside');
inside.addEventListener('change', () => mesh.show(inside.checked));
mesh.show(inside.checked);

const snippet = document.getElementById('snippet');
copies(document.getElementById('copy'), () => snippet.textContent, snippet);
