// SPDX-License-Identifier: MIT

/** How the element looks. Constructed, so that a page's content security policy need not allow inline styles. */
export const pictureStyle = new CSSStyleSheet();
pictureStyle.replaceSync(`
:host {
  display: block;
  block-size: 40rem;
  font: 400 var(--ink-size-body)/1.4 var(--ink-font);
  color: var(--ink-text);
  -webkit-tap-highlight-color: transparent;
}
:host([hidden]), [hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--ink-accent); outline-offset: 2px; box-shadow: 0 0 0 6px var(--ink-card); }
p, ol { margin: 0; padding: 0; }

.stage {
  position: relative;
  block-size: 100%;
  overflow: hidden;
  isolation: isolate;
  container-type: size;
  background: var(--ink-raised);
}
/* What is left over beside the picture is filled with the picture itself, blurred beyond recognition. */
.backdrop { position: absolute; inset: -12%; inline-size: 124%; block-size: 124%; object-fit: cover; filter: blur(40px) saturate(1.3); }
.surface {
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
.picture, .debug, canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.picture { object-fit: contain; transition: opacity var(--ink-motion-screen); }
.covering .picture { object-fit: cover; }
.arriving .picture, .arriving .backdrop { opacity: 0; }
canvas { pointer-events: none; }

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
.drawing .card { opacity: 0.4; pointer-events: none; }
.title { font-size: var(--ink-size-lead); font-weight: 600; text-wrap: balance; }
.hint { text-wrap: pretty; }
.hint:empty { display: none; }
.steps { display: flex; justify-content: center; gap: 8px; margin-block-start: 8px; list-style: none; }
.steps li { inline-size: 10px; block-size: 10px; box-sizing: border-box; border: 1.5px solid currentColor; border-radius: 50%; transition: background-color var(--ink-motion); }
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
button[aria-disabled='true'] { opacity: 0.38; cursor: default; }
button:not(.main)[aria-disabled='true'] { background: transparent; }
button:has(svg) { padding: 0; }
.other { justify-self: stretch; font-weight: 400; text-decoration: underline; text-underline-offset: 4px; }
.icon { inline-size: 22px; block-size: 22px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.icon.solid { fill: currentColor; }
:dir(rtl) > .icon { transform: scaleX(-1); }

.strength { display: grid; grid-template-columns: auto auto 1fr; gap: 0 8px; align-items: baseline; padding: 4px 8px 0; min-block-size: 2.8em; }
.bars { display: inline-flex; gap: 3px; align-self: center; }
.bars i { inline-size: 20px; block-size: 6px; border-radius: 3px; background: var(--ink-text); opacity: 0.22; transition: opacity var(--ink-motion), background-color var(--ink-motion); }
.bars .full { background: var(--ink-accent); opacity: 1; }
.advice { grid-column: 1 / -1; font-size: var(--ink-size-small); }

.replay { display: grid; gap: 8px; padding: 8px 8px 0; }
.time { block-size: 4px; border-radius: 2px; background: var(--ink-material-edge); overflow: hidden; }
.time i { display: block; block-size: 100%; background: var(--ink-accent); transform-origin: 0 0; transform: scaleX(0); }
:dir(rtl) > .time i { transform-origin: 100% 0; }
.speeds { display: flex; gap: 4px; }
.speeds button { flex: 1; font-variant-numeric: tabular-nums; }
.speeds [aria-checked='true'] { background: var(--ink-material-edge); box-shadow: inset 0 0 0 1.5px currentColor; }
.readout { padding: 4px 8px; font-size: var(--ink-size-small); font-variant-numeric: tabular-nums; }

.debug { overflow: visible; direction: ltr; }
.debug .halo, .debug .line { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.debug .halo { stroke: #14203c; stroke-opacity: 0.55; stroke-width: 5; }
.debug .line { stroke: #fff; stroke-width: 2.5; }
.debug .tried { fill: none; stroke: #ffd23f; stroke-width: 1.5; stroke-dasharray: 3 3; stroke-linecap: round; }
.debug .cell { fill: none; stroke: #fff; stroke-opacity: 0.75; stroke-width: 0.75; }
.debug .square { fill: #14203c; fill-opacity: 0.12; stroke: #fff; stroke-width: 1.25; }
.debug .compared .square { stroke: #ffd23f; stroke-dasharray: 4 2; }
.debug .compared .hit { fill: #7ff0c0; fill-opacity: 0.45; stroke: #7ff0c0; stroke-dasharray: none; }
.debug .number { fill: #14203c; stroke: #fff; stroke-width: 4; paint-order: stroke; font: 600 13px var(--ink-font); text-anchor: middle; dominant-baseline: central; }
.table, .spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

/* Beside an upright picture there is more room than above it. */
@container (min-aspect-ratio: 14/10) and (min-width: 60rem) {
  .card { inset-inline: 24px auto; inline-size: 15rem; margin-inline: 0; }
  .prompt { inset-block-start: calc(24px + env(safe-area-inset-top)); text-align: start; }
  .controls { inset-block-end: calc(24px + env(safe-area-inset-bottom)); }
  .steps { justify-content: flex-start; }
  .tools { flex-wrap: wrap; }
  .progress { flex: 1 1 40%; text-align: end; padding-inline-end: 8px; }
  button.main { flex: 1 1 100%; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (prefers-reduced-transparency: reduce) { .card { background: var(--ink-card); backdrop-filter: none; } .drawing .card { opacity: 1; } }
@media (forced-colors: active) {
  .surface { forced-color-adjust: none; }
  .card { background: Canvas; border: 1px solid CanvasText; }
  button { border: 1px solid ButtonText; }
  button[aria-disabled='true'] { border-color: GrayText; color: GrayText; opacity: 1; }
  .steps .full, .bars .full, .time i { background: Highlight; }
}
`);
