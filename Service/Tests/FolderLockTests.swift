// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Testing

@testable import InkLockService

/// Tests what a refused lock of a folder, and a file that cannot be opened, leave behind.
@Suite(.blocking) struct FolderLockTests {
    /// A descriptor that is closed twice may be that of a file which another thread has opened in between.
    @Test("A lock that another server holds, and a missing file, close no file of another thread")
    func refusalsCloseOnce() throws {
        let folder = try TemporaryFolder()
        let held = try FolderLock(folder: folder.path)
        let files = OtherFiles()
        let others = DispatchGroup()
        DispatchQueue(label: "files of another thread").async(group: others) {
            while !files.areDone.load(ordering: .relaxed) {
                let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                sched_yield()
                if close(file) != 0 { files.missing.add(1, ordering: .relaxed) }
            }
        }
        var refusals = 0
        for _ in 0..<2_000 where Self.isLocked(folder.path) && Self.isMissing(folder.path("missing")) { refusals += 1 }
        #expect(refusals == 2_000)
        files.areDone.store(true, ordering: .relaxed)
        others.wait()
        #expect(files.missing.load(ordering: .relaxed) == 0)
        withExtendedLifetime(held) {}
    }

    private static func isLocked(_ folder: String) -> Bool {
        do {
            _ = try FolderLock(folder: folder)
            return false
        } catch { return error == .inUse(folder) }
    }

    private static func isMissing(_ path: String) -> Bool {
        do {
            _ = try OpenFile(reading: path)
            return false
        } catch { return error.number == ENOENT }
    }

    private final class OtherFiles: Sendable {
        let areDone = Atomic(false)
        /// The number of files that were closed by another thread.
        let missing = Atomic(0)
    }
}
