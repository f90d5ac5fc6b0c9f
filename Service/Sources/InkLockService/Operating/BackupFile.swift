// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

/// A backup: the device keys and the database, in a tar archive that is encrypted to a passphrase.
enum BackupFile {
    static let keyName = "device.key"
    static let databaseName = "accounts.sqlite"
    /// One key, or several with the keys of digests.
    private static let keyBytes = Int64(KeyRing.keyByteCount)...Int64(KeyRing.byteLimit)
    private static let pieceBytes = 1 << 20

    /// Copies the database while a server may use it, and writes the backup.
    /// - Parameter logN: The work factor of the passphrase's derivation, for tests.
    /// - Throws: ``CommandError``.
    static func write(
        _ source: OperatorDatabase, to output: OutputFile, _ passphrase: Passphrase, logN: Int = AgeFormat.logN
    ) async throws(CommandError) {
        let folder = source.folder.path
        guard !isPart(output, of: source.folder) else {
            throw CommandError(.noOutput, "\(output.name): this file belongs to the accounts; choose another one")
        }
        let lock: FolderLock
        do throws(AccountServiceError) { lock = try FolderLock(folder: folder, name: "backup.lock") } catch {
            guard case .inUse = error else { throw CommandError(error) }
            throw CommandError(.unavailable, "\(folder): another backup or another command uses this folder")
        }
        defer { withExtendedLifetime(lock) {} }
        // Removes the remains of an interrupted backup.
        let snapshot = "\(folder)/snapshot.sqlite"
        unlink(snapshot)
        try await checkRoom(source, output)
        defer { unlink(snapshot) }
        do {
            let copy = try DatabaseQueue(path: snapshot)
            chmod(snapshot, 0o600)
            try source.queue.backup(to: copy)
            try copy.close()
        } catch {
            throw CommandError(AccountServiceError(error, snapshot))
        }
        let key = try await source.keyFile()
        var status = stat()
        guard stat(snapshot, &status) == 0 else { throw CommandError(.noInput, "\(snapshot): \(SystemError.last)") }
        let size = Int64(status.st_size)
        let input = try opened(snapshot)
        // The open file stays readable until the process ends.
        unlink(snapshot)
        var writer: AgeWriter
        do throws(AgeError) { writer = try AgeWriter(passphrase, logN: logN) } catch {
            throw failure(error, output.name)
        }
        let now = Int64(Date().timeIntervalSince1970)
        let keyHeader = TarHeader(name: keyName, size: Int64(key.count))
        let databaseHeader = TarHeader(name: databaseName, size: size)
        var start = keyHeader.bytes(at: now)
        key.withBytes { start += $0 }
        start += [UInt8](repeating: 0, count: keyHeader.padding) + databaseHeader.bytes(at: now)
        let first = writer.header + writer.sealed(start)
        for index in start.indices { start[index] = 0 }
        try output.write { file throws(SystemError) in
            try file.writeAll(first)
            var left = size
            while left > 0 {
                let piece = try input.read(atMost: Int(min(left, Int64(pieceBytes))))
                guard !piece.isEmpty else { throw SystemError(number: EIO) }
                left -= Int64(piece.count)
                try file.writeAll(writer.sealed(piece))
            }
            try file.writeAll(writer.sealed([UInt8](repeating: 0, count: databaseHeader.padding) + TarHeader.end))
            try file.writeAll(writer.end())
            try file.synchronize()
        }
        guard !output.isStandardOutput, let real = realpath(output.path, nil) else { return }
        defer { free(real) }
        let parent = PrivateFolder.parent(of: String(cString: real))
        do throws(SystemError) { try OpenFile(reading: parent).synchronize() } catch {
            throw CommandError(.noOutput, "\(parent): \(error)")
        }
    }

    /// Checks that the copy of the database, and the backup if it is on the same disk, leave the space that accounts
    /// need to grow. Otherwise a running server would be left without its reserve.
    private static func checkRoom(
        _ source: OperatorDatabase, _ output: OutputFile
    ) async throws(CommandError) {
        let size = try await source.read { database -> Int64 in
            let page = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            return try page * (Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
        }
        let limits = StorageLimits()
        let folder = source.folder.path
        guard let free = StorageGuard(folder: folder, limits: limits).freeBytes else { return }
        var (own, other) = (stat(), stat())
        let isBeside =
            !output.isStandardOutput && stat(folder, &own) == 0
            && stat(PrivateFolder.parent(of: output.path), &other) == 0 && own.st_dev == other.st_dev
        let missing = (isBeside ? 2 : 1) * size + limits.freeBytes - free
        guard missing > 0 else { return }
        throw CommandError(
            .noOutput,
            "\(folder): the disk needs \((missing >> 20) + 1) MiB more of free space, for a copy of the database and "
                + "for the server")
    }

    /// Returns a Boolean value that indicates whether writing the output would replace a file of the accounts, or a
    /// file that a command makes beside them.
    private static func isPart(_ output: OutputFile, of folder: AccountFolder) -> Bool {
        guard !output.isStandardOutput else { return false }
        let name = output.path.split(separator: "/").last.map { String($0) } ?? ""
        var (place, own) = (stat(), stat())
        if stat(PrivateFolder.parent(of: output.path), &place) == 0, stat(folder.path, &own) == 0,
            place.st_dev == own.st_dev, place.st_ino == own.st_ino, AccountFolder.isReserved(name)
        {
            return true
        }
        var target = stat()
        guard stat(output.path, &target) == 0 else { return false }
        return [folder.database, "\(folder.database)-wal", "\(folder.database)-shm", folder.key].contains { path in
            var own = stat()
            return stat(path, &own) == 0 && own.st_dev == target.st_dev && own.st_ino == target.st_ino
        }
    }

    /// Restores a backup into an empty or new folder.
    ///
    /// The files get their final names only after the whole backup was read and verified.
    /// - Throws: ``CommandError``.
    static func restore(_ input: InputFile, to folder: String, _ passphrase: Passphrase) throws(CommandError) {
        let lock: FolderLock
        do throws(AccountServiceError) {
            let place = try AccountFolder(path: folder)
            lock = try FolderLock(folder: place.path)
        } catch {
            throw CommandError(error)
        }
        defer { withExtendedLifetime(lock) {} }
        // An interrupted restore starts again, also one that was interrupted between its last two steps.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // A new file system has a folder `lost+found`.
        let allowed = ["serve.lock", "\(keyName).part", "\(databaseName).part", "lost+found"]
        let isHalfNamed = names.contains("\(keyName).part") && names.contains(databaseName)
        guard names.allSatisfy({ allowed.contains($0) || (isHalfNamed && $0 == databaseName) }) else {
            throw CommandError(.noOutput, "\(folder): this folder is not empty; choose a new one with --data")
        }
        if isHalfNamed { rename("\(folder)/\(databaseName)", "\(folder)/\(databaseName).part") }
        // Until the restore has ended, no server takes the folder for a new one.
        let parts = [keyName, databaseName].map { "\(folder)/\($0).part" }
        for part in parts { try mark(part) }
        try synchronize(folder)
        do throws(CommandError) {
            try unpack(input, to: folder, passphrase)
        } catch {
            for part in parts { truncate(part, 0) }
            throw error
        }
        // The key is written last, because no server starts without it.
        for name in [databaseName, keyName] {
            guard rename("\(folder)/\(name).part", "\(folder)/\(name)") == 0 else {
                throw CommandError(.noOutput, "\(folder)/\(name): \(SystemError.last)")
            }
        }
        try synchronize(folder)
    }

    /// Creates an empty file unless it exists.
    private static func mark(_ path: String) throws(CommandError) {
        do throws(SystemError) { _ = try OpenFile(creating: Array(path.utf8CString), permissions: 0o600) } catch {
            guard error.number == EEXIST else { throw CommandError(.noOutput, "\(path): \(error)") }
        }
    }

    private static func synchronize(_ folder: String) throws(CommandError) {
        do throws(SystemError) { try OpenFile(reading: folder).synchronize() } catch {
            throw CommandError(.noOutput, "\(folder): \(error)")
        }
    }

    private static func unpack(
        _ input: InputFile, to folder: String, _ passphrase: Passphrase
    ) throws(CommandError) {
        var start: [UInt8] = []
        var reader: AgeReader?
        let unpacker = TarUnpacker(
            folder: folder, files: [(keyName, keyBytes), (databaseName, 1...Int64.max)])
        try input.forEachPiece(of: pieceBytes, limit: .max) { piece throws(CommandError) in
            guard reader != nil else {
                start += piece
                guard start.count >= AgeReader.headerLimit else { return }
                reader = try opened(start, passphrase, input.name)
                start = []
                return
            }
            try take(input.name, unpacker) { () throws(AgeError) in try reader?.opened(piece) ?? [] }
        }
        if reader == nil { reader = try opened(start, passphrase, input.name) }
        guard var last = reader else { throw failure(.notAge, input.name) }
        try take(input.name, unpacker) { () throws(AgeError) in try last.opened([]) }
        try take(input.name, unpacker) { () throws(AgeError) in try last.end() }
        guard unpacker.isComplete else { throw failure(.damaged, input.name) }
    }

    private static func opened(_ path: String) throws(CommandError) -> OpenFile {
        do throws(SystemError) { return try OpenFile(reading: path) } catch {
            throw CommandError(.noInput, "\(path): \(error)")
        }
    }

    private static func opened(
        _ start: [UInt8], _ passphrase: Passphrase, _ name: String
    ) throws(CommandError) -> AgeReader {
        do throws(AgeError) { return try AgeReader(start, passphrase) } catch { throw failure(error, name) }
    }

    private static func take(
        _ name: String, _ unpacker: TarUnpacker, _ bytes: () throws(AgeError) -> [UInt8]
    ) throws(CommandError) {
        let opened: [UInt8]
        do throws(AgeError) { opened = try bytes() } catch { throw failure(error, name) }
        do throws(TarError) { try unpacker.take(opened) } catch {
            switch error {
            case .malformed: throw failure(.damaged, name)
            case .system(let path, let error): throw CommandError(.noOutput, "\(path): \(error)")
            }
        }
    }

    private static func failure(_ error: AgeError, _ name: String) -> CommandError {
        switch error {
        case .notAge: CommandError(.malformedInput, "\(name): this is not a backup that inklock has made")
        case .wrongPassphrase: CommandError(.malformedInput, "\(name): another passphrase opens this backup")
        case .tooMuchWork: CommandError(.malformedInput, "\(name): its passphrase takes more memory than allowed")
        case .damaged: CommandError(.malformedInput, "\(name): this backup is damaged or cut off; take another one")
        }
    }
}
