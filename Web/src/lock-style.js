// SPDX-License-Identifier: MIT
import { styleSheet } from './element.js';

/** The style of the cover. Colours and measures are those of the theme. */
export const lockStyle = styleSheet(`
:host { display: block; }
[hidden] { display: none !important; }
.content { display: contents; }
.cover {
  position: fixed;
  inset: 0;
  box-sizing: border-box;
  inline-size: 100%;
  block-size: 100%;
  max-inline-size: none;
  max-block-size: none;
  margin: 0;
  padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
  border: 0;
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--ink-page);
  color: var(--ink-text);
  font: 400 var(--ink-size-body)/1.45 var(--ink-font);
  user-select: none;
  -webkit-user-select: none;
  -webkit-tap-highlight-color: transparent;
  cursor: default;
}
.cover[open] { display: flex; flex-direction: column; }
.cover:focus { outline: none; }
.cover::backdrop { background: var(--ink-page); }
:host([theme$='light']) .cover { color-scheme: light; }
:host([theme$='dark']) .cover { color-scheme: dark; }
:host([theme^='translucent']) .cover { background: color-mix(in srgb, var(--ink-page) 88%, transparent); -webkit-backdrop-filter: blur(24px); backdrop-filter: blur(24px); }
:host([theme^='translucent']) .cover::backdrop { background: transparent; }
:focus-visible { outline: 3px solid var(--ink-accent); outline-offset: 3px; }
h2, p { margin: 0; }
.sheet {
  flex: 1;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 12px;
  box-sizing: border-box;
  inline-size: min(100%, 24rem);
  margin-inline: auto;
  padding: 32px 24px;
  text-align: center;
}
.icon { inline-size: 72px; block-size: 72px; margin-block-end: 8px; border-radius: 22%; overflow: hidden; color: var(--ink-on-accent); }
.icon svg { background: var(--ink-accent); }
.icon ::slotted(*), .icon svg { display: block; inline-size: 100%; block-size: 100%; object-fit: cover; }
svg { fill: none; stroke: currentColor; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.title { font-size: var(--ink-size-title); font-weight: 600; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
.message, .note, .hint { color: var(--ink-text-quiet); text-wrap: balance; overflow-wrap: anywhere; }
.message:empty { display: none; }
.note { padding: 4px 24px; text-align: center; }
.hint { font-size: var(--ink-size-small); }
.hint.wrong { color: var(--ink-warning); font-weight: 600; }
.code input[aria-invalid='true'] { border-color: var(--ink-warning); }
button, input { font: inherit; color: inherit; }
button { min-block-size: var(--ink-target); padding: 8px 20px; border: 0; border-radius: var(--ink-corner); background: transparent; cursor: pointer; line-height: 1.25; overflow-wrap: anywhere; transition: background-color var(--ink-motion), filter var(--ink-motion); }
.main { min-inline-size: 12rem; max-inline-size: 100%; margin-block-start: 12px; background: var(--ink-accent); color: var(--ink-on-accent); font-weight: 600; }
.plain { color: var(--ink-accent); font-weight: 600; }
@media (hover: hover) {
  .plain:hover { background: var(--ink-raised); }
  .main:hover { filter: brightness(1.08); }
}
button[aria-disabled='true'] { opacity: 0.5; cursor: default; }
.code { display: flex; flex-direction: column; gap: 8px; inline-size: 100%; margin-block-start: 4px; text-align: start; }
.code label { font-weight: 600; }
.code input { box-sizing: border-box; inline-size: 100%; min-block-size: 48px; padding: 8px 12px; border: 1.5px solid var(--ink-control-edge); border-radius: var(--ink-corner); background: var(--ink-card); font-size: max(1rem, var(--ink-size-lead)); font-variant-numeric: tabular-nums; letter-spacing: 0.04em; user-select: text; -webkit-user-select: text; direction: ltr; }
.code .main { inline-size: 100%; }
.stage { flex: 1 1 auto; min-block-size: 22rem; position: relative; }
.stage > * { position: absolute; inset: 0; block-size: 100%; }
/* The button below replaces it. */
.stage > * { --ink-other-way: 0px; }
.stage > ::part(other) { display: none; }
.bottom { flex: none; position: relative; }
.methods { display: flex; flex-wrap: wrap; justify-content: center; gap: 4px 8px; padding: 8px 16px 16px; }
.folding .methods { position: absolute; inset-block-end: calc(100% + 4px); inset-inline: 8px; flex-direction: column; align-items: stretch; inline-size: fit-content; min-inline-size: min(16rem, 100%); margin-inline: auto; padding: 8px; border-radius: var(--ink-corner-key); background: var(--ink-card); box-shadow: 0 0 0 1px var(--ink-hairline), 0 12px 40px -12px var(--ink-shadow); z-index: 1; }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 8px; color: var(--ink-text-quiet); font-size: var(--ink-size-small); }
.foot button { padding-inline: 8px; }
.foot ::slotted(*) { margin: 4px 16px 16px; color: inherit; font: inherit; }
.spoken { position: absolute; inset-block-start: 0; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-height: 42rem) {
  .methods { gap: 0 8px; padding-block: 4px; }
  .foot ::slotted(*) { margin-block: 0 8px; }
}
@media (max-height: 30rem) {
  .icon { inline-size: 48px; block-size: 48px; margin-block-end: 0; }
  .sheet { padding-block: 16px; gap: 8px; }
  .methods { padding-block: 4px 8px; }
  .stage { min-block-size: 16rem; }
  .foot ::slotted(*) { margin-block: 0 8px; }
}
@media (prefers-reduced-transparency: reduce) {
  :host([theme^='translucent']) .cover { background: var(--ink-page); -webkit-backdrop-filter: none; backdrop-filter: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) {
  .cover { background: Canvas; backdrop-filter: none; }
  button, .icon { border: 1px solid ButtonText; }
  .main { background: ButtonFace; color: ButtonText; }
}
@media print {
  .cover { background: none; }
  .cover > :not(.sheet), .sheet > :not(.icon, .title) { display: none !important; }
}
`);
