// SPDX-License-Identifier: MIT
import { styleSheet } from './element.js';

/** The style of the element. */
export const padStyle = styleSheet(`
:host {
  display: block;
  block-size: 20rem;
  font: 400 var(--ink-size-body)/1.4 var(--ink-font);
  color: var(--ink-text);
  -webkit-tap-highlight-color: transparent;
}
:host([hidden]), [hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--ink-accent); outline-offset: 2px; }
/* Pointer users do not need a focus ring. */
.pointed .paper:focus-visible { outline: none; }
.pad { display: flex; flex-direction: column; gap: 8px; block-size: 100%; }

.paper {
  position: relative;
  flex: 1 1 0;
  min-block-size: 0;
  overflow: hidden;
  writing-mode: horizontal-tb;
  border-radius: var(--ink-corner);
  background: linear-gradient(var(--ink-paper), var(--ink-paper-shade));
  box-shadow: 0 0 0 1px var(--ink-paper-edge), 0 1px 2px var(--ink-shadow), 0 8px 24px -12px var(--ink-shadow);
  cursor: crosshair;
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
  -webkit-touch-callout: none;
}
canvas, .overlay { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; pointer-events: none; }
.overlay::slotted(*) { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; pointer-events: none; }

.baseline {
  position: absolute;
  inset-inline: 8%;
  inset-block-end: 30%;
  border-block-end: 1.5px solid var(--ink-paper-line);
  pointer-events: none;
}
.cross {
  position: absolute;
  inset-inline-start: 0;
  inset-block-end: 8px;
  inline-size: 14px;
  block-size: 14px;
  stroke: var(--ink-paper-text);
  stroke-width: 1.75;
  stroke-linecap: round;
}
.placeholder {
  position: absolute;
  inset-inline: 8%;
  inset-block-start: calc(70% + 8px);
  color: var(--ink-paper-text);
  font-size: var(--ink-size-small);
  pointer-events: none;
  transition: opacity var(--ink-motion);
}
.inked .placeholder { opacity: 0; }
.pictured .baseline, .pictured .placeholder, .broken .baseline { display: none; }

/* Above the line on which a typed name is written. */
.message {
  position: absolute;
  inset-inline: 0;
  inset-block-start: 0;
  margin: 0;
  padding: 12px 8%;
  background: var(--ink-paper);
  color: var(--ink-paper-text);
  font-size: var(--ink-size-small);
  pointer-events: none;
}

.tools { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; min-block-size: var(--ink-target); transition: opacity var(--ink-motion); }
.drawing .tools { opacity: 0; pointer-events: none; }
/* Where the row is too short, as with large text, these stay together. */
.steps { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: inherit; margin-inline-start: auto; }
button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-inline-size: var(--ink-target);
  min-block-size: var(--ink-target);
  padding: 0 12px;
  border: 0;
  border-radius: var(--ink-corner);
  background: transparent;
  color: var(--ink-text);
  font: inherit;
  font-weight: 600;
  white-space: nowrap;
  cursor: pointer;
  transition: background-color var(--ink-motion), opacity var(--ink-motion);
}
/* One row holds the words of every language on the smallest phones. */
@media (max-width: 26rem) {
  .tools { gap: 0; }
  .tools button { font-size: var(--ink-size-small); }
  .tools button, .typed button { padding-inline: 4px; }
}
button:hover { background: var(--ink-raised); }
button[aria-disabled='true'] { opacity: 0.38; cursor: default; background: transparent; }
button.main { background: var(--ink-accent); color: var(--ink-on-accent); }
.icon { inline-size: 22px; block-size: 22px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
:dir(rtl) .icon { transform: scaleX(-1); }

.typed { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.typed .main { flex: 1 0 auto; }
input {
  /* The field has a row of its own in a pad below this width, and otherwise all that the buttons leave. */
  flex: 999 1 calc((26rem - 100%) * 999);
  max-inline-size: 100%;
  min-inline-size: 0;
  min-block-size: var(--ink-target);
  box-sizing: border-box;
  padding: 0 12px;
  border: 1px solid var(--ink-control-edge);
  border-radius: var(--ink-corner);
  background: var(--ink-card);
  color: var(--ink-text);
  font: inherit;
  font-size: var(--ink-size-lead);
}
.broken .paper { cursor: default; }
.notice {
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  padding: 16px 8%;
  overflow: auto;
  color: var(--ink-paper-text);
  text-align: center;
}
.spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

:host(:disabled) .paper { cursor: not-allowed; opacity: 0.6; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) {
  .paper { forced-color-adjust: none; background: #fff; box-shadow: none; border: 1px solid CanvasText; }
  button { border: 1px solid ButtonText; }
  button[aria-disabled='true'] { border-color: GrayText; color: GrayText; opacity: 1; }
}
`);
