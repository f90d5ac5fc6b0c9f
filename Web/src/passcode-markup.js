// SPDX-License-Identifier: MIT

const template = document.createElement('template');
template.innerHTML = `
<div class="stage" part="stage">
  <div class="screen">
    <div class="icon" part="icon" aria-hidden="true"><slot name="icon"><svg viewBox="0 0 48 48"><path d="M16 22v-7a8 8 0 0 1 16 0v7"/><rect x="10" y="22" width="28" height="20" rx="5"/><path d="M24 30v5"/></svg></slot></div>
    <h2 class="title" part="title"></h2>
    <div class="marks" part="marks" role="img" tabindex="0"></div>
    <form class="typed" hidden>
      <input class="name" type="text" name="username" autocomplete="username" tabindex="-1" aria-hidden="true">
      <input class="text" part="field" type="password" name="passcode" autocomplete="current-password" autocapitalize="off" autocorrect="off" spellcheck="false">
    </form>
    <p class="message" part="message"></p>
    <div class="keys" part="keys" role="group"></div>
    <button type="button" class="submit" part="submit" data-action="submit">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12h14m-6-6 6 6-6 6"/></svg>
    </button>
    <button type="button" class="corner quiet" part="corner" data-action="corner"><span></span>
      <svg class="cancel" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg>
      <svg class="delete" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 6h12v12H9l-6-6zM12.500 9.500l5 5m0-5-5 5"/></svg>
    </button>
    <div class="accessory" part="accessory"><slot name="accessory"><button type="button" class="quiet" data-action="biometrics">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 11v4c0 2 .4 3.500 1 5M8.500 19c-.4-1.300-.5-2.600-.5-4v-3a4 4 0 0 1 8 0v3c0 1.300.2 2.500.6 3.500M5 16v-4a7 7 0 0 1 10-6.300M18.300 9c.5 1 .7 2 .7 3v2.500"/></svg>
    </button></slot></div>
    <div class="foot" part="foot">
      <select data-action="kind"></select>
      <button type="button" class="quiet" data-action="start-over"></button>
      <button type="button" class="quiet" data-action="other"></button>
    </div>
  </div>
  <div class="spoken" role="status" aria-live="polite"></div>
</div>`;

/**
 * Fills a shadow root with the parts of the keypad.
 * @param {ShadowRoot} root
 */
export function buildPasscode(root) {
  root.append(template.content.cloneNode(true));
  const find = (/** @type {string} */ selector) => /** @type {any} */ (root.querySelector(selector));
  return {
    stage: /** @type {HTMLElement} */ (find('.stage')),
    screen: /** @type {HTMLElement} */ (find('.screen')),
    icon: /** @type {HTMLElement} */ (find('.icon')),
    title: /** @type {HTMLElement} */ (find('.title')),
    marks: /** @type {HTMLElement} */ (find('.marks')),
    typed: /** @type {HTMLFormElement} */ (find('.typed')),
    text: /** @type {HTMLInputElement} */ (find('.text')),
    message: /** @type {HTMLElement} */ (find('.message')),
    keys: /** @type {HTMLElement} */ (find('.keys')),
    submit: /** @type {HTMLButtonElement} */ (find('.submit')),
    corner: /** @type {HTMLButtonElement} */ (find('.corner')),
    cornerWord: /** @type {HTMLElement} */ (find('.corner span')),
    accessory: /** @type {HTMLElement} */ (find('.accessory')),
    biometrics: /** @type {HTMLButtonElement} */ (find('[data-action=biometrics]')),
    foot: /** @type {HTMLElement} */ (find('.foot')),
    kind: /** @type {HTMLSelectElement} */ (find('select')),
    startOver: /** @type {HTMLButtonElement} */ (find('[data-action=start-over]')),
    other: /** @type {HTMLButtonElement} */ (find('[data-action=other]')),
    spoken: /** @type {HTMLElement} */ (find('.spoken')),
  };
}
