// SPDX-License-Identifier: MIT
import Foundation

/// Drawings as files, for the command to read.
enum SampleFiles {
    /// A wave and a dot on it in plain rows, 100 samples a second: 81 points, 0.8 s and the pause before the dot.
    static var rows: String {
        let wave = (0...79).map { i in
            "[\(20 + Double(i) * 2),\(60 + (i / 20 % 2 == 0 ? 1 : -1) * Double(i % 20)),\(i * 10)]"
        }
        return "[[\(wave.joined(separator: ","))],[[100,20,1000]]]"
    }

    /// Two drawings with names, the second one a single dot.
    static var two: String { "{\"wave\":\(rows),\"dot\":[[[30,30,0]]]}" }
}
