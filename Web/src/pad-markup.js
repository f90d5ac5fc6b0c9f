// SPDX-License-Identifier: MIT

const template = document.createElement('template');
template.innerHTML = `
<div class="pad" part="pad">
  <div class="paper" part="paper" role="img" tabindex="0">
    <span class="placeholder" part="placeholder" aria-hidden="true"></span>
    <canvas part="ink" width="0" height="0" aria-hidden="true"></canvas>
    <div class="baseline" part="baseline" aria-hidden="true">
      <svg class="cross" viewBox="0 0 14 14"><path d="M2 2 12 12M12 2 2 12"/></svg>
    </div>
    <slot class="overlay" name="overlay"></slot>
    <p class="message" part="message" hidden></p>
    <div class="notice" hidden></div>
  </div>
  <div class="tools" part="toolbar" role="toolbar">
    <button type="button" data-action="type"></button>
    <span class="gap"></span>
    <button type="button" data-action="undo">
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3"/></svg>
    </button>
    <button type="button" data-action="redo">
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h3"/></svg>
    </button>
    <button type="button" data-action="clear"></button>
  </div>
  <div class="typed" part="typed" role="group" hidden>
    <input type="text" autocomplete="name" spellcheck="false" maxlength="200" />
    <button type="button" class="main" data-action="write"></button>
    <button type="button" data-action="back">
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6 18 18M18 6 6 18"/></svg>
    </button>
  </div>
  <div class="spoken" role="status" aria-live="polite"></div>
</div>`;

/**
 * Fills a shadow root with the pad's parts.
 * @param {ShadowRoot} root
 */
export function buildPad(root) {
  root.append(template.content.cloneNode(true));
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
