// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import HTTPTypes
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
    private static func client(_ address: String, _ browser: () -> Browser) throws -> Browser {
        let client = browser()
        client.headers[try #require(HTTPField.Name("X-Forwarded-For"))] = address
        return client
    }

    /// Accounts' owners sign in as fast as they can, each from a network of its own, and fill the queue.
    @Test("Sign-ins from more networks than there are waiting places keep no owner out")
    func otherNetworksKeepNoOwnerOut() async throws {
        var bench = bench
        bench.settings.trustsProxy = true
        bench.deriver = DerivationQueue(threads: 2, waiting: 16)
        bench.parameters.vault.cost = try #require(ScryptCost(logN: 11, parallelism: 1))
        try await bench.run { _, browser async throws in
            let ada = try Self.client("192.0.2.1", browser)
            try await ada.create("ada")
            let others = try await (0..<10).map { "eve \($0)" }.asyncMap { name async throws in
                let other = browser()
                try await other.create(name)
                return (name, other)
            }
            let (done, busy) = (Counter(), Counter())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    let (name, other) = others[number % others.count]
                    let copy = try Self.client("198.51.\(number).7", browser)
                    copy.copy(other)
                    group.addTask {
                        while !Task.isCancelled {
                            let status = try await copy.signIn(name).status
                            #expect([200, 409, 429, 503].contains(status))
                            copy.copy(other)
                            await (status == 200 ? done : busy).add()
                        }
                    }
                }
                for number in 1...4 {
                    // The owner comes less often than the others.
                    while await done.count < 100 * number { try await Task.sleep(for: .milliseconds(1)) }
                    let answer = try await ada.signIn("ada")
                    #expect(answer.status == 200, "\(answer.text)")
                }
                #expect(await busy.count > 100, "the queue is full")
                group.cancelAll()
            }
        }
    }
}

private actor Counter {
    var count = 0
    func add() { count += 1 }
}
