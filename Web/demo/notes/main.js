// SPDX-License-Identifier: MIT
import '../../src/ink-lock.js';
import { lockStrings } from '../../src/lock-strings.js';
import { theme } from '../../src/theme.js';
import { App } from './app.js';
import { dress } from './look.js';
import { german } from './texts-de.js';
import { english } from './texts-en.js';
import { speak } from './words.js';

// Not everybody knows what a passkey is.
for (const [strings, own] of [[lockStrings.en, english], [lockStrings.de, german]]) {
  strings.method.passkey = () => own.withPasskey;
  strings.waiting.passkey = strings.waiting['device-owner'];
}

document.adoptedStyleSheets.push(theme);
speak();
dress();
new App().start();
