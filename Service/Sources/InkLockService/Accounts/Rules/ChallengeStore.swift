// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// The challenges for passkeys. Each is valid for five minutes, for one browser and one successful use.
///
/// Issued challenges need no memory, because each contains an authentication code of this service. Only challenges that
/// were answered correctly are stored until they expire, so a flood of requests or wrong answers fills no memory. All
/// challenges become invalid when the process ends, unless several servers share their key. Those store the challenges
/// that were answered in their database; see ``SharedLimitTable``.
final class ChallengeStore: @unchecked Sendable {
    private let clock: any VaultClock
    /// Returns the keys. New challenges use the first key, and challenges of all keys are accepted.
    private let keys: @Sendable () -> [SymmetricKey]
    /// The uptime when the process started, or `nil` if the challenges have the time of day.
    private let start: Int64?
    private let lock = NSLock()
    /// The random part of each used challenge, with the time at which it expires.
    private var spent: [Data: Int64] = [:]
    private let limit: Int

    /// The purpose of marking a challenge as answered. A mark that is set again after a lost connection would look as
    /// if another request had set it.
    static let spending = StorePurpose.statement

    static let lifetimeMilliseconds: Int64 = 5 * 60_000
    private static let randomLength = 16
    private static let timeLength = 8
    private static let codeLength = 32

    /// - Parameters:
    ///   - keys: A closure that returns the keys that several servers share, with the key of new challenges first;
    ///     `nil` for a random key.
    ///   - limit: The maximum number of correct answers in five minutes. Further answers are rejected as busy.
    init(clock: any VaultClock, keys: (@Sendable () -> [SymmetricKey])? = nil, limit: Int = 100_000) {
        self.clock = clock
        self.limit = limit
        let random = SymmetricKey(size: .bits256)
        self.keys = keys ?? { [random] }
        start = keys == nil ? clock.now().uptimeMilliseconds : nil
    }

    /// Milliseconds since the process started, or since 1970.
    private var now: Int64 {
        let now = clock.now()
        return start.map { now.uptimeMilliseconds - $0 } ?? now.wallMilliseconds
    }

    /// Returns a new challenge of 56 bytes.
    func challenge(for browser: CookieToken) -> [UInt8] {
        let random = [UInt8](Data.random(count: Self.randomLength))
        let time = withUnsafeBytes(of: now.bigEndian) { Array($0) }
        let code = HMAC<SHA256>.authenticationCode(for: random + time + browser.digest, using: keys()[0])
        return random + time + Array(code)
    }

    /// Returns whether a challenge was issued to this browser, has not expired and was not used.
    func isOpen(_ challenge: [UInt8], for browser: CookieToken) -> Bool {
        guard let end = end(of: challenge, for: browser) else { return false }
        return lock.withLock { spent[Self.name(challenge)] == nil } && now <= end
    }

    /// Marks a challenge as used.
    /// - Returns: `true` if it was valid and not used before.
    /// - Throws: ``AccountError/busy`` if there are too many correct answers.
    func spend(_ challenge: [UInt8], for browser: CookieToken) throws(AccountError) -> Bool {
        guard let end = end(of: challenge, for: browser), now <= end else { return false }
        let isFull = lock.withLock { () -> Bool? in
            guard spent[Self.name(challenge)] == nil else { return nil }
            if spent.count >= limit {
                let now = now
                spent = spent.filter { $0.value >= now }
            }
            guard spent.count < limit else { return true }
            spent[Self.name(challenge)] = end
            return false
        }
        guard isFull != true else { throw .busy }
        return isFull == false
    }

    /// Returns the time at which a challenge expires, or `nil` if it was not issued to this browser.
    func end(of challenge: [UInt8], for browser: CookieToken) -> Int64? {
        guard challenge.count == Self.randomLength + Self.timeLength + Self.codeLength,
            keys().contains(where: { key in
                HMAC<SHA256>.isValidAuthenticationCode(
                    challenge.suffix(Self.codeLength),
                    authenticating: challenge.dropLast(Self.codeLength) + browser.digest, using: key)
            })
        else { return nil }
        let given = challenge[Self.randomLength..<Self.randomLength + Self.timeLength].reduce(0) { $0 << 8 | Int64($1) }
        return given + Self.lifetimeMilliseconds
    }

    /// The random part of a challenge.
    static func name(_ challenge: [UInt8]) -> Data { Data(challenge.prefix(randomLength)) }
}
