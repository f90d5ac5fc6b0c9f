// SPDX-License-Identifier: MIT
import { remembered } from './device.js';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** @param {string} [theme] `light`, `dark`, or anything else for the device's own */
export function applyTheme(theme = remembered().theme ?? 'system') {
  document.documentElement.dataset.theme = theme;
}

/** The name of the passcode screen's theme. */
export function passcodeTheme(kind = remembered().passcodeTheme ?? 'opaque') {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === 'dark' || (theme !== 'light' && dark.matches);
  return `${kind === 'translucent' ? 'translucent' : 'opaque'}-${isDark ? 'dark' : 'light'}`;
}

/** @param {() => void} follow called when the device changes between light and dark */
export function onDark(follow) {
  dark.addEventListener('change', follow);
}
