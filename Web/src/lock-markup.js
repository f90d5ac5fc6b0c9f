// SPDX-License-Identifier: MIT

const template = document.createElement('template');
template.innerHTML = `
<div class="content" hidden inert><slot></slot></div>
<dialog class="cover" part="cover" closedby="none" aria-labelledby="title" tabindex="-1">
  <div class="sheet">
    <div class="icon" part="icon" aria-hidden="true"><slot name="icon"><svg viewBox="0 0 48 48"><path d="M16 22v-7a8 8 0 0 1 16 0v7"/><rect x="10" y="22" width="28" height="20" rx="5"/><path d="M24 30v5"/></svg></slot></div>
    <h2 class="title" part="title" id="title"></h2>
    <p class="message" part="message"></p>
    <form class="code" part="code" hidden>
      <label for="code"></label>
      <input id="code" type="text" name="recovery-code" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" aria-describedby="hint">
      <p class="hint" id="hint"></p>
      <button type="submit" class="main"></button>
    </form>
    <button type="button" class="main unlock" part="unlock" hidden></button>
    <button type="button" class="plain beside" part="method" hidden></button>
    <button type="button" class="plain cancel" hidden></button>
  </div>
  <div class="stage" hidden></div>
  <p class="note" part="message" hidden></p>
  <div class="methods" part="methods" role="group" hidden></div>
  <div class="foot" part="foot"><slot name="foot"></slot></div>
  <div class="spoken" role="status" aria-live="polite"></div>
</dialog>`;

/**
 * Fills a shadow root with the slot of the content and the cover.
 * @param {ShadowRoot} root
 */
export function buildLock(root) {
  root.append(template.content.cloneNode(true));
  const find = (/** @type {string} */ selector) => /** @type {any} */ (root.querySelector(selector));
  return {
    content: /** @type {HTMLElement} */ (find('.content')),
    cover: /** @type {HTMLDialogElement} */ (find('.cover')),
    sheet: /** @type {HTMLElement} */ (find('.sheet')),
    title: /** @type {HTMLElement} */ (find('.title')),
    message: /** @type {HTMLElement} */ (find('.message')),
    form: /** @type {HTMLFormElement} */ (find('.code')),
    label: /** @type {HTMLLabelElement} */ (find('label')),
    code: /** @type {HTMLInputElement} */ (find('input')),
    hint: /** @type {HTMLElement} */ (find('.hint')),
    submit: /** @type {HTMLButtonElement} */ (find('.code button')),
    unlock: /** @type {HTMLButtonElement} */ (find('.unlock')),
    beside: /** @type {HTMLButtonElement} */ (find('.beside')),
    cancel: /** @type {HTMLButtonElement} */ (find('.cancel')),
    stage: /** @type {HTMLElement} */ (find('.stage')),
    note: /** @type {HTMLElement} */ (find('.note')),
    methods: /** @type {HTMLElement} */ (find('.methods')),
    spoken: /** @type {HTMLElement} */ (find('.spoken')),
  };
}
