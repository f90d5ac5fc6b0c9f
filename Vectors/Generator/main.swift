// SPDX-License-Identifier: MIT
import Foundation

// Writes the native engine's results for seeded drawings to standard output, for check.mjs to compare with the browser
// modules, for a number of seeds from 0 or from the given one.

let vectors: [String: (UInt64) throws -> Void] = [
    "ink": writeInk, "small-ink": writeSmallInk, "gestures": writeGestures, "shapes": writeShapes,
    "verdicts": writeVerdicts,
]
let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 4, let write = vectors[arguments[1]],
    let count = UInt64(arguments[2]), let first = UInt64(arguments.count == 4 ? arguments[3] : "0")
else {
    FileHandle.standardError.write(
        Data("usage: InkVectors ink|small-ink|gestures|shapes|verdicts COUNT [FIRST]\n".utf8))
    exit(64)
}
for seed in first..<first + count { try write(seed) }
