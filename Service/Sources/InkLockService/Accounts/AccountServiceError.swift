// SPDX-License-Identifier: MIT
import Foundation

/// The reason why accounts cannot be served.
package enum AccountServiceError: Error, Hashable, CustomStringConvertible {
    case unusable(String)
    /// The folder is accessible to other users.
    case folderAccessibleToOthers(String)
    /// A file in the folder is accessible to other users.
    case fileAccessibleToOthers(String)
    case ownedByOtherUser(String)
    case keyMissing(String)
    case keyUnusable(String)
    /// The key or its folder belongs to another user, or is not readable.
    case keyOfOtherUser(String)
    /// The key belongs to a different folder.
    case keyOfOtherFolder(String)
    /// The file of keys lacks the key of some accounts, as an earlier one does.
    case outdatedKey(String, accounts: Int)
    /// The database is missing or has no tables, although its key exists.
    case databaseMissing(String)
    /// A restore into the folder did not end.
    case unrestored(String)
    /// The folder has no accounts, and the command does not create any.
    case noAccounts(String)
    case damaged(String)
    /// The disk reported an error.
    case unreadable(String)
    case readOnly(String)
    case full(String)
    /// The database belongs to another program.
    case databaseOfOtherProgram(String)
    /// A later version of this program wrote the tables.
    case newer(String)
    /// An earlier version of this program made the tables, and no server has updated them.
    case older(String)
    /// The accounts were moved to a shared database.
    case moved(String)
    /// Another process uses the folder.
    case inUse(String)
    /// The accounts' folder contains the site's folder or is inside it.
    case insideSite(String, site: String)
    /// The common key of the servers of a shared database is missing.
    case sharedKeyMissing(String)
    /// The servers of the shared database have a different key.
    case keyOfOtherServers
    /// The shared database cannot be reached, for the given reason.
    case unreachable(String)
    /// The shared database has tables of another program.
    case tablesOfOtherProgram
    /// A later version of this program wrote the tables of the shared database.
    case newerTables
    /// An earlier version of this program made the tables of the shared database, and no server has updated them.
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
        case .folderAccessibleToOthers, .fileAccessibleToOthers, .ownedByOtherUser, .keyMissing, .keyUnusable,
            .keyOfOtherUser, .keyOfOtherFolder, .outdatedKey, .databaseMissing, .unrestored, .damaged,
            .databaseOfOtherProgram, .newer, .moved, .insideSite, .sharedKeyMissing, .keyOfOtherServers,
            .tablesOfOtherProgram, .newerTables:
            true
        case .unusable, .noAccounts, .unreadable, .readOnly, .full, .older, .inUse, .unreachable, .olderTables,
            .tablesMissing, .serverFailed, .refused:
            false
        }
    }

    /// Returns the name of the user that a file belongs to.
    private static func owner(of path: String) -> String {
        let name = (try? FileManager.default.attributesOfItem(atPath: path))?[.ownerAccountName] as? String
        return name.map { "the user \($0)" } ?? "another user"
    }

    package var description: String {
        switch self {
        case .unusable(let path): "\(path): accounts cannot be stored here; choose a writable folder with --data"
        case .folderAccessibleToOthers(let path):
            "\(path) is accessible to other users; run chmod 700, or choose another with --data"
        case .fileAccessibleToOthers(let path): "\(path) is accessible to other users; run chmod 600"
        case .ownedByOtherUser(let path):
            "\(path) belongs to \(Self.owner(of: path)); start as that user, for example with runuser -u, or choose "
                + "another folder with --data"
        case .keyMissing(let path):
            "\(path) is missing, and no account can be opened without it; set its path with --device-key, or "
                + "restore it from a backup"
        case .keyUnusable(let path):
            "\(path) is not a device key, or other users can read it; restore it, and run chmod 600"
        case .keyOfOtherUser(let path):
            "\(path) or its folder belongs to another user or is not readable; run chown to the user of the server"
        case .keyOfOtherFolder(let path): "\(path) is not the key of this database; restore the key that belongs to it"
        case .outdatedKey(let path, let accounts):
            "\(path) lacks the key of \(accounts) of the accounts; restore the last file, which has their keys too"
        case .databaseMissing(let path):
            "\(path) is missing or empty, but its key exists; restore the whole folder from a backup, or choose a new "
                + "folder with --data"
        case .unrestored(let path):
            "\(path): a restore into this folder did not end; restore the backup again, or delete the folder"
        case .noAccounts(let path): "\(path): there are no accounts in this folder; choose their folder with --data"
        case .damaged(let path):
            "\(path) is damaged; restore the whole folder from a backup, and keep the damaged one until that works"
        case .unreadable(let path): "\(path): the disk reports an error; check the disk before anything else"
        case .readOnly(let path): "\(path) cannot be written; make the folder and its files writable for this user"
        case .full(let path): "\(path): the disk is full; make room and try again"
        case .databaseOfOtherProgram(let path):
            "\(path) is another program's database; choose another folder with --data"
        case .newer(let path): "\(path) was written by a later version of InkLock; start that version"
        case .older(let path):
            "\(path) was written by an earlier version of InkLock; start the server of this version once"
        case .moved(let path):
            "\(path): the accounts were moved to a database; serve that with --database, and keep only device.key"
        case .inUse(let path): "\(path): another server uses this folder; stop that server, or choose another folder"
        case .insideSite(let path, let site):
            "\(path) and the site \(site) overlap, and files of a site are public; choose another --data"
        case .sharedKeyMissing(let path):
            "\(path) is missing: every server of a database needs the same file of 32 random bytes there; see "
                + "the manual operating.md"
        case .keyOfOtherServers: "the other servers of this database have another key; set its path with --device-key"
        case .unreachable(let reason): "the database cannot be reached: \(reason)"
        case .tablesOfOtherProgram: "the database has tables of another program; create one for InkLock alone"
        case .newerTables: "a later version of InkLock wrote the tables of this database; start that version"
        case .olderTables:
            "an earlier version of InkLock made the tables of this database; start a server of this version once"
        case .tablesMissing: "the database has no accounts; the first server that starts creates the tables"
        case .serverFailed(let state): "the database reported SQLSTATE \(state)"
        case .refused(let path, let number): "\(path): \(SystemError(number: number))"
        }
    }
}
