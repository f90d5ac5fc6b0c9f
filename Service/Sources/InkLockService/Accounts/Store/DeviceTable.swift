// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import GRDB
import LockVault

/// Which known device: 16 random bytes, no secret.
struct DeviceID: Hashable, Sendable {
    let bytes: Data

    static let byteCount = 16

    init(_ bytes: Data) { self.bytes = bytes }

    /// - Returns: `nil` unless there are 32 hexadecimal digits, with small letters.
    init?(_ text: String) {
        guard text.utf8.count == Self.byteCount * 2, let bytes = Hexadecimal.bytes(text) else { return nil }
        self.bytes = bytes
    }

    static func random() -> DeviceID {
        DeviceID(Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// 32 hexadecimal digits.
    var text: String { Hexadecimal.text(bytes) }
}

/// A browser that its user signed in with to an account.
struct KnownDevice: Hashable, Sendable {
    let id: DeviceID
    let account: AccountID
    /// From the browser's name of itself; coarse.
    let label: String
    let added: Int64
    let seen: Int64
    /// Wrong attempts since the owner last signed in here.
    let failures: Int
}

/// The known devices of accounts and their tokens. Each has a ledger of its own, so no other browser spends its guesses.
struct DeviceTable {
    let database: Database

    /// The most devices of an account. With ten wrong attempts each, they bound what thieves of all of them may guess.
    static let limit = 16
    /// The most accounts that one browser is known to.
    static let accountLimit = 16

    /// The most tokens of a device at a time.
    private static let tokenLimit = 4

    /// What a token is looked up by: the same look-up for every name, with an account or without.
    static func probe(_ token: Data, canonicalName: String) -> Data {
        Data(SHA256.hash(data: Data("InkLock device ".utf8) + token + Data(canonicalName.utf8)))
    }

    /// - Returns: the device; `nil` if the service never gave this token to a browser for this account.
    func find(_ token: CookieToken, for name: AccountName) throws -> KnownDevice? {
        try Row.fetchOne(
            database,
            sql: """
                SELECT device.* FROM deviceToken JOIN device ON device.id = deviceToken.device
                WHERE deviceToken.probe = ?
                """,
            arguments: [Self.probe(token.digest, canonicalName: name.canonical)]
        ).map { KnownDevice($0) }
    }

    /// Returns a device that a token is of.
    func find(_ token: CookieToken) throws -> DeviceID? {
        try Data.fetchOne(
            database, sql: "SELECT device FROM deviceToken WHERE token = ? LIMIT 1", arguments: [token.digest]
        ).map { DeviceID($0) }
    }

    /// Returns a Boolean value that indicates whether a token is of a device.
    func holds(_ token: CookieToken, _ id: DeviceID) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM deviceToken WHERE token = ? AND device = ?)",
            arguments: [token.digest, id.bytes]) ?? false
    }

    func find(_ id: DeviceID) throws -> KnownDevice? {
        try Row.fetchOne(database, sql: "SELECT * FROM device WHERE id = ?", arguments: [id.bytes])
            .map { KnownDevice($0) }
    }

    /// The one seen last first.
    func all(of account: AccountID) throws -> [KnownDevice] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM device WHERE account = ? ORDER BY seen DESC, id", arguments: [account.bytes]
        ).map { KnownDevice($0) }
    }

    /// Adds a device, and forgets the one longest unused if there are too many.
    func insert(_ id: DeviceID, of account: AccountID, label: String, ledger: StoredBytes, at now: Int64) throws {
        try database.execute(
            sql: """
                INSERT INTO device (id, account, label, added, seen, ledgerVersion, ledger) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.bytes, account.bytes, label, now, now, Int64(bitPattern: ledger.version), Data(ledger.bytes),
            ])
        try database.execute(
            sql: """
                DELETE FROM device WHERE id IN (
                    SELECT id FROM device WHERE account = ? AND id <> ? ORDER BY seen DESC, id LIMIT -1 OFFSET ?)
                """,
            arguments: [account.bytes, id.bytes, Self.limit - 1])
    }

    /// The owner signed in on the device: its count of wrong attempts begins again.
    func touch(_ id: DeviceID, label: String, at now: Int64) throws {
        try database.execute(
            sql: "UPDATE device SET seen = ?, label = ?, failures = 0, failedAt = NULL WHERE id = ?",
            arguments: [now, label, id.bytes])
    }

    func addFailure(_ id: DeviceID, at now: Int64) throws {
        try database.execute(
            sql: "UPDATE device SET failures = failures + 1, failedAt = ? WHERE id = ?", arguments: [now, id.bytes])
        try database.execute(
            sql: """
                UPDATE account SET failures = failures + 1, failedAt = ?
                WHERE id = (SELECT account FROM device WHERE id = ?)
                """,
            arguments: [now, id.bytes])
    }

    /// Gives a device a new token. The one that the browser brought goes on working until ``endTokens(_:of:before:)``, because
    /// the answer may be lost; so do some others, because several sign-ins may be under way.
    ///
    /// The browser's other accounts get the new one as well. There it displaces none from their own last sign-in: a thief of
    /// the token may be the one who signs in, to an account of the thief's.
    func renewToken(of id: DeviceID, _ new: CookieToken, replacing brought: CookieToken?, at now: Int64) throws {
        var devices = [id.bytes]
        if let brought {
            devices += try Data.fetchAll(
                database,
                sql: """
                    SELECT device.id FROM deviceToken JOIN device ON device.id = deviceToken.device
                    WHERE deviceToken.token = ? AND device.account <> (SELECT account FROM device WHERE id = ?)
                    ORDER BY device.seen DESC LIMIT \(Self.accountLimit)
                    """,
                arguments: [brought.digest, id.bytes])
        }
        for device in devices {
            let row = try Row.fetchOne(
                database,
                sql: "SELECT canonicalName, seen FROM account JOIN device ON device.account = account.id WHERE device.id = ?",
                arguments: [device])
            guard let row else { continue }
            let (name, seen): (String, Int64) = (row["canonicalName"], row["seen"])
            let isOwn = device == id.bytes
            let count = try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM deviceToken WHERE device = ?", arguments: [device])
            // Where the clock stands still, none is newer than another.
            guard isOwn || count ?? 0 < 2 * Self.tokenLimit else { continue }
            try database.execute(
                sql: """
                    DELETE FROM deviceToken WHERE probe IN (
                        SELECT probe FROM deviceToken WHERE device = ? AND token IS NOT ? AND issued > ?
                        ORDER BY issued DESC, probe LIMIT -1 OFFSET ?)
                    """,
                arguments: [device, brought?.digest, isOwn ? Int64.min : seen, Self.tokenLimit - 2])
            try database.execute(
                sql: "INSERT INTO deviceToken (probe, token, device, issued) VALUES (?, ?, ?, ?)",
                arguments: [Self.probe(new.digest, canonicalName: name), new.digest, device, now])
        }
    }

    /// Forgets the device of an account that a token is of: the browser becomes a new one.
    func forget(holding token: CookieToken, of account: AccountID) throws {
        try database.execute(
            sql: """
                DELETE FROM device WHERE account = ? AND id IN (SELECT device FROM deviceToken WHERE token = ?)
                """,
            arguments: [account.bytes, token.digest])
    }

    /// The browser has a new token for this account's device: the one that it brought before, by its digest, and older ones end
    /// there. Other accounts' devices keep theirs until their owners sign in.
    func endTokens(_ token: Data, of id: DeviceID, before time: Int64) throws {
        try database.execute(
            sql: "DELETE FROM deviceToken WHERE device = ? AND (token = ? OR issued < ?)",
            arguments: [id.bytes, token, time])
    }

    /// Its sessions end with it.
    /// - Returns: whether there was such a device.
    func forget(_ id: DeviceID, of account: AccountID) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM device WHERE id = ? AND account = ?", arguments: [id.bytes, account.bytes])
        return database.changesCount == 1
    }

    func forgetAll(of account: AccountID) throws {
        try database.execute(sql: "DELETE FROM device WHERE account = ?", arguments: [account.bytes])
    }
}

extension KnownDevice {
    init(_ row: Row) {
        id = DeviceID(row["id"])
        account = AccountID(row["account"])
        label = row["label"]
        added = row["added"]
        seen = row["seen"]
        failures = row["failures"]
    }
}
