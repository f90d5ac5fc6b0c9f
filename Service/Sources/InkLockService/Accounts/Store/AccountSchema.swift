// SPDX-License-Identifier: MIT
import GRDB

/// The database's tables, and how older ones become the present ones.
///
/// Times are milliseconds since 1970 by the service's clock. What stands for a cookie is the SHA-256 of its token.
enum AccountSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts") { database in
            try database.execute(sql: first)
        }
        migrator.registerMigration("2 notes") { database in
            try database.execute(sql: notes)
        }
        migrator.registerMigration("3 passkeys") { database in
            try database.execute(sql: passkeys)
        }
        return migrator
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

        -- Attempts are counted here: for each name by strangers, whether or not somebody has that name, and for each
        -- device that somebody signed in from.
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
}
