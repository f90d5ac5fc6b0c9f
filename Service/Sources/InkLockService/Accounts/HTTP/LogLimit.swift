// SPDX-License-Identifier: MIT
import Foundation

/// A rate limit for log lines: one line of each kind per second. It counts the omitted lines.
final class LogLimit: @unchecked Sendable {
    private let lock = NSLock()
    private let now: @Sendable () -> Int64
    /// For each kind, the second of the last line and the number of lines omitted since.
    private var lines: [String: (second: Int64, left: Int)] = [:]

    /// - Parameter now: A time in seconds, which may be set back.
    init(now: @escaping @Sendable () -> Int64 = { Int64(ProcessInfo.processInfo.systemUptime) }) { self.now = now }

    /// Counts a line, and decides whether it is written.
    /// - Parameter kind: One of a few fixed texts.
    /// - Returns: The number of lines of the kind omitted before this one; `nil` if this one is omitted.
    func admit(_ kind: String) -> Int? {
        let second = now()
        return lock.withLock {
            guard let last = lines[kind] else {
                lines[kind] = (second, 0)
                return 0
            }
            guard second != last.second else {
                lines[kind]?.left += 1
                return nil
            }
            lines[kind] = (second, 0)
            return last.left
        }
    }
}
