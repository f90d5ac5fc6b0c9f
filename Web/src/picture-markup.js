// SPDX-License-Identifier: MIT

const template = document.createElement('template');
template.innerHTML = `
<div class="stage" part="stage">
  <canvas class="backdrop" width="0" height="0" aria-hidden="true"></canvas>
  <div class="surface" part="surface" role="img" tabindex="0">
    <div class="picture" part="picture" hidden></div>
    <svg class="debug" part="debug" aria-hidden="true"></svg>
    <canvas class="trail" part="trail" width="0" height="0" aria-hidden="true"></canvas>
  </div>
  <div class="card prompt" part="prompt">
    <p class="title" part="title"></p>
    <p class="hint" part="hint"></p>
    <ol class="steps" part="steps" role="img" hidden></ol>
  </div>
  <div class="card controls" part="controls">
    <div class="strength" part="strength" role="group" hidden>
      <span class="bars" aria-hidden="true"><i></i><i></i><i></i><i></i></span>
      <b class="level"></b>
      <span class="advice"></span>
    </div>
    <div class="replay" part="replay" role="group" hidden>
      <span class="time" aria-hidden="true"><i></i></span>
      <div class="speeds">
        <button type="button" data-action="play">
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path class="to-play" d="M8 5v14l11-7z"/><path class="to-pause" d="M8 5v14M16 5v14"/>
          </svg>
        </button>
        <span class="played" aria-hidden="true"></span>
        <button type="button" data-speed="1"></button>
        <button type="button" data-speed="2"></button>
        <button type="button" data-speed="4"></button>
      </div>
    </div>
    <p class="readout" part="readout" hidden></p>
    <div class="tools" part="toolbar" role="toolbar">
      <button type="button" data-action="undo">
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3"/></svg>
      </button>
      <button type="button" data-action="clear">
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M19 12a7 7 0 1 1-2.1-5M19 3v5h-5"/></svg>
      </button>
      <span class="progress" part="progress" aria-hidden="true"></span>
      <button type="button" class="main" data-action="submit"></button>
    </div>
    <button type="button" class="other" part="other" data-action="other"></button>
  </div>
  <div class="table"></div>
  <div class="spoken" role="status" aria-live="polite"></div>
</div>`;

/**
 * Fills a shadow root with the parts of the picture.
 * @param {ShadowRoot} root
 */
export function buildPicture(root) {
  root.append(template.content.cloneNode(true));
  const find = (/** @type {string} */ selector) => /** @type {any} */ (root.querySelector(selector));
  return {
    stage: /** @type {HTMLElement} */ (find('.stage')),
    backdrop: /** @type {HTMLCanvasElement} */ (find('.backdrop')),
    surface: /** @type {HTMLElement} */ (find('.surface')),
    picture: /** @type {HTMLElement} */ (find('.picture')),
    debug: /** @type {SVGSVGElement} */ (find('.debug')),
    trail: /** @type {HTMLCanvasElement} */ (find('.trail')),
    title: /** @type {HTMLElement} */ (find('.title')),
    hint: /** @type {HTMLElement} */ (find('.hint')),
    steps: /** @type {HTMLElement} */ (find('.steps')),
    controls: /** @type {HTMLElement} */ (find('.controls')),
    strength: /** @type {HTMLElement} */ (find('.strength')),
    replay: /** @type {HTMLElement} */ (find('.replay')),
    readout: /** @type {HTMLElement} */ (find('.readout')),
    tools: /** @type {HTMLElement} */ (find('.tools')),
    progress: /** @type {HTMLElement} */ (find('.progress')),
    table: /** @type {HTMLElement} */ (find('.table')),
    spoken: /** @type {HTMLElement} */ (find('.spoken')),
  };
}
