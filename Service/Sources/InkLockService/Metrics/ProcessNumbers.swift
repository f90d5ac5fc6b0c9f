// SPDX-License-Identifier: MIT
import Foundation

/// The resources that this process uses. Values that the system does not report are `nil`.
struct ProcessNumbers {
    let memoryBytes: Double?
    /// The processor time in seconds.
    let processorSeconds: Double?
    /// The number of open files and sockets.
    let descriptors: Double?

    /// - Complexity: O(open files).
    init() {
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        memoryBytes = pages.flatMap { $0.count > 1 ? Double($0[1]) : nil }
            .map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
        var used = timespec()
        processorSeconds =
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0
            ? Double(used.tv_sec) + Double(used.tv_nsec) / 1e9 : nil
    }
}
