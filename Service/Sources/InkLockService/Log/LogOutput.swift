// SPDX-License-Identifier: MIT
import Foundation

/// A file, terminal or pipe that receives the lines of the log.
///
/// A separate thread writes, so that a slow reader does not delay a request. Lines that do not fit in the queue are
/// left out and counted.
final class LogOutput: @unchecked Sendable {
    private let descriptor: Int32
    private let byteLimit: Int
    private let condition = NSCondition()
    private var lines: [[UInt8]] = []
    private var byteCount = 0
    private var leftOut = 0
    private var isWriting = false
    private var hasThread = false
    /// A Boolean value that indicates whether only a part of a line has been written.
    private var isTorn = false

    /// - Parameters:
    ///   - descriptor: The open file. It stays open.
    ///   - byteLimit: The maximum number of bytes that wait.
    init(descriptor: Int32, byteLimit: Int = 1 << 18) {
        self.descriptor = descriptor
        self.byteLimit = byteLimit
    }

    /// Adds a line to the queue. Never waits for the reader.
    /// - Parameters:
    ///   - line: The bytes with the line's end.
    ///   - notice: A closure that makes the line that reports a number of omitted lines.
    func write(_ line: [UInt8], notice: @escaping @Sendable (Int) -> [UInt8]) {
        condition.lock()
        defer { condition.unlock() }
        guard byteCount + line.count <= byteLimit else {
            leftOut += 1
            return
        }
        lines.append(line)
        byteCount += line.count
        if !hasThread {
            hasThread = true
            let thread = Thread { [self] in while true { writeNext(notice) } }
            thread.name = "inklock.log"
            thread.start()
        }
        condition.broadcast()
    }

    /// Waits until all lines have been written, at most for some seconds.
    func flush(seconds: Double) {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !lines.isEmpty || isWriting { guard condition.wait(until: deadline) else { return } }
    }

    private func writeNext(_ notice: (Int) -> [UInt8]) {
        condition.lock()
        while lines.isEmpty { condition.wait() }
        let (batch, omitted) = (lines, leftOut)
        (lines, byteCount, leftOut, isWriting) = ([], 0, 0, true)
        condition.unlock()
        var lost = batch.count { !put($0) }
        if omitted > 0, !put(notice(omitted)) { lost += omitted }
        condition.lock()
        leftOut += lost
        isWriting = false
        condition.broadcast()
        condition.unlock()
    }

    /// Writes a line.
    /// - Returns: `false` if the system does not take the line, for example because the disk is full.
    private func put(_ line: [UInt8]) -> Bool {
        let bytes = isTorn ? [0x0A] + line : line
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                // Another program has made the shared file non-blocking.
                var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&state, 1, 1000)
            } else if errno != EINTR {
                isTorn = isTorn || done > 0
                return false
            }
        }
        isTorn = false
        return true
    }
}
