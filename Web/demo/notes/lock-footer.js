// SPDX-License-Identifier: MIT
import { remember, remembered, restorerOfKept } from './device.js';
import { element } from './markup.js';
import { isPhoto } from './own-photo.js';
import { pictureOf } from './proof.js';
import { text } from './words.js';

/** The part below the lock's screen, with a button for another user. */
export class LockFooter {
  /**
   * The name of the picture of the account's picture password.
   * @type {string | undefined}
   */
  picture;
  #app;
  #place = /** @type {HTMLElement} */ (document.getElementById('foot'));

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  clear() {
    this.#place.replaceChildren();
  }

  /** Shows the button for another user, and a hint if the photo of the picture password is on another device. */
  update() {
    const isElsewhere = isPhoto(this.picture) && !pictureOf(this.picture);
    this.show(...(isElsewhere ? [element('p', {}, text.photoElsewhere)] : []));
  }

  /**
   * Shows parts above the button for another user.
   * @param {HTMLElement[]} parts
   */
  show(...parts) {
    this.#place.replaceChildren(...parts, this.otherUserButton());
  }

  /** Returns a button that removes the account's name from this device. */
  otherUserButton() {
    const button = element('button', { type: 'button', className: 'quiet not-me', dir: 'auto', textContent: text.notMe(this.#app.name) });
    button.addEventListener('click', () => this.#forgetAccount());
    return button;
  }

  /** Removes the account's name from this device after confirmation, because the user needs the name to sign in. */
  async #forgetAccount() {
    const app = this.#app;
    const { name = app.name, account } = remembered();
    if (!name) return; // pressed twice
    const restore = await restorerOfKept(account);
    await app.signOut();
    app.toast.show(text.nameForgotten, text.undo, () => {
      remember({ name, account });
      restore();
      app.lockOrSignIn(name);
    });
  }
}
