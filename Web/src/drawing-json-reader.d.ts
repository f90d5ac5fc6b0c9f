// SPDX-License-Identifier: MIT

/** Returns a JSON drawing, or its text, as the engine's numbers. Throws an `InkError` if the value is not a drawing. */
export function numbersFromJSON(json: unknown): Float64Array;
