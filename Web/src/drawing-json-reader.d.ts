// SPDX-License-Identifier: MIT

/** A JSON drawing, or its text, as the engine's numbers. Throws an `InkError` for whatever is not a drawing. */
export function numbersFromJSON(json: unknown): Float64Array;
