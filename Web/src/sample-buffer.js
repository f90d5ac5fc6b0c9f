// SPDX-License-Identifier: MIT
import { drawingNumbers } from './signature-codes.js';

const { perSample } = drawingNumbers;

/** The pressure that a pointer without a sensor reports while it touches (Pointer Events). */
const unmeasured = 0.5;

/** Measurements of pointer events that wait for the next frame, as `Engine.append` takes them. */
export class SampleBuffer {
  #numbers = new Float64Array(64 * perSample);
  #count = 0;
  /** A Boolean value that indicates whether a pen has reported a pressure that only a sensor gives. */
  #hasSensor = false;
  /**
   * A Boolean value that indicates whether a pen's pressure counts in this stroke, whose width would jump if it
   * changed.
   */
  #isPressed = false;

  /**
   * Begins a stroke. A pen without a sensor reports half pressure throughout, as a mouse does, and has none here. A pen
   * that begins with any other pressure has a sensor, and so has one that has reported another one before.
   * @param {PointerEvent} event the stroke's first
   */
  begin({ pressure }) {
    this.#isPressed = this.#hasSensor || pressure !== unmeasured;
  }

  /**
   * Adds the measurements of a pointer event, with NaN for channels that the device does not measure. Only a pen
   * measures pressure and angles: a mouse reports half pressure while a button is down, and a touch screen reports
   * arbitrary values for a finger.
   * @param {PointerEvent} event
   * @param {number} x points from the pad's left edge
   * @param {number} y points from the pad's top edge
   * @param {number} seconds since the stroke's start
   */
  add(event, x, y, seconds) {
    if (this.#count + perSample > this.#numbers.length) {
      const larger = new Float64Array(2 * this.#numbers.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    const numbers = this.#numbers;
    const at = this.#count;
    numbers[at] = x;
    numbers[at + 1] = y;
    numbers[at + 2] = seconds;
    if (event.pointerType === 'pen') {
      this.#hasSensor ||= event.pressure !== 0 && event.pressure !== unmeasured;
      numbers[at + 3] = this.#isPressed ? event.pressure : NaN;
      numbers.set(tiltOf(event), at + 4);
    } else {
      numbers.fill(NaN, at + 3, at + perSample);
    }
    this.#count += perSample;
  }

  /** Returns the samples, which are valid until the next call of `add`, and removes them. */
  take() {
    const samples = this.#numbers.subarray(0, this.#count);
    this.#count = 0;
    return samples;
  }
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
