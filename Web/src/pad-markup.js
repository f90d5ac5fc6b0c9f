// SPDX-License-Identifier: MIT
import { part } from './part.js';

const parts = part('div.pad', { part: 'pad' },
  part('div.paper', { part: 'paper', role: 'img', tabindex: '0' },
    part('span.placeholder', { part: 'placeholder', 'aria-hidden': 'true' }),
    part('canvas', { part: 'ink', width: '0', height: '0', 'aria-hidden': 'true' }),
    part('div.baseline', { part: 'baseline', 'aria-hidden': 'true' },
      part('svg.cross', { viewBox: '0 0 14 14' }, part('path', { d: 'M2 2 12 12M12 2 2 12' })),
    ),
    part('slot.overlay', { name: 'overlay' }),
    part('p.message', { part: 'message', hidden: '' }),
    part('div.notice', { hidden: '' }),
  ),
  part('div.tools', { part: 'toolbar', role: 'toolbar' },
    part('button', { type: 'button', 'data-action': 'type' }),
    part('div.steps', {},
      part('button', { type: 'button', 'data-action': 'undo' },
        part('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
          part('path', { d: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3' }),
        ),
      ),
      part('button', { type: 'button', 'data-action': 'redo' },
        part('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
          part('path', { d: 'm16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h3' }),
        ),
      ),
      part('button', { type: 'button', 'data-action': 'clear' }),
    ),
  ),
  part('div.typed', { part: 'typed', role: 'group', hidden: '' },
    part('input', { type: 'text', autocomplete: 'name', spellcheck: 'false', maxlength: '200' }),
    part('button.main', { type: 'button', 'data-action': 'write' }),
    part('button', { type: 'button', 'data-action': 'back' },
      part('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, part('path', { d: 'M6 6 18 18M18 6 6 18' })),
    ),
  ),
  part('div.spoken', { role: 'status', 'aria-live': 'polite' }),
);

/**
 * Fills a shadow root with the pad's parts.
 * @param {ShadowRoot} root
 */
export function buildPad(root) {
  root.append(parts.cloneNode(true));
  const find = (/** @type {string} */ selector) => /** @type {any} */ (root.querySelector(selector));
  return {
    pad: /** @type {HTMLElement} */ (find('.pad')),
    paper: /** @type {HTMLElement} */ (find('.paper')),
    canvas: /** @type {HTMLCanvasElement} */ (find('canvas')),
    placeholder: /** @type {HTMLElement} */ (find('.placeholder')),
    notice: /** @type {HTMLElement} */ (find('.notice')),
    tools: /** @type {HTMLElement} */ (find('.tools')),
    typed: /** @type {HTMLElement} */ (find('.typed')),
    message: /** @type {HTMLElement} */ (find('.message')),
    spoken: /** @type {HTMLElement} */ (find('.spoken')),
  };
}
