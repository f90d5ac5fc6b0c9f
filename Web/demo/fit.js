// SPDX-License-Identifier: MIT

/** The maximum part of a picture that may be cropped to cover the screen. Otherwise the whole picture is shown. */
const mostCutOff = 0.2;

/** Returns the `fit` of a picture on this screen. @param {number} ratio its width divided by its height */
export function fitOf(ratio) {
  const screen = innerWidth / innerHeight;
  return 1 - Math.min(screen / ratio, ratio / screen) <= mostCutOff ? 'cover' : 'contain';
}
