// SPDX-License-Identifier: MIT
import Foundation
import Passcode

/// A table of test vectors in `Vectors`, which the browser module is checked against too.
enum VectorTable {
    static func rows(_ name: String) throws -> [[String]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let table = try String(contentsOf: root.appendingPathComponent("Vectors/\(name)"), encoding: .utf8)
        return table.split(separator: "\n").dropFirst().map { $0.components(separatedBy: "\t") }
    }

    static func kind(_ name: String) -> PasscodeKind? {
        switch name {
        case "four digits": .fourDigits
        case "six digits": .sixDigits
        case "numeric": .numeric
        case "alphanumeric": .alphanumeric
        default: nil
        }
    }
}
