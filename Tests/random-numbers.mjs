// SPDX-License-Identifier: MIT

/** Returns numbers from 0 to 1, those of Marsaglia's "Xorshift RNGs" (2003). @param {number} seed */
export function numbers(seed) {
  let state = Math.imul(seed, 2_654_435_761) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let turn = 0; turn < 16; turn += 1) next();
  return next;
}
