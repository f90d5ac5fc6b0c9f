// SPDX-License-Identifier: MIT
import { styleSheet } from './element.js';
import { passcodeThemes } from './theme-codes.js';

const { 'opaque-light': light, 'opaque-dark': dark } = passcodeThemes;

/**
 * The theme of InkLock, light and dark: the colours of the opaque passcode themes, and others that suit them. A page
 * overrides any of these custom properties on the element.
 */
export const colors = {
  '--ink-accent': [light.accent, dark.accent],
  '--ink-on-accent': [light['on-accent'], dark['on-accent']],
  '--ink-page': [light.backdrop, dark.backdrop],
  '--ink-card': [light.key, dark.key],
  '--ink-raised': ['#ece8df', '#2e2c28'],
  '--ink-hairline': ['#ded8cc', '#3a3732'],
  '--ink-control-edge': [light.edge, dark.edge],
  // The material of controls on a picture, which keeps text readable over any content.
  '--ink-material': [`${light.key}d1`, `${dark.key}d1`],
  '--ink-material-edge': [`${light.text}1f`, `${dark.text}2e`],
  '--ink-text': [light.text, dark.text],
  '--ink-text-quiet': [light['quiet-text'], dark['quiet-text']],
  '--ink-warning': [light.warning, dark.warning],
  // Paper stays light in the dark theme, only dimmer, so that dark ink keeps its colour.
  '--ink-paper': ['#fffefb', '#ece7dc'],
  '--ink-paper-shade': ['#faf7f0', '#e3ddd0'],
  '--ink-paper-edge': ['#dcd5c7', '#c9c1b1'],
  '--ink-paper-line': ['#b5ac9b', '#a39a88'],
  '--ink-paper-text': ['#6f675a', '#635b4e'],
  '--ink-shadow': ['#3a2f1a1f', '#0000006b'],
};

const measures = {
  '--ink-font': 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  '--ink-size-small': '0.8125rem',
  '--ink-size-body': '0.9375rem',
  '--ink-size-lead': '1.0625rem',
  '--ink-size-title': '1.375rem',
  '--ink-size-display': '1.75rem',
  '--ink-size-hero': '2.125rem',
  '--ink-corner': '12px',
  '--ink-corner-key': '18px',
  '--ink-target': '44px',
  '--ink-motion': '150ms',
  '--ink-motion-screen': '350ms',
};

const follows = globalThis.CSS?.supports('color', 'light-dark(#000, #fff)');
const declarations = [
  ...Object.entries(colors).map(([name, [light, dark]]) => [name, follows ? `light-dark(${light}, ${dark})` : light]),
  ...Object.entries(measures),
].map(([name, value]) => `${name}: ${value};`);

// A browser's own colour of selected text is not always readable on a dark page.
const selection = 'background: var(--ink-accent); color: var(--ink-on-accent);';
/** A style sheet for a document's or a shadow root's `adoptedStyleSheets`. */
export const theme = styleSheet(`:root, :host { ${declarations.join(' ')} } ::selection { ${selection} }`);
