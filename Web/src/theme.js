// SPDX-License-Identifier: MIT
import { styleSheet } from './element.js';

/**
 * The theme of InkLock: one accent and two neutral ramps. A page overrides any of these custom properties on the
 * element.
 */
export const colors = {
  '--ink-accent': ['#2746c7', '#a8b7ff'],
  '--ink-on-accent': ['#ffffff', '#11152e'],
  '--ink-page': ['#f5f2ec', '#151412'],
  '--ink-card': ['#fffdf9', '#201e1b'],
  '--ink-raised': ['#ece8df', '#2e2c28'],
  '--ink-hairline': ['#ded8cc', '#3a3732'],
  '--ink-control-edge': ['#8b8478', '#857e73'],
  // The material of controls on a picture, which keeps text readable over any content.
  '--ink-material': ['#fffdf9d1', '#201e1bd1'],
  '--ink-material-edge': ['#1f1c181f', '#f1ede62e'],
  '--ink-text': ['#1f1c18', '#f1ede6'],
  '--ink-text-quiet': ['#5e574c', '#b7afa3'],
  '--ink-warning': ['#9f241b', '#ffb3a7'],
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
