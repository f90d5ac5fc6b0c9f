// SPDX-License-Identifier: MIT

/// The wrong attempts since the owner last unlocked, to show at the next unlock.
///
/// After an unlock with a duress passcode, only the attempts since the last unlock with either passcode are counted.
/// The count therefore does not reveal which passcode was entered.
public struct FailedAttempts: Hashable, Sendable {
    /// The number of attempts, passcodes and drawings together. The same wrong passcode several times in a row counts
    /// once.
    public let count: UInt32
    /// The time of the last one, in milliseconds since 1970-01-01 UTC by the wall clock; `nil` if there was none.
    public let lastWallMilliseconds: Int64?

    /// Creates a value for no wrong attempts.
    public init() { self.init(count: 0, lastWallMilliseconds: nil) }

    /// Creates a value. If `count` is 0, the time is ignored.
    public init(count: UInt32, lastWallMilliseconds: Int64?) {
        self.count = count
        self.lastWallMilliseconds = count > 0 ? lastWallMilliseconds : nil
    }

    /// Returns these attempts and later ones.
    package func followed(by later: FailedAttempts) -> FailedAttempts {
        FailedAttempts(
            count: count &+ later.count, lastWallMilliseconds: later.lastWallMilliseconds ?? lastWallMilliseconds)
    }
}
