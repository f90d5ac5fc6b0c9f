// SPDX-License-Identifier: MIT
import { element } from './markup.js';
import { Pane } from './pane.js';
import { text } from './words.js';

const isApple = /^(Mac|iP)/.test(navigator.platform);

/** The shortcuts: the key, whether Alt belongs to it, and the name of the action and its text. */
const shortcuts = /** @type {const} */ ([
  { key: 'k', alt: false, action: 'search', words: 'search' },
  { key: 'n', alt: true, action: 'new', words: 'newNote' },
  { key: 'b', alt: false, action: 'bold', words: 'bold' },
  { key: 'c', alt: true, action: 'checklist', words: 'checklist' },
  { key: 'Enter', alt: false, action: 'tick', words: 'tick' },
  { key: 's', alt: false, action: 'save', words: 'saveNow' },
  { key: 'p', alt: false, action: 'print', words: 'print' },
  { key: 'l', alt: true, action: 'lock', words: 'lockNow' },
  { key: '/', alt: false, action: 'list', words: 'shortcuts' },
]);

/**
 * Listens for the shortcuts, unless a dialog is open.
 * @param {Partial<Record<(typeof shortcuts)[number]['action'], () => void>>} actions the browser keeps those without
 *   one
 * @param {() => boolean} isActive
 * @param {AbortSignal} signal
 */
export function onShortcuts(actions, isActive, signal) {
  document.addEventListener('keydown', (event) => {
    const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
    if ((isApple ? !metaKey || ctrlKey : !ctrlKey || metaKey) || event.getModifierState('AltGraph')) return;
    // With Shift, letters belong to the browser. Some keyboards need it for the sign.
    if (shiftKey && key !== '/') return;
    // With Alt, a key may produce another letter.
    const found = shortcuts.find((each) => {
      return each.alt === altKey && (each.key.toLowerCase() === key.toLowerCase() || (altKey && code === `Key${each.key.toUpperCase()}`));
    });
    const act = found && actions[found.action];
    if (!act || !isActive() || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    act();
  }, { signal });
}

/** Shows the list of the shortcuts. */
export function showShortcuts() {
  // The modifiers as they are printed on the keys.
  const [main, other] = isApple ? ['⌘', '⌥'] : [text.controlKey, 'Alt'];
  const rows = shortcuts.map(({ key, alt, words }) => {
    const keys = [main, ...(alt ? [other] : []), key.length > 1 ? key : key.toUpperCase()].map((each) => element('kbd', {}, each));
    return element('div', {}, element('dt', {}, text[words]), element('dd', { dir: 'ltr' }, ...keys));
  });
  const pane = new Pane({ title: text.shortcuts, body: [element('dl', { className: 'shortcuts' }, ...rows)] });
  pane.open();
}
