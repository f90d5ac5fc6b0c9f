// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService

/// The real command with a file of settings, at sockets of the file system, and reloaded.
@Suite(.blocking) struct ServeSettingsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
    }

    private func settings(_ lines: String) throws {
        try folder.write("inklock.toml", "site = \"\(folder.path("site"))\"\n\(lines)".utf8)
    }

    @Test("SIGHUP reads the file of settings again, and wrong settings change nothing") func hangUpReloads() throws {
        try settings("security-contact = \"tel:1\"\ndata = \"\(folder.path("data"))\"\n")
        let server = try RunningServer(["--config", folder.path("inklock.toml")], in: folder)
        func contact() throws -> String {
            let text = try server.get("/.well-known/security.txt")
            return String(try #require(text.firstMatch(of: #/Contact: (\S+)/#)).1)
        }
        func creating(_ body: String = "{}") throws -> String {
            let host = "localhost:\(server.port)"
            return try server.answer(
                "POST /api/accounts/name HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        #expect(try contact() == "tel:1")
        #expect(try creating().contains("malformed"))

        try settings("security-contact = \"tel:2\"\nnew-accounts = false\norigin = \"https://a.example\"\n")
        kill(server.process.processIdentifier, SIGHUP)
        #expect(try eventually(within: 30) { try contact() == "tel:2" })
        #expect(server.hasLogged("needs-restart=\"data origin\""), "\(server.errors)")

        try settings("security-contact = 3\n")
        kill(server.process.processIdentifier, SIGHUP)
        #expect(server.hasLogged("security-contact must be text"))
        #expect(try contact() == "tel:2")

        // An interrupted change of the file, or a full disk, must not open registration.
        for (number, text) in ["", "# new-accounts = false\n"].enumerated() {
            try folder.write("inklock.toml", text.utf8)
            kill(server.process.processIdentifier, SIGHUP)
            #expect(
                eventually(within: 30) {
                    server.errors.components(separatedBy: "there are no settings in this file").count == number + 2
                }, "\(server.errors)")
            #expect(try creating("{\"name\":\"ada\"}").contains("\"closed\""))
            #expect(try contact() == "tel:2")
        }
        try settings("security-contact = \"tel:3\"\n")
        kill(server.process.processIdentifier, SIGHUP)
        #expect(server.hasLogged("new-accounts is missing"), "\(server.errors)")
        #expect(try creating("{\"name\":\"ada\"}").contains("\"closed\""))
        #expect(try contact() == "tel:2")
        // The operator says so.
        try settings("security-contact = \"tel:3\"\nnew-accounts = true\n")
        kill(server.process.processIdentifier, SIGHUP)
        #expect(try eventually(within: 30) { try contact() == "tel:3" })
        #expect(try !creating("{\"name\":\"ada\"}").contains("\"closed\""))
        // Then it may be left out.
        try settings("security-contact = \"tel:4\"\n")
        kill(server.process.processIdentifier, SIGHUP)
        #expect(try eventually(within: 30) { try contact() == "tel:4" })

        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 30))
        #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
    }

    @Test("A pipe in place of the file of settings holds up neither a reload nor the end") func pipesAreNotReloaded()
        throws
    {
        try settings("security-contact = \"tel:1\"\n")
        let server = try RunningServer(["--config", folder.path("inklock.toml")], in: folder)
        try FileManager.default.removeItem(atPath: folder.path("inklock.toml"))
        try #require(mkfifo(folder.path("inklock.toml"), 0o600) == 0)
        kill(server.process.processIdentifier, SIGHUP)
        #expect(server.hasLogged("only a file can be read again"), "\(server.errors)")
        #expect(try server.get("/.well-known/security.txt").contains("tel:1"))
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 30) && server.process.terminationStatus == 0)
    }

    @Test("Checking prints the settings, changes nothing and finds what is wrong") func checkFindsWhatIsWrong() throws {
        func check(_ arguments: [String] = []) throws -> InkLockProcess {
            try InkLockProcess(["serve", "--check", "--config", "inklock.toml"] + arguments, in: folder)
        }
        try settings("data = \"data\"\n")
        let fine = try check(["--port", "0"])
        #expect(fine.status == 0 && fine.errors.isEmpty, "\(fine.errors)")
        #expect(
            String(decoding: fine.output, as: UTF8.self) == """
                port = 0  # from the command line
                site = "\(folder.path("site"))"  # from inklock.toml
                data = "data"  # from inklock.toml

                """)
        #expect(try folder.names() == ["inklock.toml", "site"])

        // A running server does not mind, nor does one that has ended.
        do {
            let server = try RunningServer(["--config", "inklock.toml"], in: folder)
            #expect(try check().status == 0)
            kill(server.process.processIdentifier, SIGTERM)
            #expect(server.ends(within: 30))
        }
        #expect(try check().status == 0)
        try FileManager.default.removeItem(atPath: folder.path("data/accounts.sqlite"))
        let missing = try check()
        #expect(missing.status == 78 && missing.errors.contains("is missing or empty, but its key exists"))
        try settings("data = \"site\"\n")
        #expect(try check().status == 78)
        // An interrupted restore, and a disk that is not there.
        try folder.write("half/device.key.part", [1])
        chmod(folder.path("half"), 0o700)
        try settings("data = \"half\"\n")
        #expect(try check().status == 78)
        try settings("data = \"none\"\ndevice-key = \"keys/key\"\n")
        #expect(try check().status == 78 && !folder.names().contains("none"))
        try settings("colour = 1\n")
        #expect(try check().status == 65)
        #expect(try InkLockProcess(["serve", "--check", "--config", "none.toml"], in: folder).status == 66)
    }

    @Test("A misspelt variable of the environment is told by its name") func misspeltVariablesAreTold() throws {
        let line = "INKLOCK_NEW_ACCOUNT=hidden INKLOCK_HOST=localhost $INKLOCK serve --port 0 --site site"
        let check = try InkLockProcess(shell: "\(line) --check", in: folder)
        // It has said everything when it prints its address.
        let wait = "until [ -s address ]; do kill -0 $! || exit 1; sleep 0.05; done"
        let start = try InkLockProcess(shell: "\(line) > address & \(wait); kill $!; wait", in: folder)
        for (name, outcome) in [("check", check), ("start", start)] {
            let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("INKLOCK_") }
            #expect(warnings.count == 1 && warnings[0].contains("INKLOCK_NEW_ACCOUNTS"), "\(name): \(outcome.errors)")
            #expect(!outcome.errors.contains("hidden") && !outcome.errors.contains("INKLOCK_HOST"), "\(name)")
        }
        #expect(check.status == 0)
        let right = try InkLockProcess(shell: "INKLOCK_HOST=localhost $INKLOCK serve --site site --check", in: folder)
        #expect(right.status == 0 && right.errors.isEmpty, "\(right.errors)")
    }

    @Test("The key may lie elsewhere, and is then never made") func keyMayLieElsewhere() throws {
        let arguments = ["--site", "site", "--data", "data"]
        let made = try RunningServer(arguments, in: folder)
        kill(made.process.processIdentifier, SIGTERM)
        #expect(made.ends(within: 30))
        try FileManager.default.createDirectory(
            atPath: folder.path("keys"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.moveItem(atPath: folder.path("data/device.key"), toPath: folder.path("keys/key"))

        let without = try InkLockProcess(["serve", "--port", "0"] + arguments, in: folder)
        #expect(without.status == 78 && without.errors.contains("device.key is missing"))
        for key in ["keys/none", "nowhere/key"] {
            let wrong = try InkLockProcess(["serve", "--port", "0", "--device-key", key] + arguments, in: folder)
            #expect(wrong.status == 78 && wrong.errors.contains("\(key) is missing"), "\(wrong.errors)")
            #expect(wrong.errors.contains("--device-key"), "\(wrong.errors)")
        }
        let new = try InkLockProcess(
            ["serve", "--port", "0", "--site", "site", "--data", "other", "--device-key", "keys/key"], in: folder)
        #expect(new.status == 78 && new.errors.contains("other/accounts.sqlite is missing or empty"), "\(new.errors)")

        let server = try RunningServer(arguments + ["--device-key", "keys/key"], in: folder)
        #expect(server.isReady())
        #expect(!FileManager.default.fileExists(atPath: folder.path("data/device.key")))
    }

    #if os(Linux)
        /// Only root can give a file away.
        @Test("A key of another user is told from a wrong one", .enabled(if: geteuid() == 0))
        func keyOfAnotherUserIsSaid() throws {
            let arguments = ["--site", "site", "--data", "data"]
            let made = try RunningServer(arguments, in: folder)
            kill(made.process.processIdentifier, SIGTERM)
            #expect(made.ends(within: 30))
            for name in ["data/device.key", "keys"] {
                try FileManager.default.createDirectory(
                    atPath: folder.path("keys"), withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                try? FileManager.default.copyItem(
                    atPath: folder.path("data/device.key"), toPath: folder.path("keys/key"))
                chown(folder.path(name), 65_534, 65_534)
                let key = name == "keys" ? "keys/key" : "data/device.key"
                let outcome = try InkLockProcess(
                    ["serve", "--port", "0", "--device-key", key] + arguments, in: folder)
                #expect(outcome.status == 78 && outcome.errors.contains("belongs to another user"), "\(outcome.errors)")
            }
            try folder.write("short/key", [1])
            chmod(folder.path("short"), 0o700)
            chmod(folder.path("short/key"), 0o600)
            let wrong = try InkLockProcess(
                ["serve", "--port", "0", "--device-key", "short/key"] + arguments, in: folder)
            #expect(wrong.status == 78 && wrong.errors.contains("is not a device key"), "\(wrong.errors)")
        }
    #endif

    @Test("A server listens at a socket of the file system, and takes the place of one that was killed")
    func socketsAreListenedAt() throws {
        let path = folder.path("s")
        let arguments = ["serve", "--site", "site", "--socket", path, "--origin", "https://a.example"]
        func start() throws -> Process {
            let process = Process()
            process.executableURL = InkLockProcess.executable
            process.arguments = arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            process.standardError = FileHandle.nullDevice
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            #expect(line == "InkLock is at unix:\(path)\n")
            return process
        }
        func get(_ host: String) throws -> String {
            let outcome = try InkLockProcess(
                shell: "exec curl --silent --include --max-time 10 --unix-socket \(path) http://\(host)/", in: folder)
            return String(decoding: outcome.output, as: UTF8.self)
        }
        for signal in [SIGKILL, SIGTERM] {
            let process = try start()
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode.map { $0 & 0o007 } == 0, "others cannot connect")
            #expect(try get("a.example").contains("<p>front"))
            #expect(try get("b.example").hasPrefix("HTTP/1.1 421"))
            let second = try InkLockProcess(arguments, in: folder)
            #expect(second.status == 69 && second.errors.contains("another server listens here"), "\(second.errors)")
            #expect(try get("a.example").contains("<p>front"), "the first one goes on")
            kill(process.processIdentifier, signal)
            process.waitForExit()
            #expect(FileManager.default.fileExists(atPath: path) == (signal == SIGKILL))
        }
        try folder.write("s", "text".utf8)
        let other = try InkLockProcess(arguments, in: folder)
        #expect(other.status == 69 && other.errors.contains("is not a socket"))
        #expect(try folder.bytes("s") == Data("text".utf8))
        let long = try InkLockProcess(
            [
                "serve", "--site", "site", "--socket", String(repeating: "a", count: 200), "--origin",
                "https://a.example",
            ],
            in: folder)
        #expect(long.status == 69 && long.errors.contains("makes no socket here"))
    }
}
