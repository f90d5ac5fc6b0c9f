// SPDX-License-Identifier: MIT

/**
 * Lets a phone vibrate. Without a preceding touch, a browser refuses to, and logs a warning.
 * @param {readonly number[]} seconds of vibration and pause in turn
 */
export function buzz(seconds) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(seconds.map((each) => each * 1000));
}
