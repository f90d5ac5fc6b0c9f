// SPDX-License-Identifier: MIT
import { styleSheet } from './element.js';

/** The style of the element. */
export const pictureStyle = styleSheet(`
:host {
  display: block;
  block-size: 40rem;
  font: 400 var(--ink-size-body)/1.4 var(--ink-font);
  color: var(--ink-text);
  -webkit-tap-highlight-color: transparent;
}
:host([hidden]), [hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--ink-accent); outline-offset: 2px; box-shadow: 0 0 0 6px var(--ink-card); }
p { margin: 0; padding: 0; }

.stage {
  position: relative;
  block-size: 100%;
  overflow: hidden;
  isolation: isolate;
  container-type: size;
  background: var(--ink-raised);
}
/* The area beside the picture shows the picture, blurred beyond recognition. */
.backdrop { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; transition: opacity var(--ink-motion-screen); }
.surface {
  --above: 9rem;
  --below: 12.5rem;
  --left: 0px;
  --right: 0px;
  position: absolute;
  inset: 0;
  cursor: crosshair;
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
  -webkit-touch-callout: none;
}
.surface:focus-visible { outline-offset: -6px; box-shadow: none; }
.pointed .surface:focus-visible { outline: none; }
.closed .surface { cursor: default; }
.trail { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
/* The cards never cover the picture, because a covered part could not be drawn on. */
.picture, .guide, .debug {
  position: absolute;
  inset: calc(var(--above) + env(safe-area-inset-top)) var(--right) calc(var(--below) + env(safe-area-inset-bottom)) var(--left);
  inline-size: calc(100% - var(--left) - var(--right));
  block-size: calc(100% - var(--above) - var(--below) - env(safe-area-inset-top) - env(safe-area-inset-bottom));
}
.covering :is(.picture, .guide, .debug) { inset: 0; inline-size: 100%; block-size: 100%; }
.picture { transition: opacity var(--ink-motion-screen); }
.picture img { display: block; inline-size: 100%; block-size: 100%; object-fit: contain; }
.covering .picture img { object-fit: cover; }
.arriving .picture, .arriving .backdrop { opacity: 0; }
.trail { pointer-events: none; }

.card {
  position: absolute;
  inset-inline: 0;
  inline-size: min(30rem, 100% - 24px);
  margin-inline: auto;
  box-sizing: border-box;
  padding: 12px 16px;
  border-radius: var(--ink-corner-key);
  background: var(--ink-material);
  -webkit-backdrop-filter: blur(24px) saturate(1.6);
  backdrop-filter: blur(24px) saturate(1.6);
  box-shadow: 0 0 0 1px var(--ink-material-edge), 0 8px 32px -12px var(--ink-shadow);
  transition: opacity var(--ink-motion);
}
.prompt { inset-block-start: calc(12px + env(safe-area-inset-top)); text-align: center; pointer-events: none; }
.controls { inset-block-end: calc(12px + env(safe-area-inset-bottom)); display: grid; gap: 8px; padding: 8px; }
.controls:not(:has(> :not([hidden]))) { display: none; }
/* Blurring what is drawn behind would take time from drawing it. */
.drawing .card { opacity: 0.4; pointer-events: none; -webkit-backdrop-filter: none; backdrop-filter: none; }
.title { font-size: var(--ink-size-lead); font-weight: 600; text-wrap: balance; }
.title, .hint, .advice { overflow-wrap: anywhere; hyphens: auto; }
.hint { text-wrap: pretty; }
.hint:empty { display: none; }
.hint.wrong { color: var(--ink-warning); font-weight: 600; }
.hint.wrong::before { content: ''; display: inline-block; inline-size: 0.9em; block-size: 0.9em; margin-inline-end: 0.4em; vertical-align: -0.1em; border-radius: 50%; background: linear-gradient(currentColor, currentColor) 50% 18% / 0.14em 0.36em no-repeat, linear-gradient(currentColor, currentColor) 50% 80% / 0.14em 0.14em no-repeat; box-shadow: inset 0 0 0 0.1em currentColor; }
.steps { display: flex; justify-content: center; gap: 8px; margin-block-start: 8px; }
.steps i { inline-size: 10px; block-size: 10px; box-sizing: border-box; border: 1.5px solid currentColor; border-radius: 50%; transition: background-color var(--ink-motion); }
.steps .full { background: currentColor; }

.tools { display: flex; gap: 4px; align-items: center; }
.progress { flex: 1; text-align: center; font-variant-numeric: tabular-nums; }
button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-inline-size: var(--ink-target);
  min-block-size: var(--ink-target);
  padding: 0 16px;
  border: 0;
  border-radius: var(--ink-corner);
  background: transparent;
  color: var(--ink-text);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  transition: background-color var(--ink-motion), opacity var(--ink-motion);
}
button:hover { background: var(--ink-material-edge); }
button.main { min-inline-size: 6rem; background: var(--ink-accent); color: var(--ink-on-accent); }
[data-action='ghost'][aria-pressed='true'] { background: var(--ink-material-edge); box-shadow: inset 0 0 0 1.5px currentColor; }
button[aria-disabled='true'] { opacity: 0.38; cursor: default; }
button:not(.main)[aria-disabled='true'] { background: transparent; }
button:has(svg) { padding: 0; }
.other { justify-self: stretch; font-weight: 400; text-decoration: underline; text-underline-offset: 4px; }
.icon { inline-size: 22px; block-size: 22px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
:dir(rtl) > .icon { transform: scaleX(-1); }

.strength { display: grid; grid-template-columns: auto auto 1fr; gap: 0 8px; align-items: baseline; padding: 4px 8px 0; min-block-size: 2.8em; }
.bars { display: inline-flex; gap: 3px; align-self: center; }
.bars i { inline-size: 20px; block-size: 6px; border-radius: 3px; background: var(--ink-text); opacity: 0.22; transition: opacity var(--ink-motion), background-color var(--ink-motion); }
.bars .full { background: var(--ink-accent); opacity: 1; }
.advice { grid-column: 1 / -1; font-size: var(--ink-size-small); }

.replay { display: grid; gap: 8px; padding: 8px 8px 0; }
.time { display: block; block-size: 4px; border-radius: 2px; background: var(--ink-material-edge); overflow: hidden; }
.time i { display: block; block-size: 100%; background: var(--ink-accent); transform-origin: 0 0; transform: scaleX(0); }
:dir(rtl) > .time i { transform-origin: 100% 0; }
.speeds { display: flex; gap: 4px; align-items: center; }
.speeds button { padding: 0 8px; font-variant-numeric: tabular-nums; }
.speeds [aria-pressed='true'] { background: var(--ink-material-edge); box-shadow: inset 0 0 0 1.5px currentColor; }
.played { flex: 1; padding-inline-start: 8px; font-variant-numeric: tabular-nums; }
.to-play { fill: currentColor; }
.playing .to-play, .replay:not(.playing) .to-pause { display: none; }
.readout { padding: 4px 8px; font-size: var(--ink-size-small); font-variant-numeric: tabular-nums; }

.guide { overflow: visible; direction: ltr; pointer-events: none; }
.guide * { fill: none; stroke-linecap: round; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.guide .halo { stroke: #14203c; stroke-opacity: 0.55; stroke-width: 6; }
.guide .line { stroke: #fff; stroke-width: 3; }
.guide .ghost { opacity: 0.6; }
.guide .ghost .line { stroke: #ffd23f; stroke-dasharray: 1 7; }
.guide .number { fill: #14203c; stroke: #fff; stroke-width: 4px; paint-order: stroke; font: 700 22px var(--ink-font); text-anchor: middle; dominant-baseline: central; }
.debug { overflow: visible; direction: ltr; }
.debug .halo, .debug .line { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.debug .halo { stroke: #14203c; stroke-opacity: 0.55; stroke-width: 5; }
.debug .line { stroke: #fff; stroke-width: 2.5; }
.debug .tried { fill: none; stroke: #ffd23f; stroke-width: 1.5; stroke-dasharray: 3 3; stroke-linecap: round; }
.debug .tapped { fill: #ffd23f; stroke: #14203c; stroke-width: 0.75; }
.debug .cell { fill: none; stroke: #fff; stroke-opacity: 0.75; stroke-width: 0.75; }
.debug .square { fill: #14203c; fill-opacity: 0.12; stroke: #fff; stroke-width: 1.25; }
.debug .compared .square { stroke: #ffd23f; stroke-dasharray: 4 2; }
.debug .compared .hit { fill: #7ff0c0; fill-opacity: 0.45; stroke: #7ff0c0; stroke-dasharray: none; }
.debug .number { fill: #14203c; stroke: #fff; stroke-width: 4; paint-order: stroke; font: 600 13px var(--ink-font); text-anchor: middle; dominant-baseline: central; }
.table, .spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

/* On a wide screen there is more room beside a picture than above it. */
@container (min-aspect-ratio: 13/10) and (min-height: 34rem) {
  .surface { --above: 0px; --below: 0px; --left: 17.5rem; }
  .surface:dir(rtl) { --left: 0px; --right: 17.5rem; }
  .card { inset-inline: 24px auto; inline-size: 15rem; margin-inline: 0; }
  .prompt { inset-block-start: calc(24px + env(safe-area-inset-top)); text-align: start; }
  .controls { inset-block-end: calc(24px + env(safe-area-inset-bottom)); }
  .steps { justify-content: flex-start; }
  .tools { flex-wrap: wrap; }
  .played { flex: 1 1 70%; }
  .speeds { flex-wrap: wrap; }
  .speeds [data-speed] { flex: 1; }
  .progress { flex: 1 1 auto; text-align: end; padding-inline-end: 8px; white-space: nowrap; }
  button.main { flex: 1 1 100%; }
}
/* On a narrow phone, long button titles leave little space for the number of parts. */
@container (max-width: 25rem) and (max-aspect-ratio: 1299/1000) {
  .tools { gap: 0; }
  .tools .main { min-inline-size: 4.5rem; padding: 0 10px; }
  .progress { min-inline-size: 0; font-size: var(--ink-size-small); line-height: 1.2; }
}
/* On a phone in landscape orientation, the controls are on both sides. */
@container (min-aspect-ratio: 13/10) and (max-height: 33.99rem) {
  .surface { --above: 0px; --below: 0px; --left: 8rem; --right: 8rem; }
  .card { inline-size: 7.5rem; margin-inline: 0; padding: 8px; max-block-size: calc(100% - 8px); overflow: auto; overscroll-behavior: contain; }
  .prompt { inset-block-start: 4px; inset-inline: 4px auto; text-align: start; font-size: var(--ink-size-small); }
  .title { font-size: var(--ink-size-body); }
  .controls { inset-block-end: 4px; inset-inline: auto 4px; }
  .steps { justify-content: flex-start; }
  .tools, .speeds { flex-wrap: wrap; justify-content: center; }
  .progress { flex: 1 1 100%; order: -1; }
  .played { flex: 0 1 auto; padding: 0; text-align: center; font-size: var(--ink-size-small); }
  .controls .main { flex: 1 1 100%; padding: 0 8px; min-inline-size: 0; }
  .other { padding: 0 4px; line-height: 1.2; }
  .strength { grid-template-columns: 1fr; padding: 0; }
}
/* At a low height, such as above the buttons of a lock, controls that a single drawing does not need are hidden. */
@container (max-aspect-ratio: 1299/1000) and (max-height: 44rem) {
  :host(:not([mode='define'], [mode='show'], [debug])) {
    .surface { --above: 3.25rem; --below: calc(4.25rem + var(--ink-other-way, 3.25rem)); }
    .prompt { inset-block-start: calc(6px + env(safe-area-inset-top)); padding: 4px 12px; }
    .title { font-size: var(--ink-size-body); }
    .hint { font-size: var(--ink-size-small); }
    /* The error replaces the title. */
    .prompt:has(.hint:not(:empty)) .title { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
    .controls { inset-block-end: calc(6px + env(safe-area-inset-bottom)); padding: 4px; }
  }
}
/* The first drawing has a longer text and a strength meter. */
@container (max-aspect-ratio: 1299/1000) and (max-height: 44rem) {
  :host([mode='define']:not([debug])) {
    .surface { --above: 7.25rem; --below: 12rem; }
    .prompt { inset-block-start: calc(6px + env(safe-area-inset-top)); padding: 6px 12px; }
    .title { font-size: var(--ink-size-body); }
    .hint { font-size: var(--ink-size-small); line-height: 1.3; }
    .prompt:has(.hint:not(:empty)) .title { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
    .steps { margin-block-start: 4px; }
    .controls { inset-block-end: calc(6px + env(safe-area-inset-bottom)); padding: 6px; gap: 4px; }
  }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (prefers-reduced-transparency: reduce) {
  .card { background: var(--ink-card); backdrop-filter: none; }
  .drawing .card { opacity: 1; }
}
@media (forced-colors: active) {
  .surface { forced-color-adjust: none; }
  .card { background: Canvas; border: 1px solid CanvasText; }
  button { border: 1px solid ButtonText; }
  button[aria-disabled='true'] { border-color: GrayText; color: GrayText; opacity: 1; }
  .steps .full, .bars .full, .time i { background: Highlight; }
}
`);
