// SPDX-License-Identifier: MIT
#if os(Linux)
    import Foundation
    import InkTestSupport
    import Testing

    @testable import InkLockService

    /// Looks into the memory of a process that serves accounts.
    @Suite(.blocking) struct ServerMemoryTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("site/index.html", "<p>front".utf8)
        }

        private static let passphrase = "Quartz lantern 5531 heron"

        private func post(_ path: String, _ message: [String: Any], _ server: RunningServer) throws -> String {
            let body = String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
            let host = "localhost:\(server.port)"
            return try server.answer(
                "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
                seconds: 60)
        }

        /// The device keys in the file.
        private func deviceKeys() throws -> [[UInt8]] {
            let bytes = try folder.bytes("data/device.key")
            guard bytes.count > 32 else { return [Array(bytes)] }
            return (0..<Int(bytes[5])).map { Array(bytes[(6 + 32 * $0)..<(38 + 32 * $0)]) }
        }

        private func replaceKey() throws {
            let first = try RunningServer(["--site", folder.path("site"), "--data", folder.path("data")], in: folder)
            kill(first.process.processIdentifier, SIGTERM)
            #expect(first.ends(within: 30))
            let rotation = try InkLockProcess(["rotate-key", "--data", folder.path("data")], in: folder)
            #expect(rotation.status == 0, "\(rotation.errors)")
        }

        /// A process that cannot be dumped shows its memory to root alone.
        @Test(
            "Secrets are in memory at most once and only during use", .enabled(if: geteuid() == 0, "needs root"),
            arguments: [false, true])
        func secretsAreInMemoryOnceAndOnlyWhileTheyAreUsed(afterNewKey: Bool) throws {
            if afterNewKey { try replaceKey() }
            let server = try RunningServer(
                ["--site", folder.path("site"), "--data", folder.path("data")], in: folder)
            let scan = MemoryScan(of: server.process.processIdentifier)
            let keys = try deviceKeys()
            try #require(keys.count == (afterNewKey ? 2 : 1))
            for key in keys { #expect(try scan.count(of: key) == 1, "after the start") }
            let passcode = ["kind": "alphanumeric", "text": Self.passphrase]
            let made = try post("/api/accounts", ["name": "ada", "passcode": passcode], server)
            try #require(made.hasPrefix("HTTP/1.1 201 "), "\(made)")
            for proof in [Self.passphrase, "Quartz lantern 5532 heron"] {
                let answer = try post("/api/sign-in", ["name": "ada", "proof": ["passcode": proof]], server)
                #expect(answer.hasPrefix("HTTP/1.1 \(proof == Self.passphrase ? 200 : 401) "), "\(answer)")
            }
            // A client has its answer before the server has ended the request.
            var counts: [Int] = []
            for _ in 0..<50 where !counts.allSatisfy({ $0 == 1 }) || counts.isEmpty {
                usleep(100_000)
                counts = try keys.map { try scan.count(of: $0) }
            }
            #expect(counts.allSatisfy { $0 == 1 }, "after sign-ins")
            #expect(try scan.count(of: Array(Self.passphrase.utf8)) == 0)
            #expect(try server.memory("VmLck") > 0, "pages with keys stay out of swap space")
        }
    }
#endif
