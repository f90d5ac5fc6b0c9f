// SPDX-License-Identifier: MIT
import '../../src/ink-lock.js';
import { theme } from '../../src/theme.js';
import { App } from './app.js';
import { dress } from './look.js';
import { speak } from './words.js';

document.adoptedStyleSheets.push(theme);
speak();
dress();
new App().start();
