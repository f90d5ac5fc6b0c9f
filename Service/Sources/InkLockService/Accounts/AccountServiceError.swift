// SPDX-License-Identifier: MIT

/// The reasons why the accounts of a folder cannot be served.
package enum AccountServiceError: Error, Hashable, CustomStringConvertible {
    case unusable(String)
    /// Others may reach the folder.
    case exposed(String)
    /// Others may reach a file in it.
    case exposedFile(String)
    case foreignOwner(String)
    case keyMissing(String)
    case keyUnusable(String)
    /// The key, or its folder, belongs to another user, or this one may not read it.
    case keyOfOtherUser(String)
    /// The key of another folder.
    case foreignKey(String)
    /// The database is not there, or has no tables, but its key is.
    case databaseMissing(String)
    case damaged(String)
    case readOnly(String)
    case full(String)
    /// A database of another program.
    case foreign(String)
    /// A later version of this program wrote the tables.
    case newer(String)
    /// An earlier version of this program made the tables, and no server has brought them to this one.
    case older(String)
    /// The accounts were moved to a shared database.
    case moved(String)
    /// Another process has it.
    case inUse(String)
    /// The accounts' folder is inside the site's folder, or the other way round.
    case insideSite(String, site: String)
    /// The key that all servers of a shared database have is missing.
    case sharedKeyMissing(String)
    /// The servers of the shared database have another key.
    case otherKey
    /// The shared database cannot be reached, and why.
    case unreachable(String)
    /// The shared database has tables of another program.
    case foreignTables
    /// A later version of this program wrote the tables of the shared database.
    case newerTables
    /// An earlier version of this program made the tables of the shared database, and no server has changed them.
    case olderTables
    /// The shared database has no tables.
    case tablesMissing
    /// The shared database reported an error.
    case serverFailed(SQLState)
    /// A system call failed with this `errno`.
    case refused(String, errorNumber: Int32)

    /// A Boolean value that indicates whether another start fails too, until the operator changes the accounts, their
    /// key or the settings.
    var isPermanent: Bool {
        switch self {
        case .exposed, .exposedFile, .foreignOwner, .keyMissing, .keyUnusable, .keyOfOtherUser, .foreignKey,
            .databaseMissing, .damaged, .foreign, .newer, .moved, .insideSite, .sharedKeyMissing, .otherKey,
            .foreignTables, .newerTables:
            true
        case .unusable, .readOnly, .full, .older, .inUse, .unreachable, .olderTables, .tablesMissing, .serverFailed,
            .refused:
            false
        }
    }

    package var description: String {
        switch self {
        case .unusable(let path): "\(path): accounts cannot be kept here; choose a folder to write to with --data"
        case .exposed(let path): "\(path): others can reach this folder; do chmod 700, or choose another with --data"
        case .exposedFile(let path): "\(path): others can reach this file; do chmod 600"
        case .foreignOwner(let path):
            "\(path): it belongs to another user; start as that user, or choose another folder with --data"
        case .keyMissing(let path):
            "\(path) is missing, and no account opens without it; say with --device-key where it is, or put it back "
                + "from a backup"
        case .keyUnusable(let path):
            "\(path) is not this folder's key, or others can read it; put it back, do chmod 600"
        case .keyOfOtherUser(let path):
            "\(path) or its folder belongs to another user, or cannot be read; do chown to the user of the server"
        case .foreignKey(let path): "\(path) is not the key of this database; put back the one that belongs to it"
        case .databaseMissing(let path):
            "\(path) is missing or empty, and its key is there; put back the whole folder from a backup, or choose a "
                + "new folder with --data"
        case .damaged(let path):
            "\(path) is damaged; put back the whole folder from a backup, and keep the damaged one until that works"
        case .readOnly(let path): "\(path) cannot be written; make the folder and its files writable for this user"
        case .full(let path): "\(path): the disk is full; make room and start again"
        case .foreign(let path): "\(path) is another program's database; choose another folder with --data"
        case .newer(let path): "\(path) was written by a later version of InkLock; start that version"
        case .older(let path):
            "\(path) was written by an earlier version of InkLock; start the server of this version once"
        case .moved(let path):
            "\(path): the accounts were moved to a database; serve that with --database, and keep only device.key"
        case .inUse(let path): "\(path): another server keeps its accounts here; end that one, or choose another folder"
        case .insideSite(let path, let site):
            "\(path) and the site \(site) hold one another, and files of a site are public; choose another --data"
        case .sharedKeyMissing(let path):
            "\(path) is missing: every server of a database needs the same file of 32 random bytes there; see "
                + "docs/operating.md"
        case .otherKey: "the other servers of this database have another key; give this one theirs with --device-key"
        case .unreachable(let reason): "the database cannot be reached: \(reason)"
        case .foreignTables: "the database has tables of another program; make one for InkLock alone"
        case .newerTables: "a later version of InkLock wrote the tables of this database; start that version"
        case .olderTables:
            "an earlier version of InkLock made the tables of this database; start a server of this version once"
        case .tablesMissing: "the database has no accounts; the first server that starts makes the tables"
        case .serverFailed(let state): "the database refuses, with SQLSTATE \(state)"
        case .refused(let path, let number): "\(path): \(SystemError(number: number))"
        }
    }
}
