// SPDX-License-Identifier: MIT
import Foundation

// Writes the native engine's results for seeded drawings to standard output, for check.mjs to compare with the browser
// modules, for each seed from 0 up to the given number.

let vectors: [String: (UInt64) throws -> Void] = [
    "ink": writeInk, "gestures": writeGestures, "shapes": writeShapes, "verdicts": writeVerdicts,
]
let arguments = CommandLine.arguments
guard arguments.count == 3, let write = vectors[arguments[1]], let count = UInt64(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: InkVectors ink|gestures|shapes|verdicts COUNT\n".utf8))
    exit(64)
}
for seed in 0..<count { try write(seed) }
