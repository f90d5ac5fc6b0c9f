// SPDX-License-Identifier: MIT
import CClosing
import Foundation
import Testing

@testable import InkLockService

/// Tests what a lock or a file that is refused leaves open.
///
/// A descriptor that is closed twice may be that of a file which another thread has opened in between.
@Suite(.enabled("Calls of close() are counted on Linux") { inklock_needless_closes() >= 0 })
struct FolderLockTests {
    /// Calls `body`, and returns the number of needless calls of close().
    private static func needlessCloses(_ body: () throws -> Void) rethrows -> Int64 {
        let before = inklock_needless_closes()
        try body()
        return inklock_needless_closes() - before
    }

    @Test("Closing a descriptor that is not open is counted") func calibration() {
        #expect(Self.needlessCloses { close(-1) } == 1)
    }

    @Test("A lock that another server holds closes its file once") func heldLock() throws {
        let folder = try TemporaryFolder()
        let held = try FolderLock(folder: folder.path)
        let count = Self.needlessCloses {
            #expect(throws: AccountServiceError.inUse(folder.path)) { _ = try FolderLock(folder: folder.path) }
        }
        #expect(count == 0)
        withExtendedLifetime(held) {}
    }

    @Test("A lock in a folder that is missing closes nothing") func missingFolder() throws {
        let folder = try TemporaryFolder().path + "/missing"
        let count = Self.needlessCloses {
            #expect(throws: AccountServiceError.self) { _ = try FolderLock(folder: folder) }
        }
        #expect(count == 0)
    }

    @Test("Files that cannot be opened are not closed") func missingFiles() throws {
        let folder = try TemporaryFolder()
        let count = Self.needlessCloses {
            #expect(throws: SystemError.self) { _ = try OpenFile(reading: folder.path("missing")) }
            #expect(throws: SystemError.self) { _ = try OpenFile(writing: folder.path("missing")) }
            let path = folder.path("missing/file").utf8CString
            #expect(throws: SystemError.self) { _ = try OpenFile(creating: Array(path), permissions: nil) }
        }
        #expect(count == 0)
    }
}
