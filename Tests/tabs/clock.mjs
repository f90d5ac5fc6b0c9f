// SPDX-License-Identifier: MIT
// Time and randomness of a walk: those of its seed.
import { numbers } from '../random-numbers.mjs';

let source = Math.random;
let lastNumber = 0;

/** The time of a walk. */
export const time = {
  /** The milliseconds in which the device was awake. */
  now: 0,
  /** The actions that follow later, in the order in which they were planned. */
  plans: [],
};

/** Begins the time and the randomness of a walk. @param {number} seed */
export function begin(seed) {
  source = numbers(seed);
  Object.assign(time, { now: 0, plans: [] });
}

/** Returns a number that is larger than all before. */
export function nextNumber() {
  return (lastNumber += 1);
}

/** Plans an action of the browser, or of a tab. */
export function plan(delay, action, more = {}) {
  const id = nextNumber();
  time.plans.push({ id, at: time.now + delay, action, ...more });
  return id;
}

const { setImmediate } = globalThis;

/** Lets everything run that waits for no timer. */
export async function settle() {
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
}

export const random = () => source();
export const below = (count) => Math.floor(random() * count);
export const oneOf = (list) => list[below(list.length)];
export const chance = (share) => random() < share;
