// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault
import Passcode

/// The folder of a service's accounts: the database and the device key, accessible to this user alone.
struct AccountFolder: Sendable {
    let path: String

    var database: String { "\(path)/accounts.sqlite" }
    /// The path of the device key.
    let key: String
    /// A Boolean value that indicates whether the key is in another place, where only the operator creates it.
    private let hasForeignKey: Bool
    /// The path of a marker that exists while the first files are created. The folder has no accounts until it is
    /// removed.
    private var unfinished: String { "\(path)/unfinished" }

    /// Returns a Boolean value that indicates whether a server or a command makes a file of this name in the folder.
    static func isReserved(_ name: String) -> Bool {
        let others = ["unfinished", "reserve", "serve.lock", "backup.lock"]
        let keys = ["", ".part", ".new", ".lock"].map { "device.key\($0)" }
        let databases = ["accounts.sqlite", "snapshot.sqlite"].flatMap { database in
            ["", "-wal", "-shm", "-journal", ".part"].map { database + $0 }
        }
        return (others + keys + databases).contains(name)
    }

    /// The maximum number of pages of a database that is checked completely before the service starts.
    private static let checkedPages = 1 << 16
    /// The longest wait for a transaction of another process.
    private static let timeoutSeconds = 5.0

    /// Creates the folder if it does not exist.
    /// - Parameter key: The path of the device key if it is not in the folder.
    /// - Throws: ``AccountServiceError`` if the folder is accessible to other users or belongs to another user.
    init(path: String, key: String? = nil) throws(AccountServiceError) {
        self.path = path
        self.key = key ?? "\(path)/device.key"
        hasForeignKey = key != nil
        try? FileManager.default.createDirectory(
            atPath: PrivateFolder.parent(of: path), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // Foundation sets the permissions afterwards. A process that is killed before would leave an open folder.
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .unusable(path) }
        let status = try Self.status(path)
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unusable(path) }
        try Self.checkOwner(status, path)
        for file in [database, "\(database)-wal", "\(database)-shm"] {
            guard access(file, F_OK) == 0 else { continue }
            try Self.checkOwner(try Self.status(file), file)
        }
        guard access(path, W_OK | X_OK) == 0 else { throw .readOnly(path) }
    }

    private static func status(_ path: String) throws(AccountServiceError) -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unusable(path) }
        return status
    }

    private static func checkOwner(_ status: stat, _ path: String) throws(AccountServiceError) {
        guard status.st_uid == geteuid() else { throw .ownedByOtherUser(path) }
        guard status.st_mode & 0o077 == 0 else {
            throw status.st_mode & S_IFMT == S_IFDIR ? .folderAccessibleToOthers(path) : .fileAccessibleToOthers(path)
        }
    }

    /// Checks that the files in the folder belong together, before anything is written. If the disk is full, it
    /// releases the reserve.
    /// - Returns: A Boolean value that indicates whether there are accounts.
    /// - Throws: ``AccountServiceError``.
    func inspect() throws(AccountServiceError) -> Bool {
        do throws(AccountServiceError) { return try inspectFiles() } catch {
            guard case .full = error, releaseReserve() else { throw error }
        }
        return try inspectFiles()
    }

    /// Releases the space that is reserved for owners.
    /// - Returns: A Boolean value that indicates whether there was a reserve.
    func releaseReserve() -> Bool { StorageGuard(folder: path, limits: StorageLimits()).releaseReserve() }

    private func inspectFiles() throws(AccountServiceError) -> Bool {
        if !hasForeignKey, exists(unfinished) || (!exists(key) && !exists(database)) {
            try checkRestore()
            // A first start that was interrupted before any account existed is repeated.
            guard
                FileManager.default.createFile(
                    atPath: unfinished, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw AccountServiceError(SystemError.last, path) }
            return false
        }
        try checkFiles()
        return true
    }

    /// Checks the folder, its files and the key, and writes nothing.
    /// - Returns: A Boolean value that indicates whether there are accounts.
    /// - Throws: ``AccountServiceError``.
    @discardableResult
    func check() async throws(AccountServiceError) -> Bool {
        guard hasForeignKey || !exists(unfinished) && (exists(key) || exists(database)) else {
            if !hasForeignKey { try checkRestore() }
            return false
        }
        try checkFiles()
        let ring: KeyRing
        do throws(VaultError) { ring = try await KeyRing.load(key) } catch {
            throw AccountServiceError(key: error, key)
        }
        try checkKeys(ring)
        return true
    }

    /// Checks that the keys belong to the database: to the decoys, whose records always have one of the keys, and to
    /// every account. With an earlier file, a recovery would bind accounts to a key of it, without their passcodes.
    /// - Throws: ``AccountServiceError/keyOfOtherFolder(_:)``, ``AccountServiceError/outdatedKey(_:accounts:)``.
    /// - Complexity: O(accounts × keys). It reads the head of each record, which for a million accounts takes seconds.
    func checkKeys(_ ring: KeyRing) throws(AccountServiceError) {
        let keys = ServiceSecrets(ring).deviceKeys(of: nil)
        let (decoys, foreignDecoys, accounts) = try read { database in
            var (decoys, foreignDecoys, accounts) = (0, 0, 0)
            let rows = try Row.fetchCursor(
                database, sql: "SELECT isDecoy, substr(vault, 1, \(VaultRecord.headByteCount)) FROM account")
            while let row = try rows.next() {
                let (isDecoy, head): (Bool, Data) = (row[0], row[1])
                let isForeign = keys.position(ofRecord: head) == nil
                if isDecoy {
                    decoys += 1
                    if isForeign { foreignDecoys += 1 }
                } else if isForeign, VaultRecord.haveSameKey(head, head) {
                    // A damaged record has no key, and is one account's loss.
                    accounts += 1
                }
            }
            return (decoys, foreignDecoys, accounts)
        }
        guard decoys == 0 || foreignDecoys < decoys else { throw .keyOfOtherFolder(key) }
        guard accounts == 0 else { throw .outdatedKey(key, accounts: accounts) }
    }

    /// Checks that no restore has begun in a folder without accounts. Such a folder is not one for a first start.
    private func checkRestore() throws(AccountServiceError) {
        guard !exists("\(key).part"), !exists("\(database).part") else { throw .unrestored(path) }
    }

    private func checkFiles() throws(AccountServiceError) {
        // With another key, no passcode would ever open an account again.
        guard exists(key) else {
            if errno == EACCES { throw .keyOfOtherUser(key) }
            // The last step of a restore names the key.
            throw exists("\(key).part") ? .unrestored(path) : .keyMissing(key)
        }
        guard try hasTables() else { throw .databaseMissing(database) }
    }

    /// Reads the keys. If there is none, creates one, unless its place is outside the folder.
    /// - Throws: `VaultError`.
    func keyRing() async throws(VaultError) -> KeyRing {
        do throws(VaultError) { return try await KeyRing.load(key) } catch {
            guard error == .deviceKeyMissing, !hasForeignKey else { throw error }
        }
        return KeyRing(MemoryDeviceKey(try await FileDeviceKey(path: key).loadOrCreate()))
    }

    /// Marks the folder's files as complete.
    func finish() { unlink(unfinished) }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns a Boolean value that indicates whether the database has this service's tables. It is `false` if the
    /// database is empty or missing.
    private func hasTables() throws(AccountServiceError) -> Bool {
        var status = stat()
        guard stat(database, &status) == 0, status.st_size > 0 else {
            // The tables may be in the write-ahead log alone.
            guard exists(database), stat("\(database)-wal", &status) == 0, status.st_size > 0 else { return false }
            return try inspectTables()
        }
        return try inspectTables()
    }

    private func inspectTables() throws(AccountServiceError) -> Bool {
        try read { database in
            let tables = try String.fetchSet(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            guard !tables.isEmpty else { return false }
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            guard try pages > Self.checkedPages || String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
            else {
                throw AccountServiceError.damaged(self.database)
            }
            guard tables.contains("grdb_migrations") else {
                throw AccountServiceError.databaseOfOtherProgram(self.database)
            }
            guard try !AccountSchema.isMoved(database) else { throw AccountServiceError.moved(self.path) }
            guard try !AccountSchema.migrator.hasBeenSuperseded(database) else {
                throw AccountServiceError.newer(self.database)
            }
            guard tables.contains("account") else { throw AccountServiceError.databaseOfOtherProgram(self.database) }
            return true
        }
    }

    /// Reads the database, which a running server may have open.
    private func read<Result>(_ body: (Database) throws -> Result) throws(AccountServiceError) -> Result {
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(Self.timeoutSeconds)
            let queue = try DatabaseQueue(path: database, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read(body)
        } catch {
            throw AccountServiceError(error, database)
        }
    }
}

extension AccountServiceError {
    /// Translates an error of the system or of SQLite about the file at `path`.
    init(_ error: any Error, _ path: String) {
        switch error {
        case let error as AccountServiceError: self = error
        case let error as SystemError: self.init(number: error.number, path)
        case _ where StoreError(error).isFull: self = .full(path)
        case is VaultError: self = .damaged(path)
        case let error as DatabaseError: self.init(code: error.resultCode.rawValue, path)
        case StoreError.database(let code): self.init(code: code & 0xFF, path)
        default: self = .unusable(path)
        }
    }

    /// Translates an error of reading the key at `path`.
    init(key error: VaultError, _ path: String) {
        func isForeign(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && status.st_uid != geteuid()
        }
        switch error {
        case .deviceKeyMissing: self = .keyMissing(path)
        case .storage(.open, EACCES): self = .keyOfOtherUser(path)
        case .storage(_, let code): self.init(number: code, path)
        case _ where isForeign(path) || isForeign(PrivateFolder.parent(of: path)): self = .keyOfOtherUser(path)
        default: self = .keyUnusable(path)
        }
    }

    private init(number: Int32, _ path: String) {
        switch number {
        case ENOSPC, EDQUOT: self = .full(path)
        case EACCES, EPERM, EROFS: self = .readOnly(path)
        default: self = .refused(path, errorNumber: number)
        }
    }

    /// - Parameter code: SQLite's primary result code.
    private init(code: Int32, _ path: String) {
        switch ResultCode(rawValue: code) {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path)
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path)
        case .SQLITE_CANTOPEN: self = access(path, R_OK | W_OK) == 0 ? .unusable(path) : .readOnly(path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse(path)
        case .SQLITE_IOERR: self = .unreadable(path)
        default: self = .unusable(path)
        }
    }
}
