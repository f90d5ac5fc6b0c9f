// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// An operation whose request may arrive more than once. Repeated requests return the first result.
///
/// The row's key, and the key that seals its contents, are derived from the request and the service's secrets.
package struct Operation: Hashable, Sendable {
    let id: Data
    private let key: SymmetricKey

    /// The time for which a result is kept.
    static let lifetimeMilliseconds: Int64 = 10 * 60_000

    /// Creates the operation of a request.
    /// - Parameter request: The route, the account and the body, with at least 128 random bits.
    init(_ request: Data, _ secrets: ServiceSecrets) {
        (id, key) = secrets.operation(request)
    }

    /// Returns the operation of the same request from one sender, so that another sender of the request does not get
    /// the result.
    func bound(to sender: Data, _ secrets: ServiceSecrets) -> Operation { Operation(id + sender, secrets) }

    package static func == (a: Operation, b: Operation) -> Bool { a.id == b.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    func sealed(_ result: OperationResult) throws -> Data {
        try ChaChaPoly.seal(try JSONEncoder().encode(result), using: key, authenticating: id).combined
    }

    func opened(_ sealed: Data) -> OperationResult? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed),
            let plain = try? ChaChaPoly.open(box, using: key, authenticating: id)
        else { return nil }
        return try? JSONDecoder().decode(OperationResult.self, from: plain)
    }
}

/// The part of the first result that a repeated request needs.
struct OperationResult: Codable, Sendable {
    var recoveryCode: String?
    var session: String?
    var device: String?
    var notesKey: String?
    var failures: Failures?
}

extension OperationResult: CustomStringConvertible, CustomReflectable {
    /// Omits the contents, which would otherwise appear in logs.
    var description: String { "OperationResult" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// The results of operations, for some minutes.
///
/// An operation whose proof works only once also has a row from the beginning. Its result is empty until the operation
/// has one: it then replaces the row. An operation without a result can be tried again with the same proof.
struct OperationTable {
    let database: any StoreTransaction

    func find(_ operation: Operation, at now: Int64) throws -> OperationResult? {
        let row = try StoreRow.fetchOne(
            database, sql: "SELECT sealed, written FROM operation WHERE id = ?", arguments: [operation.id])
        guard let row, abs(now - (row["written"] as Int64)) <= Operation.lifetimeMilliseconds else { return nil }
        return operation.opened(row["sealed"])
    }

    /// Stores the beginning of an operation.
    func begin(_ operation: Operation, _ account: AccountID, at now: Int64) throws {
        try database.enqueue(
            sql: "INSERT INTO operation (id, account, sealed, written) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
            arguments: [operation.id, account.bytes, Data(), now])
    }

    /// Returns whether an operation of an account has begun in the last minutes and has no result.
    func hasBegun(_ operation: Operation, _ account: AccountID, at now: Int64) throws -> Bool {
        let row = try StoreRow.fetchOne(
            database, sql: "SELECT account, sealed, written FROM operation WHERE id = ?", arguments: [operation.id])
        guard let row, abs(now - (row["written"] as Int64)) <= Operation.lifetimeMilliseconds else { return false }
        return (row["account"] as Data) == account.bytes && (row["sealed"] as Data).isEmpty
    }

    /// Removes the beginning of an operation whose proof was wrong.
    func end(_ operation: Operation) throws {
        try database.run(
            sql: "DELETE FROM operation WHERE id = ? AND length(sealed) = 0", arguments: [operation.id])
    }

    func insert(_ operation: Operation, _ result: OperationResult, _ account: AccountID, at now: Int64) throws {
        try database.enqueue(
            sql: """
                INSERT INTO operation (id, account, sealed, written) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET account = excluded.account, sealed = excluded.sealed,
                    written = excluded.written
                """,
            arguments: [operation.id, account.bytes, try operation.sealed(result), now])
    }

    func removeOld(at now: Int64) throws {
        try database.run(
            sql: "DELETE FROM operation WHERE written < ? OR written > ?",
            arguments: [now - Operation.lifetimeMilliseconds, now + Operation.lifetimeMilliseconds])
    }
}

/// Serialises the requests of one operation.
actor OperationQueue {
    private var waiting: [Data: [CheckedContinuation<Void, Never>]] = [:]

    func enter(_ id: Data) async {
        guard waiting[id] != nil else {
            waiting[id] = []
            return
        }
        await withCheckedContinuation { waiting[id]?.append($0) }
    }

    func leave(_ id: Data) {
        guard var others = waiting[id], !others.isEmpty else {
            waiting[id] = nil
            return
        }
        let next = others.removeFirst()
        waiting[id] = others
        next.resume()
    }
}
