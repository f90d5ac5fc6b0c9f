// SPDX-License-Identifier: MIT

/** The panel over the picture between two drawings: the last result and the possible actions. */
export class Sheet {
  #root = document.getElementById('sheet');
  #title = document.getElementById('sheet-title');
  #text = document.getElementById('sheet-text');
  #actions = document.getElementById('actions');

  /**
   * @param {{ title: string, text: string, actions: [string, () => void][], open?: boolean }} content the first action
   * is the default; `open` shows an open lock
   */
  show({ title, text, actions, open = false }) {
    this.#title.textContent = title;
    this.#text.textContent = text;
    this.#actions.replaceChildren(...actions.map(([label, action], index) => button(label, action, index === 0)));
    this.#root.classList.toggle('unlocked', open);
    this.#root.hidden = false;
    this.#root.focus({ preventScroll: true });
  }

  hide() {
    this.#root.hidden = true;
  }
}

function button(label, action, isMain) {
  const made = Object.assign(document.createElement('button'), { type: 'button', className: 'button', textContent: label });
  made.classList.toggle('main', isMain);
  made.addEventListener('click', action);
  return made;
}
