// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import PicturePassword
import Testing

@testable import InkLockService

/// A drawing whose request came to no result, and comes again.
@Suite(.fewAtOnce) struct RepeatedDrawingTests {
    /// The moment at which the database fails.
    enum Fault: CaseIterable {
        /// Nothing is stored.
        case before
        /// The transaction is stored, and its answer is lost.
        case after
    }

    /// An account with a picture password, and its owner's device.
    private struct Owner {
        let name: AccountName
        let base: Accounts
        /// The same accounts, on a database that fails.
        let failing: Accounts
        let store: FailingStore
        let code: String
        var client: Client

        func signIn(
            _ drawing: Proof, _ operation: InkLockService.Operation?, failing isFailing: Bool = false,
            from other: Client? = nil
        ) async throws(AccountError) -> SignedIn {
            let accounts = isFailing ? failing : base
            let client = other ?? client
            let browser = try await base.knownBrowser(name, client)
            return try await accounts.signIn(name, drawing, client, on: browser, operation)
        }

        /// Signs in, and returns why that failed.
        func failure(
            _ drawing: Proof, _ operation: InkLockService.Operation?, failing isFailing: Bool = false,
            from other: Client? = nil
        ) async -> AccountError? {
            do throws(AccountError) {
                _ = try await signIn(drawing, operation, failing: isFailing, from: other)
            } catch {
                return error
            }
            return nil
        }
    }

    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let digest = Array(SHA256.hash(data: Data(DrawnPassword.picture.utf8)))

    private static func drawing(_ shift: Double, elsewhere: Double = 0) -> Proof {
        .drawing(DrawnPassword.gesture(shift: shift, elsewhere: elsewhere), pictureDigest: digest)
    }

    private func owner() async throws -> Owner {
        let base = try await bench.service().accounts
        let store = FailingStore(base.database)
        let failing = try await Accounts(
            database: store, secrets: base.secrets, pictures: base.pictures, parameters: bench.parameters,
            clock: bench.clock)
        let name = try #require(AccountName("ada"))
        let samples = [0, 1, 2].map { DrawnPassword.gesture(shift: $0) }
        let template = try #require(GestureTemplate(pictureDigest: Self.digest, samples: samples))
        let made = try await base.create(name, .picture(name: DrawnPassword.picture, template), Client())
        let code = try #require(made.recoveryCode).text
        return Owner(name: name, base: base, failing: failing, store: store, code: code, client: Client(made))
    }

    /// Whichever transaction of the sign-in fails, the same request succeeds afterwards, and nothing counts as wrong.
    @Test("A sign-in that failed for the database succeeds when it is sent again", arguments: Fault.allCases)
    func failedSignInsAreRepeatable(fault: Fault) async throws {
        var owner = try await owner()
        var failures = 0
        for number in 1...20 {
            let drawing = Self.drawing(3 + Double(number) / 16)
            let operation = owner.base.operation("sign-in \(number)")
            owner.store.fail(at: number, fault)
            let error = await owner.failure(drawing, operation, failing: true)
            guard owner.store.hasFailed else {
                #expect(error == nil)
                break
            }
            failures += error == nil ? 0 : 1
            let again = try await owner.signIn(drawing, operation)
            #expect(again.failures == Failures(), "\(number)")
            owner.client = Client(again)
            #expect(try await owner.base.session(again.token).account.name == "ada")
        }
        #expect(failures >= 4, "the drawing, the ledger twice, the session")
        let (last, other) = (Self.drawing(3 + 1.0 / 16), owner.base.operation("other"))
        #expect(await owner.failure(last, other)?.isRejection == true, "the drawing is used up")
        try owner.base.database.close()
    }

    /// A server that began the operation before another one finished it must not count its drawing as wrong.
    @Test("A drawing of an operation that another server has finished is no replay")
    func finishedOperationsAreNoReplays() async throws {
        let owner = try await owner()
        let account = try await owner.base.session(owner.client.session).account.id
        let table = owner.base.replayTable(account)
        let (operation, gesture) = (owner.base.operation("sign-in"), DrawnPassword.gesture(shift: 3))
        #expect(try await table.receive(gesture, for: operation) == .new)
        #expect(try await table.receive(gesture, for: operation) == .repeated)
        let now = bench.clock.now().wallMilliseconds
        try await owner.base.database.write { database in
            try OperationTable(database: database).insert(operation, OperationResult(), account, at: now)
        }
        await #expect(throws: StoreError.conflict) { _ = try await table.receive(gesture, for: operation) }
        #expect(try await table.receive(gesture, for: owner.base.operation("other")) == .replay)
        #expect(try await table.receive(gesture, for: nil) == .replay)
        try owner.base.database.close()
    }

    @Test("A change that failed for the database succeeds when it is sent again", arguments: Fault.allCases)
    func failedChangesAreRepeatable(fault: Fault) async throws {
        var owner = try await owner()
        var failures = 0
        for number in 1...20 {
            let session = try await owner.base.session(owner.client.session)
            let drawing = Self.drawing(3 + Double(number) / 16)
            let operation = owner.base.operation("change \(number)")
            let passcode = try #require(TypedPasscode(String(581_936 + number)))
            func change(_ accounts: Accounts) async throws(AccountError) -> SessionInfo {
                try await accounts.set(isPicture: false, drawing, session, operation) {
                    .passcode(passcode, .sixDigits, isPassphrase: false)
                }
            }
            owner.store.fail(at: number, fault)
            do throws(AccountError) { _ = try await change(owner.failing) } catch { failures += 1 }
            guard owner.store.hasFailed else { break }
            _ = try await change(owner.base)
            let proof = Proof.passcode(passcode)
            _ = try await owner.base.check(proof, session)
            #expect(await owner.failure(drawing, nil)?.isRejection == true, "\(number)")
            let signedIn = try await owner.base.signIn(owner.name, proof, owner.client)
            #expect(signedIn.failures.count == 1)
            owner.client = Client(signedIn)
        }
        #expect(failures >= 4, "the drawing, the ledger twice, the change")
        try owner.base.database.close()
    }

    /// The drawing has been stored, and nothing else.
    @Test("A drawing whose request has failed opens nothing in another request, on another device or later")
    func unfinishedDrawingsStayRefused() async throws {
        var owner = try await owner()
        let other = try await owner.base.signIn(owner.name, .recoveryCode(owner.code), Client())
        let (drawing, operation) = (Self.drawing(3), owner.base.operation("sign-in"))
        owner.store.fail(at: 2, .before)
        #expect(await owner.failure(drawing, operation, failing: true) != nil && owner.store.hasFailed)
        #expect(await owner.failure(drawing, nil)?.isRejection == true)
        #expect(await owner.failure(drawing, owner.base.operation("other"))?.isRejection == true)
        #expect(await owner.failure(drawing, operation, from: Client(other))?.isRejection == true)
        bench.clock.advance(seconds: 599)
        let signedIn = try await owner.signIn(drawing, operation)
        #expect(signedIn.failures.count == 3)
        owner.client = Client(signedIn)

        let (second, late) = (Self.drawing(4), owner.base.operation("late"))
        owner.store.fail(at: 2, .before)
        #expect(await owner.failure(second, late, failing: true) != nil && owner.store.hasFailed)
        bench.clock.advance(seconds: 601)
        #expect(await owner.failure(second, late)?.isRejection == true)
        try owner.base.database.close()
    }

    /// A drawing that was wrong once is not compared again, with another template for example.
    @Test("A wrong drawing has its result, and counts as wrong each time it is sent")
    func wrongDrawingsAreNotTriedAgain() async throws {
        let owner = try await owner()
        let (wrong, operation) = (Self.drawing(0, elsewhere: 300), owner.base.operation("wrong"))
        #expect(await owner.failure(wrong, operation)?.isRejection == true)
        let rows = try await owner.base.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM operation") }
        #expect(rows == 0)
        #expect(await owner.failure(wrong, operation)?.isRejection == true)
        let signedIn = try await owner.signIn(Self.drawing(3), owner.base.operation("right"))
        #expect(signedIn.failures.count == 2)
        try owner.base.database.close()
    }

    /// A store that fails once, at a transaction that writes.
    private final class FailingStore: AccountStore, @unchecked Sendable {
        private let base: any AccountStore
        private let lock = NSLock()
        private var left = 0
        private var fault = Fault.before
        private var failed = false

        init(_ base: any AccountStore) { self.base = base }

        /// Plans the failure of a transaction, counted from 1.
        func fail(at number: Int, _ new: Fault) { lock.withLock { (left, fault, failed) = (number, new, false) } }

        /// A Boolean value that indicates whether the planned failure has happened.
        var hasFailed: Bool { lock.withLock { failed } }

        private func next() -> Fault? {
            lock.withLock {
                left -= 1
                guard left == 0 else { return nil }
                failed = true
                return fault
            }
        }

        var isShared: Bool { base.isShared }

        func read<Result: Sendable>(
            _ scope: ReadScope, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
        ) async throws(StoreError) -> Result {
            try await base.read(scope, body)
        }

        func write<Result: Sendable>(
            _ purpose: StorePurpose, _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
        ) async throws(StoreError) -> Result {
            let fault = next()
            guard fault != .before else { throw .database(code: 10) }
            let result = try await base.write(purpose, body)
            guard fault == nil else { throw .database(code: 10) }
            return result
        }

        func releaseFreePages(at now: Int64) async throws(StoreError) { try await base.releaseFreePages(at: now) }

        func hasRoom(_ transaction: any StoreTransaction) -> Bool { base.hasRoom(transaction) }

        func isWritable() async -> Bool { await base.isWritable() }

        func space(at now: Int64, measuring: Bool) async -> StoreSpace {
            await base.space(at: now, measuring: measuring)
        }

        func close() throws { try base.close() }
    }
}

extension AccountError {
    fileprivate var isRejection: Bool {
        switch self {
        case .rejected, .vault(.rejected): true
        default: false
        }
    }
}
