// SPDX-License-Identifier: MIT

/** The font size of the corner button as a share of its width. The longest label fits on one line. */
const cornerShare = 0.16;
/** The share of the message's font size below which the button shows a symbol instead. */
const leastCorner = 0.75;

/** Places the parts of the keypad as the engine's layout specifies, and creates a button for each digit. */
export class PasscodeKeypad {
  #parts;
  /** @type {number | undefined} */
  #flash;

  /** @param {ReturnType<import('./passcode-markup.js').buildPasscode>} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * @param {import('./passcode-engine.js').Layout} layout
   * @param {(digit: number) => string} letters
   */
  place(layout, letters) {
    const { screen, icon, title, marks, text, message, submit, corner, accessory } = this.#parts;
    Object.assign(screen.style, { width: `${layout.width}px`, height: `${layout.height}px` });
    const lengths = {
      corner: layout.keyCorner, digit: layout.digitSize, letter: layout.letterSize, title: layout.titleSize,
      message: layout.messageSize, fit: layout.corner.width * cornerShare,
    };
    for (const [name, length] of Object.entries(lengths)) screen.style.setProperty(`--code-${name}`, `${length}px`);
    put(icon, layout.icon);
    put(title, layout.title);
    put(message, layout.message);
    put(corner, layout.corner);
    corner.classList.toggle('symbol', lengths.fit < leastCorner * layout.messageSize);
    put(accessory, layout.accessory);
    put(submit, layout.submit);
    put(text, layout.field);
    const row = layout.field ?? around(layout.marks);
    put(marks, row);
    marks.classList.toggle('line', layout.field !== null);
    if (!layout.field) {
      this.#marks(layout.marks.length).forEach((mark, index) => put(mark, shifted(layout.marks[index], row)));
    }
    this.#placeKeys(layout, letters);
  }

  /**
   * @param {number} count the number of filled marks
   * @param {boolean} isLine whether only filled marks are shown
   */
  fill(count, isLine) {
    if (isLine) for (const mark of this.#marks(count)) mark.removeAttribute('style');
    [...this.#parts.marks.children].forEach((mark, index) => mark.classList.toggle('full', index < count));
  }

  /**
   * Highlights a key as if it were pressed.
   * @param {string} digit
   */
  flash(digit) {
    clearTimeout(this.#flash);
    for (const key of this.#parts.keys.children) {
      key.classList.toggle('pressed', /** @type {HTMLElement} */ (key).dataset.digit === digit);
    }
    this.#flash = setTimeout(() => {
      for (const key of this.#parts.keys.children) key.classList.remove('pressed');
    }, 120);
  }

  /** @param {boolean} isDisabled */
  disable(isDisabled) {
    for (const key of this.#parts.keys.children) key.ariaDisabled = String(isDisabled);
  }

  /** @param {number} count */
  #marks(count) {
    const { marks } = this.#parts;
    while (marks.children.length > count) marks.lastElementChild?.remove();
    while (marks.children.length < count) marks.append(document.createElement('i'));
    return /** @type {HTMLElement[]} */ ([...marks.children]);
  }

  /** @type {(layout: import('./passcode-engine.js').Layout, letters: (digit: number) => string) => void} */
  #placeKeys(layout, letters) {
    const { keys } = this.#parts;
    while (keys.children.length > layout.keys.length) keys.lastElementChild?.remove();
    layout.keys.forEach(({ digit, frame }, index) => {
      const key = /** @type {HTMLElement} */ (keys.children[index] ?? keys.appendChild(newKey()));
      put(key, frame);
      if (key.dataset.digit === String(digit)) return;
      key.dataset.digit = key.ariaLabel = String(digit);
      const [number, under] = key.children;
      number.textContent = String(digit);
      under.textContent = letters(digit);
    });
  }
}

function newKey() {
  const key = document.createElement('button');
  key.type = 'button';
  key.className = 'key';
  key.setAttribute('part', 'key');
  key.append(document.createElement('b'), document.createElement('small'));
  return key;
}

/**
 * @param {HTMLElement} element
 * @param {import('./passcode-engine.js').Rectangle | null} rectangle
 */
function put(element, rectangle) {
  element.hidden = rectangle === null;
  if (!rectangle) return;
  const { x, y, width, height } = rectangle;
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

/** @param {import('./passcode-engine.js').Rectangle[]} rectangles */
function around(rectangles) {
  if (!rectangles.length) return null;
  const [{ x, y, height }] = rectangles;
  const last = rectangles[rectangles.length - 1];
  return { x, y, width: last.x + last.width - x, height };
}

/** @type {(inner: import('./passcode-engine.js').Rectangle, outer: any) => any} */
function shifted(inner, outer) {
  return { ...inner, x: inner.x - outer.x, y: inner.y - outer.y };
}
