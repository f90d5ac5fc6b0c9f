// SPDX-License-Identifier: MIT
#if os(Linux)
    import Foundation
    import InkTestSupport
    import Testing

    /// Looks into the memory of a process that makes, opens and locks a vault.
    @Suite struct MemoryTests {
        @Test("Secrets are in memory once and only while they are used")
        func secretsAreInMemoryOnceAndOnlyWhileTheyAreUsed() throws {
            let folder = try TemporaryFolder()
            let passcode = Array("Quartz-Lantern 5531".utf8)
            let holder = try Holder([folder.path, passcode.map { Self.hex($0 ^ 0x5A) }.joined()])
            let scan = MemoryScan(of: holder.process)
            #expect(try holder.next() == "loaded")
            let deviceKey = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("device-key"))))
            #expect(try scan.count(of: deviceKey) == 1)

            let made = try holder.next().split(separator: " ").map(String.init)
            try #require(made.first == "made" && made.last?.count == 64)
            let digits = Array(made[1])
            let key = (0..<32).map { UInt8(String(digits[2 * $0...2 * $0 + 1]), radix: 16)! ^ 0x5A }
            #expect(try scan.count(of: deviceKey) == 1)
            #expect(try scan.count(of: key) == 1, "the key is in use")
            #expect(try scan.goes(passcode))
            #expect(try Self.lockedKilobytes(of: holder.process) > 0, "pages with keys stay out of swap space")

            for (line, deviceKeys, keys, passcodes) in [
                ("forgotten", 1, 0, 0), ("deriving", 1, 0, 1), ("unlocked", 1, 1, 0), ("locked", 1, 0, 0),
            ] {
                #expect(try holder.next() == line)
                #expect(try scan.count(of: deviceKey) == deviceKeys, "\(line)")
                #expect(try keys > 0 ? scan.count(of: key) == keys : scan.goes(key), "\(line)")
                #expect(try passcodes > 0 ? scan.count(of: passcode) == passcodes : scan.goes(passcode), "\(line)")
            }
        }

        /// Returns the size of the memory that Linux keeps locked for a process.
        private static func lockedKilobytes(of process: pid_t) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmLck:") })
            return try #require(Int(line.filter(\.isNumber)))
        }

        private static func hex(_ byte: UInt8) -> String { String(format: "%02x", byte) }
    }

    /// The process that is looked into.
    private final class Holder {
        private let child = Process()
        private let input = Pipe()
        private let output = Pipe()
        private var isFirst = true

        var process: pid_t { child.processIdentifier }

        init(_ arguments: [String]) throws {
            child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("VaultMemoryHelper")
            child.arguments = arguments
            child.standardInput = input
            child.standardOutput = output
            try child.run()
        }

        deinit {
            if child.isRunning { kill(child.processIdentifier, SIGKILL) }
            child.waitForExit()
        }

        /// Lets it go on to its next word.
        func next() throws -> String {
            if !isFirst { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }
            isFirst = false
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
            return String(decoding: line, as: UTF8.self)
        }
    }
#endif
