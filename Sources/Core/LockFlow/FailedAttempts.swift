// SPDX-License-Identifier: MIT

/// The wrong attempts since the owner was last let in, to be told to the owner at the next opening.
///
/// After an opening with a duress code it holds what the duress code's opener could have seen: the attempts since any code
/// opened the vault. So it does not tell which code it was.
public struct FailedAttempts: Hashable, Sendable {
    /// The number of attempts, passcodes and drawings together. The same wrong passcode several times in a row counts
    /// once.
    public let count: UInt32
    /// The time of the last one, in milliseconds since 1970-01-01 UTC by the wall clock; `nil` if there was none.
    public let lastWallMilliseconds: Int64?

    /// No attempt was wrong.
    public init() { self.init(count: 0, lastWallMilliseconds: nil) }

    /// The time is dropped where the count is 0.
    public init(count: UInt32, lastWallMilliseconds: Int64?) {
        self.count = count
        self.lastWallMilliseconds = count > 0 ? lastWallMilliseconds : nil
    }
}
