// SPDX-License-Identifier: MIT
#if os(Linux)
    import Foundation

    /// Looks for secrets in the memory of another process of the same user: in everything of it that can be written.
    public struct MemoryScan {
        private let process: pid_t

        public init(of process: pid_t) { self.process = process }

        /// Returns the number of times that `bytes` stands in the memory now. The process should wait meanwhile.
        /// - Throws: If the system does not let one process look into another.
        public func count(of bytes: [UInt8]) throws -> Int {
            let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
            let memory = open("/proc/\(process)/mem", O_RDONLY)
            guard memory >= 0 else { throw MemoryScanError.notAllowed(errno) }
            defer { close(memory) }
            var count = 0
            for line in maps.split(separator: "\n") {
                let fields = line.split(separator: " ")
                guard fields[1].hasPrefix("rw"), fields.last != "[vvar]" else { continue }
                let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
                count += Self.count(of: bytes, in: memory, from: ends[0], to: ends[1])
            }
            return count
        }

        /// Waits until `bytes` no longer stand in the memory. A thread may overwrite its copy after it has answered.
        /// - Returns: `false` if they still do after two seconds.
        public func goes(_ bytes: [UInt8]) throws -> Bool {
            for _ in 0..<100 {
                if try count(of: bytes) == 0 { return true }
                usleep(20_000)
            }
            return false
        }

        private static func count(of bytes: [UInt8], in memory: Int32, from start: UInt64, to end: UInt64) -> Int {
            let step = 1 << 22
            var buffer = [UInt8](repeating: 0, count: step + bytes.count)
            var count = 0
            var at = start
            while at < end {
                // The parts overlap by one byte less than is looked for.
                let wanted = Int(min(UInt64(step + bytes.count - 1), end - at))
                let got = pread(memory, &buffer, wanted, off_t(truncatingIfNeeded: at))
                if got > 0 {
                    buffer.withUnsafeBytes { buffer in
                        count += occurrences(of: bytes, in: UnsafeRawBufferPointer(rebasing: buffer[..<got]))
                    }
                }
                at += UInt64(step)
            }
            return count
        }

        private static func occurrences(of bytes: [UInt8], in memory: UnsafeRawBufferPointer) -> Int {
            guard let start = memory.baseAddress, let first = bytes.first else { return 0 }
            var count = 0
            var at = 0
            while at + bytes.count <= memory.count,
                let found = memchr(start + at, Int32(first), memory.count - bytes.count - at + 1)
            {
                let offset = UnsafeRawPointer(found) - start
                if memcmp(start + offset, bytes, bytes.count) == 0 { count += 1 }
                at = offset + 1
            }
            return count
        }
    }

    /// The reasons why memory could not be looked into.
    public enum MemoryScanError: Error {
        /// The system refused, with this reason (`errno`).
        case notAllowed(Int32)
    }
#endif
