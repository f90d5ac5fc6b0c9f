// SPDX-License-Identifier: MIT
import { element } from './markup.js';
import { ServiceError } from './service.js';
import { span, text, wordsFor } from './words.js';

/**
 * Sends a change until there is a response. If the response is lost or the service is busy, it shows a message and
 * sends the same request again when the user asks for it, so that the user need not type or draw anything twice.
 * @param {() => Promise<any>} send
 * @param {HTMLElement} place where the problem is shown
 * @param {AbortSignal} signal gives up
 * @returns {Promise<any>} the answer
 * @throws {ServiceError}
 */
export async function retryUntilAnswered(send, place, signal) {
  const locked = new AbortController();
  document.addEventListener('ink-lock-drop', () => locked.abort(), { once: true, signal: locked.signal });
  try {
    return await retry(send, place, signal, locked.signal);
  } finally {
    locked.abort();
  }
}

/**
 * Sends a change until there is a response, or the page is locked.
 * @param {() => Promise<any>} send
 * @param {HTMLElement} place
 * @param {AbortSignal} signal gives up
 * @param {AbortSignal} locked the page has been locked
 */
async function retry(send, place, signal, locked) {
  for (let next = send; ; ) {
    try {
      return await next();
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.again || signal.aborted) throw error;
      // Locking removes the dialog, so its change is no longer wanted.
      if (locked.aborted) return new Promise(() => {});
      next = error.again;
      const { code } = error;
      const ends = new AbortController();
      const button = element('button', { type: 'button', className: 'button main' }, element('span', {}, text.tryAgain));
      place.replaceChildren(element('p', { className: 'problem', '@role': 'alert' }, wordsFor(error)), button);
      place.hidden = false;
      disableFor(button, error.retryAfterSeconds, ends.signal);
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      button.focus();
      await new Promise((resolve) => {
        button.addEventListener('click', () => button.ariaDisabled !== 'true' && resolve(null));
        signal.addEventListener('abort', resolve, { signal: ends.signal });
        locked.addEventListener('abort', resolve, { signal: ends.signal });
        if (code === 'offline') addEventListener('online', resolve, { signal: ends.signal });
      });
      ends.abort();
      if (!signal.aborted && (locked.aborted || !place.isConnected)) return new Promise(() => {});
      const isFocused = document.activeElement === button;
      place.hidden = true;
      place.replaceChildren();
      if (isFocused) focused?.focus();
      if (signal.aborted) throw error;
    }
  }
}

/**
 * Disables a button for some seconds, and counts them down in its label. Its accessible name stays, because screen
 * readers would read each change of the focused button.
 * @param {HTMLElement} button with its words in a `span`
 * @param {number} seconds
 * @param {AbortSignal} signal ends it early
 */
export function disableFor(button, seconds, signal) {
  if (!(seconds > 0)) return;
  const label = /** @type {HTMLElement} */ (button.querySelector('span'));
  const words = label.textContent ?? '';
  const until = performance.now() + 1000 * seconds;
  const show = () => {
    const left = Math.ceil((until - performance.now()) / 1000);
    if (left <= 0 || signal.aborted) return end();
    label.textContent = text.againIn(span(left));
  };
  const end = () => {
    clearInterval(timer);
    button.ariaDisabled = null;
    button.ariaLabel = null;
    label.textContent = words;
  };
  button.ariaDisabled = 'true';
  button.ariaLabel = words;
  const timer = setInterval(show, 500);
  signal.addEventListener('abort', end);
  show();
}

/**
 * Shows that a button's action is in progress, once it takes long enough to be noticed.
 * @template Answer
 * @param {HTMLElement} button with its words in a `span`
 * @param {Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
export async function showProgress(button, work) {
  const label = /** @type {HTMLElement} */ (button.querySelector('span'));
  const words = label.textContent;
  button.ariaDisabled = 'true';
  // Screen readers do not read a button again when its label changes.
  const spoken = element('span', { className: 'unseen', '@role': 'status' });
  button.after(spoken);
  const timer = setTimeout(() => (label.textContent = spoken.textContent = text.moment), 300);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    spoken.remove();
    label.textContent = words;
    button.ariaDisabled = null;
  }
}
