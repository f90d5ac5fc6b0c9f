// SPDX-License-Identifier: MIT
import Foundation

/// Functions that protect memory with secrets.
enum SecretMemory {
    // Unoptimised, because an optimiser drops stores to memory that is freed next.
    @_optimize(none) @inline(never)
    static func overwrite(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        memset(start, 0, bytes.count)
    }

    /// Keeps the memory's pages out of swap space if the system allows it. They stay locked until the process ends,
    /// because other secrets may share them and the allocator reuses them.
    static func lock(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        // The call may fail, usually because of a limit. The memory is then used unlocked.
        _ = mlock(start, bytes.count)
    }

    /// Overwrites the part of this thread's stack in which functions that have returned may have left secrets.
    @inline(never)
    static func overwriteStack() {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { overwrite($0) }
    }
}
