// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault

/// The ID of a known device: 16 random bytes. It is not secret.
struct DeviceID: Hashable, Sendable {
    let bytes: Data

    static let byteCount = 16

    init(_ bytes: Data) { self.bytes = bytes }

    /// - Returns: `nil` unless `text` is 32 lower-case hexadecimal digits.
    init?(_ text: String) {
        guard text.utf8.count == Self.byteCount * 2, let bytes = Hexadecimal.bytes(text) else { return nil }
        self.bytes = bytes
    }

    static func random() -> DeviceID {
        DeviceID(Data.random(count: byteCount))
    }

    /// The ID as 32 hexadecimal digits.
    var text: String { Hexadecimal.text(bytes) }
}

/// A browser with which the user has signed in to an account.
struct KnownDevice: Hashable, Sendable {
    let id: DeviceID
    let account: AccountID
    /// The kind of browser and system, from the User-Agent field.
    let label: DeviceLabel
    let added: Int64
    let seen: Int64
    /// The number of wrong attempts since the owner last signed in on this device.
    let failures: Int
}

/// A browser that an account knows, as its token finds it.
struct KnownBrowser: Hashable, Sendable {
    let device: KnownDevice
    let account: AccountRow
    /// The account's record with the device's ledger; `nil` if the ledger was removed.
    let vault: StoredVault?
}

/// The known devices of accounts, with their tokens. Each device has its own ledger, so no other browser can use up its
/// attempts.
struct DeviceTable {
    /// The limit of a query for all rows after an offset. SQLite expects `-1` there, and PostgreSQL `ALL`.
    private static let allRows: Int64 = 1 << 40

    let database: any StoreTransaction

    /// The maximum number of devices of an account. With ten wrong attempts each, it bounds the guesses of an attacker
    /// who has stolen all of them.
    static let limit = 16
    /// The maximum number of accounts that know one browser.
    static let accountLimit = 16

    /// The maximum number of valid tokens of a device.
    private static let tokenLimit = 4

    /// Returns the look-up key of a token. The look-up is the same for names with and without an account.
    static func probe(_ token: Data, canonicalName: String) -> Data {
        Data(SHA256.hash(data: Data("InkLock device ".utf8) + token + Data(canonicalName.utf8)))
    }

    /// Returns the device of a token and an account name with its account, or `nil` if the service did not issue the
    /// token for that account.
    func find(_ token: CookieToken, for name: AccountName) throws -> KnownBrowser? {
        try StoreRow.fetchOne(
            database,
            sql: """
                SELECT device.id AS device, device.browser, device.system, device.added, device.seen, device.failures,
                    device.ledger, device.ledgerVersion, account.vault, account.vaultVersion, \(AccountRow.columns)
                FROM deviceToken JOIN device ON device.id = deviceToken.device
                    JOIN account ON account.id = device.account
                WHERE deviceToken.probe = ?
                """,
            arguments: [Self.probe(token.digest, canonicalName: name.canonical)]
        ).map { row in
            let account = AccountRow(row)
            return KnownBrowser(
                device: KnownDevice(row, id: row["device"], account: account.id), account: account,
                vault: row["ledgerVersion"] as Int64 == 0 ? nil : StoredVault(row))
        }
    }

    /// Returns a device that a token belongs to.
    func find(_ token: CookieToken) throws -> DeviceID? {
        try Data.fetchOne(
            database, sql: "SELECT device FROM deviceToken WHERE token = ? LIMIT 1", arguments: [token.digest]
        ).map { DeviceID($0) }
    }

    /// Returns a Boolean value that indicates whether a token belongs to a device.
    func holds(_ token: CookieToken, _ id: DeviceID) throws -> Bool {
        try Int64.fetchOne(
            database, sql: "SELECT issued FROM deviceToken WHERE token = ? AND device = ?",
            arguments: [token.digest, id.bytes]) != nil
    }

    /// Returns the devices of an account, most recently seen first.
    func all(of account: AccountID) throws -> [KnownDevice] {
        try StoreRow.fetchAll(
            database, sql: "SELECT * FROM device WHERE account = ? ORDER BY seen DESC, id", arguments: [account.bytes]
        ).map { KnownDevice($0) }
    }

    /// Adds a device. If there are too many, removes the one that was unused longest.
    func insert(_ id: DeviceID, of account: AccountID, label: DeviceLabel, ledger: StoredBytes, at now: Int64) throws {
        try database.run(
            sql: """
                INSERT INTO device (id, account, browser, system, added, seen, ledgerVersion, ledger)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.bytes, account.bytes, label.browser, label.system, now, now, Int64(bitPattern: ledger.version),
                Data(ledger.bytes),
            ])
        try database.run(
            sql: """
                DELETE FROM device WHERE id IN (
                    SELECT id FROM device WHERE account = ? AND id <> ? ORDER BY seen DESC, id LIMIT \(Self.allRows) OFFSET ?)
                """,
            arguments: [account.bytes, id.bytes, Self.limit - 1])
    }

    /// Records a sign-in of the owner on the device, and resets its count of wrong attempts.
    func touch(_ id: DeviceID, label: DeviceLabel, at now: Int64) throws {
        try database.enqueue(
            sql: "UPDATE device SET seen = ?, browser = ?, system = ?, failures = 0, failedAt = NULL WHERE id = ?",
            arguments: [now, label.browser, label.system, id.bytes])
    }

    func addFailure(_ id: DeviceID, at now: Int64) throws {
        try database.run(
            sql: "UPDATE device SET failures = failures + 1, failedAt = ? WHERE id = ?", arguments: [now, id.bytes])
        try database.run(
            sql: """
                UPDATE account SET failures = failures + 1, failedAt = ?
                WHERE id = (SELECT account FROM device WHERE id = ?)
                """,
            arguments: [now, id.bytes])
    }

    /// Issues a new token for a device. The token that the browser sent stays valid until
    /// ``endTokens(_:of:before:keeping:)``, because the response may be lost. A few others stay valid too, because
    /// several sign-ins may be in progress.
    ///
    /// The browser's other accounts get the new token as well. There it displaces no token of their own last sign-in,
    /// because the client may be a thief of the token who signs in to another account.
    /// - Parameters:
    ///   - name: The canonical name of the device's account.
    ///   - isShared: A Boolean value that indicates whether other accounts have the token that the browser sent.
    func renewToken(
        of id: DeviceID, named name: String, _ new: CookieToken, replacing brought: CookieToken?, isShared: Bool,
        at now: Int64
    ) throws {
        if let brought, isShared {
            let others = try StoreRow.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT device.id AS id, device.seen AS seen, account.canonicalName AS name,
                        (SELECT COUNT(DISTINCT every.token) FROM deviceToken AS every WHERE every.device = device.id)
                            AS tokens
                    FROM deviceToken JOIN device ON device.id = deviceToken.device
                        JOIN account ON account.id = device.account
                    WHERE deviceToken.token = ? AND device.account <> (SELECT account FROM device WHERE id = ?)
                    ORDER BY device.seen DESC LIMIT \(Self.accountLimit)
                    """,
                arguments: [brought.digest, id.bytes])
            for row in others {
                // So many remain only where the clock stood still or was set back, and none is newer than the sign-in.
                let isFull = (row["tokens"] as Int) > 2 * Self.tokenLimit
                try addToken(
                    new, to: row["id"], named: row["name"], beside: brought,
                    displacingAfter: isFull ? .min : row["seen"], at: now)
            }
        }
        try addToken(new, to: id.bytes, named: name, beside: brought, displacingAfter: Int64.min, at: now)
    }

    /// Adds a token to a device.
    /// - Parameters:
    ///   - brought: The token that stays valid.
    ///   - time: The time. If there are too many tokens, only those issued after it may be removed.
    private func addToken(
        _ new: CookieToken, to device: Data, named name: String, beside brought: CookieToken?,
        displacingAfter time: Int64, at now: Int64
    ) throws {
        try database.enqueue(
            sql: """
                DELETE FROM deviceToken WHERE device = ? AND token IS DISTINCT FROM ? AND issued > ?
                    AND (issued, probe) <= (
                        SELECT issued, probe FROM deviceToken
                        WHERE device = ? AND token IS DISTINCT FROM ? AND issued > ?
                        ORDER BY issued DESC, probe DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [device, brought?.digest, time, device, brought?.digest, time, Self.tokenLimit - 2])
        try database.enqueue(
            sql: "INSERT INTO deviceToken (probe, token, device, issued) VALUES (?, ?, ?, ?)",
            arguments: [Self.probe(new.digest, canonicalName: name), new.digest, device, now])
    }

    /// Adds entries for the tokens of an account's devices under its new name, and removes those under names before its
    /// former one.
    ///
    /// A browser that remembers the former name stays a known device. Its token ends with the next sign-in, whose
    /// response contains the new name.
    func addName(_ name: AccountName, former: AccountName, of account: AccountID) throws {
        let rows = try StoreRow.fetchAll(
            database,
            sql: """
                SELECT probe, token, device, issued FROM deviceToken
                WHERE device IN (SELECT id FROM device WHERE account = ?)
                """,
            arguments: [account.bytes])
        for row in rows {
            let (probe, token): (Data, Data) = (row["probe"], row["token"])
            let (device, issued): (Data, Int64) = (row["device"], row["issued"])
            // Otherwise an account that is renamed again and again grows without a limit.
            if ![former, name].contains(where: { probe == Self.probe(token, canonicalName: $0.canonical) }) {
                try database.run(sql: "DELETE FROM deviceToken WHERE probe = ?", arguments: [probe])
            }
            try database.run(
                sql: """
                    INSERT INTO deviceToken (probe, token, device, issued) VALUES (?, ?, ?, ?)
                    ON CONFLICT (probe) DO UPDATE SET device = excluded.device, issued = excluded.issued
                    """,
                arguments: [Self.probe(token, canonicalName: name.canonical), token, device, issued])
        }
    }

    /// Removes the device of an account that has this token. The browser becomes a new device.
    func forget(holding token: CookieToken, of account: AccountID) throws {
        try database.run(
            sql: """
                DELETE FROM device WHERE account = ? AND id IN (SELECT device FROM deviceToken WHERE token = ?)
                """,
            arguments: [account.bytes, token.digest])
    }

    /// Invalidates the token with this digest and the older tokens of the device, because the browser has received its
    /// new token. If the browser sent another token of the device, only that one stays valid. Other accounts' devices
    /// keep theirs until their owners sign in.
    func endTokens(_ token: Data, of id: DeviceID, before time: Int64, keeping brought: CookieToken?) throws {
        // A copy of the old token may have been exchanged for a new one since the owner signed in.
        if let brought, brought.digest != token, try holds(brought, id) {
            try database.run(
                sql: "DELETE FROM deviceToken WHERE device = ? AND token <> ?", arguments: [id.bytes, brought.digest])
            return
        }
        try database.run(
            sql: "DELETE FROM deviceToken WHERE device = ? AND (token = ? OR issued < ?)",
            arguments: [id.bytes, token, time])
    }

    /// Removes a device and its sessions.
    /// - Returns: `false` if there is no such device.
    func forget(_ id: DeviceID, of account: AccountID) throws -> Bool {
        try database.run(
            sql: "DELETE FROM device WHERE id = ? AND account = ?", arguments: [id.bytes, account.bytes])
        return database.changesCount == 1
    }

    func forgetAll(of account: AccountID) throws {
        try database.run(sql: "DELETE FROM device WHERE account = ?", arguments: [account.bytes])
    }
}

extension KnownDevice {
    fileprivate init(_ row: StoreRow) { self.init(row, id: row["id"], account: AccountID(row["account"])) }

    fileprivate init(_ row: StoreRow, id: Data, account: AccountID) {
        self.id = DeviceID(id)
        self.account = account
        label = DeviceLabel(browser: row["browser"], system: row["system"])
        added = row["added"]
        seen = row["seen"]
        failures = row["failures"]
    }
}
