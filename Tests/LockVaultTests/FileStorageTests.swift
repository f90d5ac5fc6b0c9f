// SPDX-License-Identifier: MIT
import Foundation
import Passcode
import Testing

@testable import LockVault

@Suite struct FileStorageTests {
    private let folder: TemporaryFolder
    private let path: String
    private let place: FileStorage

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("vault")
        place = FileStorage(path: path)
    }

    private func permissions(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    private func bench() -> VaultFixture {
        VaultFixture(
            store: place, ledger: FileStorage(path: folder.file("attempts")),
            deviceKey: FileDeviceKey(path: folder.file("device.key")))
    }

    /// The version and the bytes are one value, in files and in keychains.
    @Test("Only correctly framed bytes are read back") func framedBytesReadBackAndNothingElseDoes() throws {
        let stored = StoredBytes(version: 0x0102_0304_0506_0708, bytes: [9])
        let empty = StoredBytes(version: 1, bytes: [])
        for stored in [stored, empty] { #expect(try StoredBytes(framed: stored.framed) == stored) }
        let framed = stored.framed
        #expect(framed == [0x49, 0x4E, 0x4B, 0x50, 1, 8, 7, 6, 5, 4, 3, 2, 1, 9])
        for count in 0..<13 {
            #expect(throws: VaultError.damaged) { try StoredBytes(framed: Array(framed.prefix(count))) }
        }
        for index in 0..<5 {
            var other = framed
            other[index] ^= 1
            #expect(throws: VaultError.damaged) { try StoredBytes(framed: other) }
        }
    }

    @Test("Saved files are readable by their owner only") func whatWasSavedIsThereForItsOwnerAlone() async throws {
        try await place.save(StoredBytes(version: 1, bytes: [1, 2, 3]), replacing: nil)
        try await place.save(StoredBytes(version: 2, bytes: []), replacing: 1)
        #expect(try await FileStorage(path: path).load() == StoredBytes(version: 2, bytes: []))
        #expect(try permissions(path) == 0o600 && permissions(path + ".lock") == 0o600)
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }

    @Test("A file that cannot be overwritten is removed all the same") func linksAreRemoved() async throws {
        let other = folder.file("other")
        try Data([1, 2, 3]).write(to: URL(filePath: other))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
        try await place.remove()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil)
        #expect(try Data(contentsOf: URL(filePath: other)) == Data([1, 2, 3]), "the file of the link stays as it is")
    }

    @Test("A pipe in place of a file is damaged, takes no bytes, and is removed", .timeLimit(.minutes(1)))
    func pipesAreNotWaitedFor() async throws {
        for name in [path, path + ".new"] { try #require(mkfifo(name, 0o600) == 0) }
        #expect(await thrown { () throws(VaultError) in try await place.load() } == .damaged)
        let new = StoredBytes(version: 1, bytes: [1])
        #expect(await thrown { () throws(VaultError) in try await place.save(new, replacing: nil) } == .damaged)
        let key = FileDeviceKey(path: path)
        #expect(await thrown { () throws(VaultError) in _ = try await key.load() } == .deviceKeyUnusable)
        try FileManager.default.removeItem(atPath: path)
        #expect(
            await thrown { () throws(VaultError) in try await place.save(new, replacing: nil) }
                == .storage(.open, code: ENXIO))
        try #require(mkfifo(path, 0o600) == 0)
        try await place.remove()
        for name in [path, path + ".new"] { #expect(!FileManager.default.fileExists(atPath: name)) }
        try await place.save(new, replacing: nil)
    }

    @Test("A file that is being removed never has zeros in place of its contents")
    func removingLeavesNoZerosInPlace() async throws {
        let (path, new) = (path, StoredBytes(version: 1, bytes: [UInt8](repeating: 1, count: 1 << 18)))
        let watch = Task.detached {
            var zeros = 0
            while !Task.isCancelled {
                var (read, there) = (stat(), stat())
                if let file = FileHandle(forReadingAtPath: path), file.readData(ofLength: 4) == Data(count: 4),
                    fstat(file.fileDescriptor, &read) == 0, lstat(path, &there) == 0, read.st_ino == there.st_ino
                {
                    zeros += 1
                }
                await Task.yield()
            }
            return zeros
        }
        for _ in 0..<20 {
            try await place.save(new, replacing: nil)
            try await place.remove()
        }
        watch.cancel()
        #expect(await watch.value == 0)
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }

    @Test("An absent file is reported as missing, never as empty") func nothingIsMissingAndNeverEmpty() async throws {
        #expect(await thrown { () throws(VaultError) in try await place.load() } == .missing)
        let new = StoredBytes(version: 2, bytes: [1])
        #expect(await thrown { () throws(VaultError) in try await place.save(new, replacing: 1) } == .missing)
        try await place.remove()
        try await place.save(new, replacing: nil)
        try await place.remove()
        #expect(await thrown { () throws(VaultError) in try await place.load() } == .missing)
    }

    @Test("A save over a concurrent change fails") func changesBehindOnesBackAreNoticed() async throws {
        try await place.save(StoredBytes(version: 1, bytes: [1]), replacing: nil)
        try await FileStorage(path: path).save(StoredBytes(version: 2, bytes: [2]), replacing: 1)
        let stale = StoredBytes(version: 2, bytes: [3])
        #expect(await thrown { () throws(VaultError) in try await place.save(stale, replacing: 1) } == .conflict)
        #expect(await thrown { () throws(VaultError) in try await place.save(stale, replacing: nil) } == .exists)
        #expect(try await place.load().bytes == [2])
    }

    @Test("A truncated vault file is damaged at every length") func tornFilesAreDamagedAtEveryLength() async throws {
        let bench = bench()
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in 0..<whole.count {
            try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: path))
            #expect(await bench.vault().refusal("1234") == .damaged)
        }
        try whole.write(to: URL(fileURLWithPath: path))
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("A truncated or missing ledger requires the recovery code")
    func aTornOrMissingLedgerLocksTheVaultUntilItIsRecovered() async throws {
        let bench = bench()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        let ledger = URL(fileURLWithPath: folder.file("attempts"))
        let whole = try Data(contentsOf: ledger)
        for length in stride(from: 0, to: whole.count, by: 7) {
            try Data(whole.prefix(length)).write(to: ledger)
            #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.attemptsUnknown)))
        }
        try FileManager.default.removeItem(at: ledger)
        #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.attemptsUnknown)))
        #expect(try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text).bytes == new.key.bytes)
        #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
    }

    @Test("A ledger whose number was overwritten is recovered once", arguments: [0, 0xFF] as [UInt8])
    func aLedgerWithAnotherNumberIsRecovered(byte: UInt8) async throws {
        let bench = bench()
        let new = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        // New numbers are random.
        for _ in 0..<12 {
            let ledger = URL(fileURLWithPath: folder.file("attempts"))
            var stored = try Data(contentsOf: ledger)
            for index in 5..<13 { stored[index] = byte }
            try stored.write(to: ledger)
            #expect(await bench.vault().refusal("1234") == .refused(.recoveryRequired(.attemptsUnknown)))
            let key = try await bench.vault().unlock(recoveryCode: new.recoveryCode!.text)
            #expect(key.bytes == new.key.bytes)
            #expect(try await bench.vault().unlock(passcode: "1234".secret).bytes == new.key.bytes)
        }
    }

    @Test("A device key without its folder is missing, and there is nothing to remove")
    func aDeviceKeyWithoutItsFolderIsMissing() async throws {
        let path = folder.file("nowhere/device.key")
        let key = FileDeviceKey(path: path)
        await #expect(throws: VaultError.deviceKeyMissing) { _ = try await key.load() }
        await #expect(throws: VaultError.deviceKeyMissing) { _ = try await key.loadOrCreate() }
        await #expect(throws: VaultError.deviceKeyMissing) { _ = try await SecretFile(path: path).load(limit: 32) }
        try await key.remove()
        try await FileStorage(path: folder.file("nowhere/vault")).remove()
    }

    @Test(
        "The folder of a path is found in the path alone",
        arguments: [
            ("k", "."), ("é", "."), ("", "."), ("/", "/"), ("/k", "/"), ("d/k", "d"), ("d//k/", "d"), ("/d/k", "/d"),
            ("./", "."), ("./k", "."), ("a/b/c", "a/b"), ("//d//k", "//d"),
        ])
    func foldersOfPathsAreFound(path: String, parent: String) { #expect(PrivateFolder.parent(of: path) == parent) }

    #if os(Linux) || os(macOS)
        /// In a process of its own, because the folder that relative paths start from is the process's.
        @Test("Names of one character are paths") func namesOfOneCharacterArePaths() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                try #require(chdir(folder.file(".")) == 0)
                let key = FileDeviceKey(path: "k")
                let made = try await key.loadOrCreate().withBytes { Array($0) }
                try #require(try await key.load().withBytes { Array($0) } == made)
                let place = FileStorage(path: "v")
                try await place.save(StoredBytes(version: 1, bytes: [1]), replacing: nil)
                try #require(try await place.load().bytes == [1])
            }
        }
    #endif

    @Test("Files that other users can read are rejected") func filesThatOthersCanReachAreRefused() async throws {
        let bench = bench()
        _ = try await bench.vault().create(passcode: "1234".secret, kind: .fourDigits)
        #expect(chmod(path, 0o640) == 0)
        #expect(await bench.vault().refusal("1234") == .insecurePermissions)
        #expect(chmod(path, 0o600) == 0)
        #expect(chmod(folder.file("device.key"), 0o604) == 0)
        #expect(await bench.vault().refusal("1234") == .deviceKeyUnusable)
        #expect(chmod(folder.file("device.key"), 0o600) == 0)
        _ = try await bench.vault().unlock(passcode: "1234".secret)
    }

    @Test("Symbolic links are not followed") func linksAreNotFollowed() async throws {
        let target = folder.file("target")
        try Data("precious".utf8).write(to: URL(fileURLWithPath: target))
        for name in [path, path + ".new", path + ".lock"] {
            unlink(name)
            #expect(symlink(target, name) == 0)
            let error = await thrown { () throws(VaultError) in
                try await place.save(StoredBytes(version: 1, bytes: [1]), replacing: nil)
            }
            guard case .storage(.open, code: ELOOP) = error else {
                Issue.record("followed a link")
                return
            }
            #expect(unlink(name) == 0)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("precious".utf8))
    }

    @Test("Folders, huge files and missing folders are rejected") func foldersAndGiantsAreNoPlaces() async throws {
        #expect(mkdir(path, 0o700) == 0)
        #expect(await thrown { () throws(VaultError) in try await place.load() } == .damaged)
        #expect(rmdir(path) == 0)
        try Data(count: 3 << 20).write(to: URL(fileURLWithPath: path))
        #expect(chmod(path, 0o600) == 0)
        #expect(await thrown { () throws(VaultError) in try await place.load() } == .damaged)
        let nowhere = FileStorage(path: folder.file("nowhere/vault"))
        let error = await thrown { () throws(VaultError) in
            try await nowhere.save(StoredBytes(version: 1, bytes: []), replacing: nil)
        }
        #expect(error == .missing)
    }

    @Test("Bytes that could not be loaded again are not saved") func whatIsTooLargeIsNotSaved() async throws {
        try await place.save(StoredBytes(version: 1, bytes: [7]), replacing: nil)
        let most = (1 << 21) - 13
        await #expect(throws: VaultError.limitExceeded) {
            try await place.save(StoredBytes(version: 2, bytes: [UInt8](repeating: 1, count: most + 1)), replacing: 1)
        }
        #expect(try await place.load() == StoredBytes(version: 1, bytes: [7]))
        try await place.save(StoredBytes(version: 2, bytes: [UInt8](repeating: 1, count: most)), replacing: 1)
        #expect(try await place.load().bytes.count == most)
        let larger = FileStorage(path: path, byteLimit: 1 << 22)
        try await larger.save(StoredBytes(version: 3, bytes: [UInt8](repeating: 1, count: most + 1)), replacing: 2)
        #expect(try await larger.load().bytes.count == most + 1)
        #expect(await thrown { () throws(VaultError) in try await place.load() } != nil)
    }

    @Test("A partly written temporary file is overwritten") func aHalfWrittenSuccessorIsWrittenOver() async throws {
        try await place.save(StoredBytes(version: 1, bytes: [1]), replacing: nil)
        try Data("torn and for all to read".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        #expect(try await place.load().bytes == [1])
        try await place.save(StoredBytes(version: 2, bytes: [2]), replacing: 1)
        #expect(try await place.load().bytes == [2])
    }

    @Test("A device key is created once and never replaced") func aDeviceKeyIsMadeOnceAndNeverReplaced() async throws {
        let file = folder.file("device.key")
        let key = FileDeviceKey(path: file)
        #expect(await thrown { () throws(VaultError) in try await key.load().count } == .deviceKeyMissing)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 {
                group.addTask { try await FileDeviceKey(path: file).loadOrCreate().withBytes { Array($0) } }
            }
            var keys: Set<[UInt8]> = []
            for try await key in group { keys.insert(key) }
            #expect(keys.count == 1 && keys.first?.count == 32)
        }
        #expect(try permissions(file) == 0o600)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: file))
        #expect(await thrown { () throws(VaultError) in try await key.loadOrCreate().count } == .deviceKeyUnusable)
        try Data(count: 32).write(to: URL(fileURLWithPath: file))
        #expect(await thrown { () throws(VaultError) in try await key.load().count } == .deviceKeyMissing)
        let made = try await key.loadOrCreate().withBytes { Array($0) }
        #expect(made.count == 32 && made.contains { $0 != 0 })
    }

    @Test("A device key of zeros leaves the recovery code, which makes another")
    func aDeviceKeyOfZerosLeavesTheRecoveryCode() async throws {
        let new = try await bench().vault().create(passcode: "1234".secret, kind: .fourDigits)
        try Data(count: 32).write(to: URL(fileURLWithPath: folder.file("device.key")))
        #expect(await bench().vault().refusal("1234") == .refused(.recoveryRequired(.deviceKeyChanged)))
        let key = try await bench().vault().unlock(recoveryCode: new.recoveryCode!.text)
        #expect(key.bytes == new.key.bytes)
        let device = FileDeviceKey(path: folder.file("device.key"))
        #expect(try await device.load().withBytes { $0.contains { $0 != 0 } })
        #expect(try await bench().vault().status().standing == .attemptsAllowed)
    }

    @Test("What an interrupted removal leaves is removed by the next read") func remainsAreRemoved() async throws {
        try await place.save(StoredBytes(version: 1, bytes: [1, 2, 3]), replacing: nil)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".new")
        #expect(await thrown { () throws(VaultError) in try await place.load() } == .missing)
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }
}
