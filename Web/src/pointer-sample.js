// SPDX-License-Identifier: MIT

/**
 * Returns the measurements of a pointer event: x, y, seconds since the stroke's start, pressure, tilt, azimuth, with
 * NaN for channels that the device does not measure. Only a pen measures the last three: a mouse reports half pressure
 * while a button is down, and a touch screen reports arbitrary values for a finger.
 * @param {PointerEvent} event
 * @param {(event: PointerEvent) => [number, number]} locate converts to points from the pad's top left
 * @param {number} startMilliseconds the time stamp of the stroke's first event
 * @returns {number[]}
 */
export function sampleFrom(event, locate, startMilliseconds) {
  const seconds = Math.max(0, event.timeStamp - startMilliseconds) / 1000;
  const measured = event.pointerType === 'pen' ? [event.pressure, ...tiltOf(event)] : [NaN, NaN, NaN];
  return [...locate(event), seconds, ...measured];
}

/**
 * Returns the angle from upright and the direction from the x axis towards y, in radians. A pen that is exactly upright
 * cannot be distinguished from one without a sensor, and counts as not measured.
 * @param {PointerEvent} event
 */
function tiltOf({ altitudeAngle, azimuthAngle, tiltX, tiltY }) {
  if (altitudeAngle !== undefined && azimuthAngle !== undefined) {
    return altitudeAngle < Math.PI / 2 ? [Math.PI / 2 - altitudeAngle, azimuthAngle] : [NaN, NaN];
  }
  if (!tiltX && !tiltY) return [NaN, NaN];
  const across = Math.tan((tiltX * Math.PI) / 180);
  const down = Math.tan((tiltY * Math.PI) / 180);
  return [Math.atan(Math.hypot(across, down)), Math.atan2(down, across)];
}
