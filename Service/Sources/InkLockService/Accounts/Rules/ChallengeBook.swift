// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// The challenges that passkeys answer: each for five minutes, for the browser that asked, and once.
///
/// Given challenges take no room, because each carries a code that only this service can make. Only those that were answered rightly
/// are remembered until they would have ended, so a flood of questions or wrong answers fills nothing.
/// All end with the process.
final class ChallengeBook: @unchecked Sendable {
    private let clock: any VaultClock
    private let key = SymmetricKey(size: .bits256)
    private let start: Int64
    private let lock = NSLock()
    /// The random part of each answered challenge, and when it would have ended.
    private var spent: [Data: Int64] = [:]
    private let limit: Int

    static let lifetimeMilliseconds: Int64 = 5 * 60_000
    private static let randomLength = 16
    private static let timeLength = 8
    private static let codeLength = 32

    /// - Parameter limit: how many right answers are taken in five minutes; then all wait.
    init(clock: any VaultClock, limit: Int = 100_000) {
        self.clock = clock
        self.limit = limit
        start = clock.now().uptimeMilliseconds
    }

    /// Milliseconds since the process began.
    private var now: Int64 { clock.now().uptimeMilliseconds - start }

    /// A new one: 56 bytes.
    func challenge(for browser: CookieToken) -> [UInt8] {
        let random = (0..<Self.randomLength).map { _ in UInt8.random(in: .min ... .max) }
        let time = withUnsafeBytes(of: now.bigEndian) { Array($0) }
        return random + time + Array(HMAC<SHA256>.authenticationCode(for: random + time + browser.digest, using: key))
    }

    /// Whether it was given to this browser lately and has not been answered.
    func isOpen(_ challenge: [UInt8], for browser: CookieToken) -> Bool {
        guard let end = end(of: challenge, for: browser) else { return false }
        return lock.withLock { spent[Self.name(challenge)] == nil } && now <= end
    }

    /// Takes note of a right answer.
    /// - Returns: whether it was the first in time.
    /// - Throws: ``VaultError/busy`` if too many came.
    func spend(_ challenge: [UInt8], for browser: CookieToken) throws(VaultError) -> Bool {
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

    private func end(of challenge: [UInt8], for browser: CookieToken) -> Int64? {
        guard challenge.count == Self.randomLength + Self.timeLength + Self.codeLength,
            HMAC<SHA256>.isValidAuthenticationCode(
                challenge.suffix(Self.codeLength), authenticating: challenge.dropLast(Self.codeLength) + browser.digest,
                using: key)
        else { return nil }
        let given = challenge[Self.randomLength..<Self.randomLength + Self.timeLength].reduce(0) { $0 << 8 | Int64($1) }
        return given + Self.lifetimeMilliseconds
    }

    private static func name(_ challenge: [UInt8]) -> Data { Data(challenge.prefix(randomLength)) }
}
