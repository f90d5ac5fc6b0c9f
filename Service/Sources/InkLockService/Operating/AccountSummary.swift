// SPDX-License-Identifier: MIT
import Foundation
import GRDB

/// An account as the operator sees it: what it takes, and nothing that its owner keeps in it.
struct AccountSummary: Hashable, Sendable, Encodable {
    let id: String
    let name: String
    /// Times are milliseconds since 1970.
    let created: Int64
    /// The time of the last sign-in on a device that is still known; `nil` without one.
    let lastSignIn: Int64?
    let devices: Int
    let passkeys: Int
    let notes: Int
    /// About what the account takes in the database; see ``StorageTable``.
    let bytes: Int64
    /// Wrong attempts on known devices since the owner was last in.
    let failures: Int

    private static let selection = """
        SELECT account.id, account.name, account.created, account.failures, coalesce(storage.bytes, 0) AS bytes,
            (SELECT count(*) FROM device WHERE account = account.id) AS devices,
            (SELECT max(seen) FROM device WHERE account = account.id) AS seen,
            (SELECT count(*) FROM passkey WHERE account = account.id) AS passkeys,
            (SELECT count(*) FROM note WHERE account = account.id) AS notes
        FROM account LEFT JOIN storage ON storage.account = account.id WHERE account.isDecoy = 0
        """

    private init(_ row: Row) {
        id = Hexadecimal.text(row["id"] as Data)
        name = row["name"]
        created = row["created"]
        lastSignIn = row["seen"]
        devices = row["devices"]
        passkeys = row["passkeys"]
        notes = row["notes"]
        bytes = row["bytes"]
        failures = row["failures"]
    }

    /// Calls `body` for each account, by name.
    /// - Complexity: O(accounts); memory does not grow with their number.
    static func forEach(in database: Database, _ body: (AccountSummary) throws -> Void) throws {
        let rows = try Row.fetchCursor(database, sql: "\(selection) ORDER BY account.canonicalName")
        while let row = try rows.next() { try body(AccountSummary(row)) }
    }

    /// Finds an account by its ID or its name.
    static func find(_ text: String, in database: Database) throws -> AccountSummary? {
        // The ID comes first: a user can choose a name that looks like one.
        if let id = Hexadecimal.bytes(text), id.count == AccountID.byteCount, let found = try find(id, in: database) {
            return found
        }
        guard let name = AccountName(text), let row = try AccountRow.find(name, in: database) else { return nil }
        return try find(row.id.bytes, in: database)
    }

    private static func find(_ id: Data, in database: Database) throws -> AccountSummary? {
        try Row.fetchOne(database, sql: "\(selection) AND account.id = ?", arguments: [id]).map(AccountSummary.init)
    }

    /// The account on one line.
    var line: String {
        "\(id)  \(Self.day(created))  \(bytes >> 10) KiB  \(devices) devices  \(notes) notes  \(TerminalText.name(name))"
    }

    /// The account as JSON on one line.
    func lineJSON() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return TerminalText.json(String(decoding: try encoder.encode(self), as: UTF8.self))
    }

    /// The account with a line for each property.
    var description: String {
        """
        id: \(id)
        name: \(TerminalText.name(name))
        created: \(Self.day(created))
        last sign-in: \(lastSignIn.map(Self.day) ?? "on no device that is known")
        devices: \(devices)
        passkeys: \(passkeys)
        notes: \(notes)
        size: \(bytes >> 10) KiB
        wrong attempts: \(failures)

        """
    }

    /// The date in UTC.
    private static func day(_ milliseconds: Int64) -> String {
        String(Date(timeIntervalSince1970: Double(milliseconds) / 1000).ISO8601Format().prefix(10))
    }
}
