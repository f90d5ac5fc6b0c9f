// SPDX-License-Identifier: MIT
import Foundation
import Passcode

/// An open file that is accessible to its owner alone. It is closed when the value is destroyed.
struct StorageFile: ~Copyable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens an existing file for reading.
    /// - Throws: ``VaultError/missing``, ``VaultError/insecurePermissions`` if another user can access it,
    ///   ``VaultError/damaged`` if it is not a regular file.
    static func reading(_ path: String) throws(VaultError) -> StorageFile {
        let file = StorageFile(try open(path, O_RDONLY))
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .damaged }
        guard PrivateFolder.isClosed(status) || PrivateFolder.isCredential(status, in: PrivateFolder.parent(of: path))
        else { throw .insecurePermissions }
        return file
    }

    /// Opens an empty file for writing, which replaces a file with the same name.
    static func replacing(_ path: String) throws(VaultError) -> StorageFile {
        let file = StorageFile(try open(path, O_WRONLY | O_CREAT | O_TRUNC))
        guard fchmod(file.descriptor, 0o600) == 0 else { throw .last(.status) }
        return file
    }

    /// Opens an existing file to overwrite its contents.
    static func overwriting(_ path: String) throws(VaultError) -> StorageFile { StorageFile(try open(path, O_WRONLY)) }

    /// Calls `body` while holding the lock that the file at `path` represents. The system releases the lock if the
    /// process ends.
    static func locking<Result>(
        _ path: String, _ body: () throws(VaultError) -> Result
    ) throws(VaultError) -> Result {
        let file = StorageFile(try open(path, O_RDWR | O_CREAT))
        while flock(file.descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .last(.lock) }
        }
        let result = try body()
        flock(file.descriptor, LOCK_UN)
        return result
    }

    /// Opens a folder, to make changes of its entries durable.
    static func folder(_ path: String) throws(VaultError) -> StorageFile {
        StorageFile(try open(path, O_RDONLY | O_DIRECTORY))
    }

    private static func open(_ path: String, _ flags: Int32) throws(VaultError) -> Int32 {
        while true {
            // Symbolic links are not followed, so that another user cannot choose which file is overwritten. A pipe in
            // place of the file is not waited for.
            let descriptor = Foundation.open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return descriptor }
            switch errno {
            case EINTR: continue
            case ENOENT: throw .missing
            default: throw .last(.open)
            }
        }
    }

    /// Returns the file's contents.
    /// - Throws: ``VaultError/damaged`` for more than `limit` bytes.
    func readAll(limit: Int) throws(VaultError) -> [UInt8] {
        let size = try checkedSize(limit: limit)
        var failure: VaultError?
        // Room for one more byte shows that the file has grown meanwhile.
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            do throws(VaultError) {
                let bytes = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size + 1)
                count = try fill(bytes)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        guard bytes.count <= size else { throw .damaged }
        return bytes
    }

    /// Returns the file's contents in memory that is overwritten when it is released. There is no other copy.
    func readSecret(limit: Int) throws(VaultError) -> SecretBytes {
        let size = try checkedSize(limit: limit)
        var failure: VaultError?
        var count = 0
        let bytes = SecretBytes(capacity: size) { buffer in
            do throws(VaultError) { count = try fill(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        guard count == size else { throw .damaged }
        return bytes
    }

    /// Returns the number of bytes to read.
    private func checkedSize(limit: Int) throws(VaultError) -> Int {
        let size = try status().st_size
        guard 0...Int64(limit) ~= Int64(size) else { throw .damaged }
        return Int(size)
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(VaultError) -> Int {
        var count = 0
        while count < buffer.count {
            let got = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
            if got == 0 { break }
            if got < 0 {
                guard errno == EINTR else { throw .last(.read) }
                continue
            }
            count += got
        }
        return count
    }

    func writeAll(_ bytes: UnsafeRawBufferPointer) throws(VaultError) {
        var count = 0
        while count < bytes.count {
            let put = write(descriptor, bytes.baseAddress! + count, bytes.count - count)
            if put < 0 {
                guard errno == EINTR else { throw .last(.write) }
                continue
            }
            count += put
        }
    }

    /// Overwrites the contents with zeros.
    func overwriteAll() throws(VaultError) {
        let zeros = [UInt8](repeating: 0, count: Int(try status().st_size))
        try zeros.lend { bytes throws(VaultError) in try writeAll(bytes) }
    }

    /// Waits until the written data is on the medium.
    func sync() throws(VaultError) {
        #if canImport(Darwin)
            // On Darwin, fsync leaves the data in the drive's cache. Not every file system supports F_FULLFSYNC.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw .last(.sync) }
    }

    func status() throws(VaultError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last(.status) }
        return status
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes. It preserves the type of the error.
    func lend(_ body: (UnsafeRawBufferPointer) throws(VaultError) -> Void) throws(VaultError) {
        var failure: VaultError?
        withUnsafeBytes { bytes in
            do throws(VaultError) { try body(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

extension VaultError {
    /// Returns the error of the last system call that failed on this thread.
    static func last(_ operation: StorageOperation) -> VaultError { .storage(operation, code: errno) }
}
