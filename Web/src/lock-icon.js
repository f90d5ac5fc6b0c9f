// SPDX-License-Identifier: MIT
import { part } from './part.js';

/** Returns a padlock, which a page replaces through the slot `icon`. */
export const lockIcon = () => part('div.icon', { part: 'icon', 'aria-hidden': 'true' },
  part('slot', { name: 'icon' }),
  part('svg', { viewBox: '0 0 48 48' },
    part('path', { d: 'M16 22v-7a8 8 0 0 1 16 0v7' }),
    part('rect', { x: '10', y: '22', width: '28', height: '20', rx: '5' }),
    part('path', { d: 'M24 30v5' }),
  ),
);

/**
 * Hides the padlock while the page has an icon, except an image that cannot be loaded.
 * @param {Element} place the copy of a `lockIcon()` that is in use
 */
export function watchIcon(place) {
  const slot = /** @type {HTMLSlotElement} */ (place.querySelector('slot'));
  /** @type {WeakSet<Element>} */
  const failed = new WeakSet();
  const update = () => {
    const hasIcon = slot.assignedElements().some((each) => !failed.has(each));
    slot.hidden = !hasIcon;
    place.querySelector('svg')?.toggleAttribute('hidden', hasIcon);
  };
  slot.addEventListener('slotchange', () => {
    for (const image of slot.assignedElements()) {
      if (!(image instanceof HTMLImageElement) || !image.complete || image.naturalWidth > 0) continue;
      // Some browsers give no width for a drawing without one, which still decodes.
      image.decode().catch(() => {
        failed.add(image);
        update();
      });
    }
    update();
  });
  // Neither event bubbles, and a page may load an image again.
  slot.addEventListener('error', ({ target }) => {
    failed.add(/** @type {Element} */ (target));
    update();
  }, true);
  slot.addEventListener('load', ({ target }) => {
    failed.delete(/** @type {Element} */ (target));
    update();
  }, true);
}
