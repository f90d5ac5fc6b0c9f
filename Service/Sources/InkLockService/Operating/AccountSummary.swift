// SPDX-License-Identifier: MIT
import Foundation

/// An account as the operator sees it: its size and state, but none of its owner's contents.
struct AccountSummary: Hashable, Sendable, Encodable {
    let id: String
    let name: String
    /// The creation time, in milliseconds since 1970, as for all times.
    let created: Int64
    /// The time of the last sign-in on a device that is still known; `nil` without one.
    let lastSignIn: Int64?
    let devices: Int
    let passkeys: Int
    let notes: Int
    /// The approximate size of the account in the database; see ``StorageTable``.
    let bytes: Int64
    /// The bytes of the notes alone, sealed.
    let noteBytes: Int
    /// The number of wrong attempts on known devices since the owner last signed in.
    let failures: Int
    /// The time at which the operator disabled the account; `nil` while it is enabled.
    let disabled: Int64?
    /// The limits that the operator has set for the account; `nil` for those of the service.
    let noteLimit: Int64?
    let byteLimit: Int64?

    private static let selection = """
        SELECT account.id, account.name, account.created, account.failures, account.disabledAt, account.noteLimit,
            account.byteLimit, coalesce(storage.bytes, 0) AS bytes,
            (SELECT count(*) FROM device WHERE device.account = account.id) AS devices,
            (SELECT max(seen) FROM device WHERE device.account = account.id) AS seen,
            (SELECT count(*) FROM passkey WHERE passkey.account = account.id) AS passkeys,
            (SELECT count(*) FROM note WHERE note.account = account.id) AS notes,
            (SELECT CAST(coalesce(sum(length(sealed)), 0) AS BIGINT) FROM note WHERE note.account = account.id)
                AS noteBytes
        FROM account LEFT JOIN storage ON storage.account = account.id WHERE account.isDecoy = 0
        """
    /// The number of accounts that are in memory at a time.
    private static let batch = 500

    private init(_ row: StoreRow) {
        id = Hexadecimal.text(row["id"] as Data)
        name = row["name"]
        created = row["created"]
        lastSignIn = row["seen"]
        devices = row["devices"]
        passkeys = row["passkeys"]
        notes = row["notes"]
        bytes = row["bytes"]
        noteBytes = row["noteBytes"]
        failures = row["failures"]
        disabled = row["disabledAt"]
        noteLimit = row["noteLimit"]
        byteLimit = row["byteLimit"]
    }

    /// Calls `body` for each account, by name.
    /// - Complexity: O(accounts); memory does not grow with their number.
    static func forEach(in database: any StoreTransaction, _ body: (AccountSummary) throws -> Void) throws {
        try database.forEachRow(sql: "\(selection) ORDER BY account.canonicalName", arguments: [], batch: batch) {
            row in
            try body(AccountSummary(row))
            return true
        }
    }

    /// Finds an account by its ID or its name.
    static func find(_ text: String, in database: any StoreTransaction) throws -> AccountSummary? {
        // The ID comes first: a user can choose a name that looks like one.
        if let id = Hexadecimal.bytes(text), id.count == AccountID.byteCount,
            let found = try find(AccountID(id), in: database)
        {
            return found
        }
        guard let name = AccountName(text), let row = try AccountRow.find(name, in: database) else { return nil }
        return try find(row.id, in: database)
    }

    static func find(_ id: AccountID, in database: any StoreTransaction) throws -> AccountSummary? {
        try StoreRow.fetchOne(database, sql: "\(selection) AND account.id = ?", arguments: [id.bytes])
            .map { AccountSummary($0) }
    }

    /// The ID in stored form.
    var accountID: AccountID { AccountID(Hexadecimal.bytes(id) ?? Data()) }

    /// The account on one line.
    var line: String {
        let state = disabled == nil ? "" : "  (disabled)"
        return "\(id)  \(Self.day(created))  \(bytes >> 10) KiB  \(devices) devices  \(notes) notes  "
            + "\(TerminalText.name(name))\(state)"
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
        disabled: \(disabled.map { "since \(Self.day($0))" } ?? "no")
        \(limits)
        """
    }

    /// The lines for the limits of the notes' number and bytes, with the current values.
    var limits: String {
        let service = NoteLimits()
        func limit(_ own: Int64?, _ otherwise: Int) -> String {
            own.map { "\($0)" } ?? "\(otherwise), the default"
        }
        return """
            most notes: \(limit(noteLimit, service.noteCount)); now \(notes)
            most bytes of notes: \(limit(byteLimit, service.accountBytes)); now \(noteBytes)

            """
    }

    /// The date in UTC.
    private static func day(_ milliseconds: Int64) -> String {
        String(Date(timeIntervalSince1970: Double(milliseconds) / 1000).ISO8601Format().prefix(10))
    }
}
