// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode
import Testing

@testable import InkLockService

/// Attempts on new devices that find the queue of derivations full.
@Suite(.fewAtOnce) struct OverloadTests {
    private var bench: AccountBench
    private let queue = FullQueue()

    init() throws {
        bench = try AccountBench()
        bench.deriver = queue
    }

    /// A queue of derivations that is full while it is said to be.
    private final class FullQueue: Deriver, @unchecked Sendable {
        private let lock = NSLock()
        private var isFull = false

        func set(isFull: Bool) { lock.withLock { self.isFull = isFull } }

        func withTurn<Result: Sendable>(
            _ body: @Sendable () async throws(VaultError) -> Result
        ) async throws(VaultError) -> Result {
            guard !lock.withLock({ isFull }) else { throw .busy }
            return try await body()
        }

        func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
            try await DerivationQueue.shared.derive(passcode, by: hash)
        }
    }

    @Test("The owner is not told of attempts that were refused for lack of a turn") func refusedAttemptsDoNotCount()
        async throws
    {
        try await bench.run { [queue] _, browser async throws in
            let (ada, other) = (browser(), browser())
            try await ada.create("ada", passphrase: Browser.passphrase)
            queue.set(isFull: true)
            #expect(try await other.signIn("ada", passcode: Browser.passphrase).status == 503)
            let recovery: [String: Any] = [
                "name": "ada", "recoveryCode": ada.recoveryCode ?? "",
                "passcode": ["kind": "six-digits", "text": "581936"],
            ]
            #expect(try await other.post("/api/recover", recovery).status == 503)
            queue.set(isFull: false)
            #expect(try await browser().signIn("ada", passcode: "graue hügel 3 laternen").code == "rejected")
            let answer = try await other.signIn("ada", passcode: Browser.passphrase)
            #expect(answer.status == 200)
            #expect((answer.json["failures"] as? [String: Any])?["count"] as? Int == 1, "\(answer.text)")
        }
    }
}
