// SPDX-License-Identifier: MIT
import '../../src/ink-lock.js';
import { theme } from '../../src/theme.js';
import { App } from './app.js';
import { dress } from './look.js';
import { prepareLanguage, speak } from './words.js';

document.adoptedStyleSheets.push(theme);
await prepareLanguage();
speak();
dress();
new App().start();
