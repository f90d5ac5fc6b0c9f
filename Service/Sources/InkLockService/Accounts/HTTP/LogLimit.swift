// SPDX-License-Identifier: MIT
import Foundation

/// Lets one line of a kind through every second and counts the others, so that a flood of refusals does not fill the disk.
final class LogLimit: @unchecked Sendable {
    private let lock = NSLock()
    private let now: @Sendable () -> Int64
    /// For each kind, the second of the last line and how many were left out since.
    private var lines: [String: (second: Int64, left: Int)] = [:]

    /// - Parameter now: seconds since any fixed time, never less than before.
    init(now: @escaping @Sendable () -> Int64 = { Int64(ProcessInfo.processInfo.systemUptime) }) { self.now = now }

    /// - Parameter kind: one of few fixed texts.
    /// - Returns: how many lines of the kind were left out before this one; `nil` if this one is left out.
    func admit(_ kind: String) -> Int? {
        let second = now()
        return lock.withLock {
            guard let last = lines[kind] else {
                lines[kind] = (second, 0)
                return 0
            }
            guard second > last.second else {
                lines[kind]?.left += 1
                return nil
            }
            lines[kind] = (second, 0)
            return last.left
        }
    }
}
