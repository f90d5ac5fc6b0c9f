// SPDX-License-Identifier: MIT
import { part } from './part.js';

/** Returns a padlock, which a page replaces through the slot `icon`. */
export const lockIcon = () => part('div.icon', { part: 'icon', 'aria-hidden': 'true' },
  part('slot', { name: 'icon' },
    part('svg', { viewBox: '0 0 48 48' },
      part('path', { d: 'M16 22v-7a8 8 0 0 1 16 0v7' }),
      part('rect', { x: '10', y: '22', width: '28', height: '20', rx: '5' }),
      part('path', { d: 'M24 30v5' }),
    ),
  ),
);
