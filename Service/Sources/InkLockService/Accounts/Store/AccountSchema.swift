// SPDX-License-Identifier: MIT
import GRDB

/// The database's tables.
///
/// Times are milliseconds since 1970 by the service's clock. A cookie is stored as the SHA-256 of its token.
enum AccountSchema {
    /// A version of the tables: its changes to the previous version.
    struct Version: Sendable {
        /// The name of the change in SQLite's files. It never changes.
        let name: String
        /// Statements in SQLite's SQL.
        let statements: [String]
    }

    /// All versions in order. The statements up to a version make its tables. The number of a version is its position,
    /// counted from 1.
    static let versions = [
        Version(name: "accounts on known devices", statements: [accounts, devices, notes, strangers]),
        Version(name: "disabled accounts and their own limits", statements: [operating]),
        Version(name: "drawings by account", statements: [deleting]),
        Version(name: "devices by account alone", statements: [signingIn]),
    ]

    /// The migration of an SQLite file to the last version. It does not recognise the tables of a later program.
    static var migrator: DatabaseMigrator { migrator(upTo: versions.count) }

    /// Migrates an SQLite file to a version.
    static func migrator(upTo count: Int) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for version in versions.prefix(count) {
            migrator.registerMigration(version.name) { database in
                for sql in version.statements { try database.execute(sql: sql) }
            }
        }
        return migrator
    }

    /// The name of the version that marks a file whose accounts were moved to a shared database.
    private static let moved = "moved to a shared database"

    /// Marks an SQLite file whose accounts were moved. Earlier programs refuse it too.
    static func markMoved(_ database: Database) throws {
        try database.execute(sql: "INSERT OR IGNORE INTO grdb_migrations (identifier) VALUES (?)", arguments: [moved])
    }

    /// Removes the mark of ``markMoved(_:)``.
    static func unmarkMoved(_ database: Database) throws {
        try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [moved])
    }

    /// Returns a Boolean value that indicates whether the accounts of a file were moved to a shared database.
    static func isMoved(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM grdb_migrations WHERE identifier = ?", arguments: [moved]) != nil
    }

    /// The names of all tables; none refers to a later one.
    static let names = [
        "account", "drawn", "passkey", "device", "deviceToken", "session", "note", "storage", "stranger", "operation",
    ]

    private static let accounts = """
        CREATE TABLE account (
            id BLOB PRIMARY KEY NOT NULL,
            -- As its owner wrote it, and as it is looked up.
            name TEXT NOT NULL,
            canonicalName TEXT NOT NULL UNIQUE,
            -- The vault's record and its version.
            vault BLOB NOT NULL,
            vaultVersion INTEGER NOT NULL,
            -- A ledger without failures: each attempt of an unknown device begins with it, and each new device.
            ledger BLOB NOT NULL,
            ledgerVersion INTEGER NOT NULL,
            -- The picture that is drawn on; NULL without a picture password.
            picture TEXT,
            -- The cost of deriving a key from the passphrase; NULL where no passphrase opens the account.
            passphraseCost INTEGER,
            created INTEGER NOT NULL,
            -- 1 for a row that stands for the names without an account.
            isDecoy INTEGER NOT NULL DEFAULT 0,
            -- Wrong attempts on known devices since the owner was last in.
            failures INTEGER NOT NULL DEFAULT 0,
            failedAt INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX accountByCost ON account (passphraseCost) WHERE passphraseCost IS NOT NULL AND isDecoy = 0;

        -- Digests of what was drawn for an account.
        CREATE TABLE drawn (
            key BLOB PRIMARY KEY NOT NULL,
            account BLOB REFERENCES account (id) ON DELETE CASCADE,
            bytes BLOB NOT NULL,
            written INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX drawnWithoutAccount ON drawn (written) WHERE account IS NULL;

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

    private static let devices = """
        CREATE TABLE device (
            id BLOB PRIMARY KEY NOT NULL,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            browser TEXT,
            system TEXT,
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
        CREATE INDEX noteByChange ON note (account, changed, id);

        -- About how much each account takes.
        CREATE TABLE storage (
            account BLOB PRIMARY KEY NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            created INTEGER NOT NULL,
            bytes INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX storageByAge ON storage (created, bytes);
        """

    private static let strangers = """
        -- Wrong attempts of unknown devices at each name, whether or not it has an account.
        CREATE TABLE stranger (
            key BLOB PRIMARY KEY NOT NULL,
            failures INTEGER NOT NULL,
            failedAt INTEGER,
            previousAt INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX strangerByAge ON stranger (failedAt);

        -- The sealed results of operations, for requests that are sent again.
        CREATE TABLE operation (
            id BLOB PRIMARY KEY NOT NULL,
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            written INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX operationOfAccount ON operation (account);
        CREATE INDEX operationByAge ON operation (written);
        """

    private static let operating = """
        -- When the operator disabled the account; NULL while it is not.
        ALTER TABLE account ADD COLUMN disabledAt INTEGER;
        -- The most notes and bytes of sealed notes that the operator allows; NULL for the service's own limits.
        ALTER TABLE account ADD COLUMN noteLimit INTEGER;
        ALTER TABLE account ADD COLUMN byteLimit INTEGER;
        """

    private static let deleting = """
        -- Without it, the deletion of an account reads the whole table.
        CREATE INDEX drawnOfAccount ON drawn (account);
        """

    private static let signingIn = """
        -- A sign-in changes when a device was seen. If no index has it, PostgreSQL changes no index, and two sign-ins at a
        -- time conflict less often.
        DROP INDEX deviceOfAccount;
        CREATE INDEX deviceOfAccount ON device (account);
        """
}
