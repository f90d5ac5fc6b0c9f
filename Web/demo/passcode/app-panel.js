// SPDX-License-Identifier: MIT

/** The content of the app while no passcode is requested: the last result and the possible actions. */
export class AppPanel {
  #root = document.getElementById('panel');
  #title = document.getElementById('panel-title');
  #text = document.getElementById('panel-text');
  #secret = document.getElementById('secret');
  #actions = document.getElementById('actions');

  /**
   * @param {object} content
   * @param {string} content.title
   * @param {string} content.text
   * @param {string} [content.secret] the text that the passcode protects
   * @param {[string, () => void][]} content.actions the first is the default
   * @param {boolean} [content.open] whether to show an open lock
   */
  show({ title, text, secret = '', actions, open = false }) {
    this.#title.textContent = title;
    this.#text.textContent = text;
    this.#secret.textContent = secret;
    this.#secret.hidden = !secret;
    this.#actions.replaceChildren(...actions.map(([label, action], index) => button(label, action, index === 0)));
    this.#root.classList.toggle('unlocked', open);
  }

  focus() {
    this.#title.focus();
  }
}

function button(label, action, isMain) {
  const made = Object.assign(document.createElement('button'), { type: 'button', className: 'button', textContent: label });
  made.classList.toggle('main', isMain);
  made.addEventListener('click', action);
  return made;
}
