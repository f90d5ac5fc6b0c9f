// SPDX-License-Identifier: MIT
import { styleSheet } from './element.js';

/** The style of the element. Colours, positions and sizes come from the engine as custom properties. */
export const passcodeStyle = styleSheet(`
:host { display: block; block-size: 40rem; font: 400 var(--ink-size-body)/1.4 var(--ink-font); -webkit-tap-highlight-color: transparent; }
:host([hidden]), [hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--code-accent); outline-offset: 3px; }
h2, p { margin: 0; }
.stage {
  position: relative;
  block-size: 100%;
  box-sizing: border-box;
  padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--code-backdrop);
  color: var(--code-text);
  -webkit-backdrop-filter: var(--code-blur);
  backdrop-filter: var(--code-blur);
  user-select: none;
  -webkit-user-select: none;
  touch-action: manipulation;
}
.screen { position: absolute; inset-block-start: 0; left: 0; transition: transform var(--code-leave) ease-in, opacity var(--code-leave) ease-in; }
.screen > *, .keys > *, .marks > * { position: absolute; box-sizing: border-box; }
.keys, .marks { position: static; }
/* Without the engine there are no colours and positions. */
.unavailable { --code-accent: currentColor; --code-corner: var(--ink-corner); display: grid; place-items: center; background: Canvas; color: CanvasText; }
.unavailable .screen { position: static; padding: 2rem; }
.unavailable .screen > * { display: none; }
.unavailable .screen > :is(.message, .corner, .foot) { display: grid; justify-items: center; position: static; color: inherit; font-size: inherit; }
.unavailable .screen > :is(.corner, .foot) { align-items: center; inline-size: max-content; block-size: auto; min-block-size: 44px; margin: 16px auto 0; padding-inline: 24px; }
.unavailable .corner { border: 1px solid; }
.leaving { transform: scale(var(--code-scale)); opacity: 0; pointer-events: none; }
.icon { overflow: hidden; border-radius: 22%; color: var(--code-on-accent); }
.icon svg { background: var(--code-accent); }
.icon ::slotted(*), .icon svg { display: block; inline-size: 100%; block-size: 100%; object-fit: cover; }
svg { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.icon svg { stroke-width: 3; }
.title { display: grid; align-content: end; font-size: var(--code-title); font-weight: 600; line-height: 1.25; text-align: center; text-wrap: balance; overflow-wrap: anywhere; letter-spacing: -0.01em; }
.title > span, .message > span { display: block; }
.marks { position: absolute; border-radius: 8px; }
.marks i { border: 1.5px solid var(--code-edge); border-radius: 36%; transition: background-color var(--code-state), border-color var(--code-state), transform var(--code-state); }
.marks .full { background: var(--code-text); border-color: var(--code-text); transform: scale(1.08); }
.done .marks .full { background: var(--code-accent); border-color: var(--code-accent); }
.marks.line, .text {
  display: flex;
  gap: 8px;
  align-items: center;
  justify-content: center;
  padding: 0 12px;
  overflow: hidden;
  border: 1.5px solid var(--code-edge);
  border-radius: var(--ink-corner);
  background: var(--code-key);
}
.marks.line i { position: static; flex: 0 1 auto; inline-size: 10px; block-size: 10px; }
.typed { display: contents; }
.text { position: absolute; box-sizing: border-box; margin: 0; color: inherit; font: inherit; font-size: max(1rem, var(--code-message)); text-align: center; user-select: text; -webkit-user-select: text; }
.name { position: absolute; inline-size: 1px; block-size: 1px; opacity: 0; border: 0; padding: 0; clip-path: inset(50%); pointer-events: none; }
.message { color: var(--code-quiet-text); font-size: var(--code-message); line-height: 1.35; text-align: center; text-wrap: balance; overflow-wrap: anywhere; }
.warns .message { color: var(--code-warning); font-weight: 600; }
button, select { padding: 0; border: 0; background: transparent; color: inherit; font: inherit; cursor: pointer; }
.key {
  display: grid;
  align-content: center;
  justify-items: center;
  border: 1px solid color-mix(in srgb, var(--code-edge) 45%, transparent);
  border-radius: var(--code-corner);
  background: var(--code-key);
  box-shadow: 0 1px 0 color-mix(in srgb, var(--code-edge) 30%, transparent);
  line-height: 1;
  transition: background-color var(--code-state), color var(--code-state), opacity var(--code-state);
}
.key b { font-size: var(--code-digit); font-weight: 400; font-variant-numeric: tabular-nums; }
.key small { min-block-size: 1em; margin-block-start: 0.25em; color: var(--code-quiet-text); font-size: var(--code-letter); font-weight: 600; letter-spacing: 0.14em; margin-inline-end: -0.14em; transition: inherit; }
.plain .key small, [data-digit='0'] small { display: none; }
@media (hover: hover) { .key:hover:not([aria-disabled='true']) { border-color: var(--code-edge); } }
.key.pressed, .key:active:not([aria-disabled='true']) { background: var(--code-accent); color: var(--code-on-accent); transition-duration: 0s; }
.key:is(.pressed, :active:not([aria-disabled='true'])) small { color: inherit; }
[aria-disabled='true'] { cursor: default; opacity: 0.4; }
.quiet { display: grid; place-items: center; inline-size: 100%; block-size: 100%; border-radius: var(--code-corner); font-size: min(var(--ink-size-body), 1.0625rem); overflow-wrap: anywhere; line-height: 1.15; }
.corner { font-size: min(var(--code-fit), var(--ink-size-body)); white-space: nowrap; }
/* Below a field, in the middle. */
.written .corner { left: 0 !important; right: 0; inline-size: max-content !important; min-inline-size: 6rem; margin-inline: auto; font-size: var(--ink-size-body); text-decoration: underline; text-underline-offset: 4px; }
.corner:is([data-meaning=show], [data-meaning=hide]) span { position: static !important; inline-size: auto !important; block-size: auto !important; clip-path: none !important; }
.corner:is([data-meaning=show], [data-meaning=hide]) svg { display: none !important; }
.corner svg { display: none; inline-size: min(60%, 2rem); }
.corner.symbol span { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.symbol[data-meaning='delete'] .delete, .symbol[data-meaning='cancel'] .cancel { display: block; }
.symbol:dir(rtl) .delete { transform: scaleX(-1); }
.quiet:hover:not([aria-disabled='true']) { background: var(--code-key); }
.accessory svg { inline-size: min(60%, 2rem); }
.submit { display: grid; place-items: center; border-radius: var(--ink-corner); background: var(--code-accent); color: var(--code-on-accent); }
.submit svg { inline-size: 24px; block-size: 24px; }
.submit:dir(rtl) svg { transform: scaleX(-1); }
.foot { display: flex; gap: 8px; justify-content: center; align-items: center; inset-inline: 0; }
.foot > * { inline-size: auto; min-block-size: 44px; block-size: auto; padding-inline: 16px; border-radius: var(--ink-corner); font-size: var(--ink-size-body); }
.foot .quiet { text-decoration: underline; text-underline-offset: 4px; }
select { border: 1px solid var(--code-edge); background: var(--code-key); text-align: center; }
option { color: CanvasText; background: Canvas; }
.spoken { position: absolute; inset-block-start: 0; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) {
  .stage { background: Canvas; backdrop-filter: none; }
  .key, .submit, .quiet, .icon { border: 1px solid ButtonText; }
  .key.pressed { background: Highlight; color: HighlightText; forced-color-adjust: none; }
  .marks i { border-color: CanvasText; }
  .marks .full { background: Highlight; border-color: Highlight; forced-color-adjust: none; }
  [aria-disabled='true'] { border-color: GrayText; color: GrayText; opacity: 1; }
}
`);
