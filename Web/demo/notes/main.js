// SPDX-License-Identifier: MIT
import '../../src/ink-lock.js';
import { theme } from '../../src/theme.js';
import { App } from './app.js';
import { applyTheme } from './look.js';
import { element } from './markup.js';
import { prepareLanguage, setLanguage, text } from './words.js';

document.adoptedStyleSheets.push(theme);
await prepareLanguage();
setLanguage();
applyTheme();
// Without HTTPS a browser has no cryptography, and without cookies there is no session.
if (!isSecureContext) refuse(text.insecureTitle, text.insecureText);
else if (!navigator.cookieEnabled) refuse(text.cookiesTitle, text.cookiesText);
else new App().start();

/**
 * Says why the notes do not work here, and shows nothing else.
 * @param {string} title
 * @param {string} words
 */
function refuse(title, words) {
  const again = element('button', { type: 'button', className: 'button main', onclick: () => location.reload() }, text.tryAgain);
  const screen = element('div', { className: 'opening' }, element('h1', {}, title), element('p', {}, words), again);
  document.getElementById('screen')?.replaceChildren(screen);
  const lock = /** @type {any} */ (document.querySelector('ink-lock'));
  lock.configure({ isSetUp: false, methods: {} });
}
