// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import GRDB

/// The database's tables, and the migrations from older ones.
///
/// Times are milliseconds since 1970 by the service's clock. A cookie is stored as the SHA-256 of its token.
enum AccountSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts") { try $0.execute(sql: first) }
        migrator.registerMigration("2 notes") { try $0.execute(sql: notes) }
        migrator.registerMigration("3 passkeys") { try $0.execute(sql: passkeys) }
        migrator.registerMigration("4 known devices") { database in
            try database.execute(sql: knownDevices)
            try keepDevices(database)
            try database.execute(sql: "DROP TABLE oldDevice; DROP TABLE ledger;")
        }
        return migrator
    }

    /// Devices of older databases stay known: their cookie's token is worth what it was.
    private static func keepDevices(_ database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT oldDevice.token, oldDevice.account, oldDevice.seen, account.canonicalName, ledger.version,
                    ledger.bytes
                FROM oldDevice JOIN account ON account.id = oldDevice.account JOIN ledger ON ledger.key = oldDevice.ledger
                """)
        for row in rows {
            let device = DeviceID.random()
            try database.execute(
                sql: """
                    INSERT INTO device (id, account, label, added, seen, ledgerVersion, ledger)
                    VALUES (?, ?, '', ?, ?, ?, ?)
                    """,
                arguments: [
                    device.bytes, row["account"] as Data, row["seen"] as Int64, row["seen"] as Int64,
                    row["version"] as Int64, row["bytes"] as Data,
                ])
            let token: Data = row["token"]
            try database.execute(
                sql: "INSERT INTO deviceToken (probe, token, device, issued) VALUES (?, ?, ?, ?)",
                arguments: [
                    DeviceTable.probe(token, canonicalName: row["canonicalName"]), token, device.bytes,
                    row["seen"] as Int64,
                ])
        }
    }

    private static let first = """
        CREATE TABLE account (
            id BLOB PRIMARY KEY NOT NULL,
            -- As its owner wrote it, and as it is looked up.
            name TEXT NOT NULL,
            canonicalName TEXT NOT NULL UNIQUE,
            -- The vault's record and its version.
            vault BLOB NOT NULL,
            vaultVersion INTEGER NOT NULL,
            -- The picture that is drawn on; NULL without a picture password.
            picture TEXT,
            created INTEGER NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE ledger (
            key BLOB PRIMARY KEY NOT NULL,
            account BLOB REFERENCES account (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            written INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX ledgerOfNobody ON ledger (written) WHERE account IS NULL;
        CREATE INDEX ledgerOfAccount ON ledger (account) WHERE account IS NOT NULL;

        -- Digests of what was drawn for a name.
        CREATE TABLE drawn (
            key BLOB PRIMARY KEY NOT NULL,
            account BLOB REFERENCES account (id) ON DELETE CASCADE,
            bytes BLOB NOT NULL,
            written INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX drawnForNobody ON drawn (written) WHERE account IS NULL;

        CREATE TABLE device (
            token BLOB NOT NULL,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            ledger BLOB NOT NULL UNIQUE,
            seen INTEGER NOT NULL,
            PRIMARY KEY (account, token)
        ) WITHOUT ROWID;

        CREATE TABLE session (
            token BLOB PRIMARY KEY NOT NULL,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            began INTEGER NOT NULL,
            seen INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX sessionOfAccount ON session (account);
        CREATE INDEX sessionByAge ON session (began);
        """

    private static let notes = """
        -- Sealed in the browser. Large values want a table with row numbers.
        CREATE TABLE note (
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            -- From 1 on.
            version INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            changed INTEGER NOT NULL,
            PRIMARY KEY (account, id)
        );
        """

    private static let passkeys = """
        -- What changes about passkeys; their ids and keys are in the vaults.
        CREATE TABLE passkey (
            -- SHA-256 of the credential's id.
            credential BLOB PRIMARY KEY NOT NULL,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            signCount INTEGER NOT NULL,
            backedUp INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX passkeyOfAccount ON passkey (account);
        """

    private static let knownDevices = """
        -- A ledger without failures: each attempt of an unknown device begins with it, and each new device.
        ALTER TABLE account ADD COLUMN ledger BLOB NOT NULL DEFAULT x'';
        ALTER TABLE account ADD COLUMN ledgerVersion INTEGER NOT NULL DEFAULT 0;
        -- The cost of deriving a key from the passphrase; NULL where no passphrase opens the account.
        ALTER TABLE account ADD COLUMN passphraseCost INTEGER;
        -- 1 for a row that stands for the names without an account.
        ALTER TABLE account ADD COLUMN isDecoy INTEGER NOT NULL DEFAULT 0;
        -- Wrong attempts on known devices since the owner was last in.
        ALTER TABLE account ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN failedAt INTEGER;
        UPDATE account SET
            ledger = coalesce((SELECT bytes FROM ledger WHERE ledger.account = account.id LIMIT 1), x''),
            ledgerVersion = coalesce((SELECT version FROM ledger WHERE ledger.account = account.id LIMIT 1), 0);
        CREATE INDEX accountByCost ON account (passphraseCost) WHERE passphraseCost IS NOT NULL AND isDecoy = 0;

        ALTER TABLE device RENAME TO oldDevice;
        CREATE TABLE device (
            id BLOB PRIMARY KEY NOT NULL,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            label TEXT NOT NULL,
            added INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            -- Where the device's attempts are counted.
            ledgerVersion INTEGER NOT NULL,
            ledger BLOB NOT NULL,
            -- Wrong attempts since the owner last signed in here.
            failures INTEGER NOT NULL DEFAULT 0,
            failedAt INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX deviceOfAccount ON device (account, seen);

        -- What makes a browser a known device. During a sign-in there are several: the one that was brought stays until a
        -- new one has come back.
        CREATE TABLE deviceToken (
            -- SHA-256 of the token's digest and the account's name: one look-up for every name.
            probe BLOB PRIMARY KEY NOT NULL,
            token BLOB NOT NULL,
            device BLOB NOT NULL REFERENCES device (id) ON DELETE CASCADE,
            issued INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX tokenOfDevice ON deviceToken (device);
        CREATE INDEX deviceOfToken ON deviceToken (token);

        -- Wrong attempts of unknown devices at each name, whether or not it has an account.
        CREATE TABLE stranger (
            key BLOB PRIMARY KEY NOT NULL,
            failures INTEGER NOT NULL,
            failedAt INTEGER,
            previousAt INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX strangerByAge ON stranger (failedAt);

        DROP TABLE session;
        CREATE TABLE session (
            token BLOB PRIMARY KEY NOT NULL,
            id BLOB NOT NULL UNIQUE,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            device BLOB NOT NULL REFERENCES device (id) ON DELETE CASCADE,
            began INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            -- The device token that ends once this session's first request shows that the browser has the new one.
            supersedes BLOB
        ) WITHOUT ROWID;
        CREATE INDEX sessionOfAccount ON session (account);
        CREATE INDEX sessionOfDevice ON session (device);
        CREATE INDEX sessionByAge ON session (began);

        -- The sealed results of operations, for requests that are sent again.
        CREATE TABLE operation (
            id BLOB PRIMARY KEY NOT NULL,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            written INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX operationOfAccount ON operation (account);
        CREATE INDEX operationByAge ON operation (written);

        CREATE INDEX noteByChange ON note (account, changed, id);
        """
}
