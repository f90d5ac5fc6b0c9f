// SPDX-License-Identifier: MIT
import Foundation
import InkLockLinux
import InkTestSupport
import Testing

/// Tests of `inklock secret` as its user runs it.
@Suite(.serialized, .enabled(if: ServiceFolder.hasMatrix, "libpam-wrapper is not installed"))
struct SecretCommandTests {
    let folder = ServiceFolder()
    let program: SecretProgram

    init() {
        program = SecretProgram(pamFolder: folder.path, data: folder.path + "/data")
        folder.write("\(ServiceFolder.user):right horse:inklock\n", "passwords")
        _ = folder.service(
            "auth required \(ServiceFolder.matrix) passdb=\(folder.path)/passwords",
            "account required \(ServiceFolder.matrix) passdb=\(folder.path)/passwords", name: "inklock")
    }

    private func admitEverybody() {
        _ = folder.service("auth required pam_permit.so", "account required pam_permit.so", name: "inklock")
    }

    @Test("A secret of any bytes is kept, listed, given to its owner, and removed") func lifeOfASecret() async throws {
        let bytes: [UInt8] = [0, 255, 10, 13, 27] + Array("token\n".utf8)
        let set = await program.run("set", "mail/work", input: bytes)
        #expect(set.status == 0 && set.output.isEmpty)
        #expect(set.errors.hasPrefix("inklock: no keyring runs in this session"))
        #expect(set.errors.split(separator: "\n").count == 1)
        #expect(await program.run("set", "Bank – ü", "--file", input: Array("x".utf8)).errors.isEmpty)
        #expect(await program.run("list").text == "Bank – ü\nmail/work\n")
        let get = await program.run("get", "mail/work", turns: [("Password: ", "right horse\r")])
        #expect(get.status == 0 && get.output == bytes && get.errors.isEmpty)
        #expect(get.screen.contains("Show the secret mail/work: Password: "))
        #expect(!get.screen.contains("right"))
        #expect(await program.run("remove", "mail/work").status == 0)
        #expect(await program.run("list").text == "Bank – ü\n")
        let gone = await program.run("get", "mail/work")
        #expect(gone.status == 66 && gone.output.isEmpty)
        #expect(gone.errors == "inklock: there is no secret mail/work\n")
        #expect(await program.run("remove", "mail/work").status == 66)
        #expect(await program.run("remove", "mail/work", "--force").status == 0)
    }

    @Test("Nothing is written without the owner") func refusals() async throws {
        _ = await program.run("set", "card", input: Array("4711".utf8))
        let wrong = await program.run("get", "card", turns: [("Password: ", "wrong\r")])
        #expect(wrong.status == 77 && wrong.output.isEmpty)
        #expect(wrong.errors == "inklock: you were not recognised: nothing was shown or changed\n")
        let cancelled = await program.run("get", "card", turns: [("Password: ", "righ\u{3}")])
        #expect(cancelled.status == 77 && cancelled.output.isEmpty)
        let nowhere = await program.run("get", "card")
        #expect(nowhere.status == 69 && nowhere.output.isEmpty)
        let shown = await program.run("get", "card", turns: [], showsOutput: true)
        #expect(shown.status == 64 && !shown.screen.contains("4711"))
        let allowed = await program.run(
            "get", "card", "--show", turns: [("Password: ", "right hx\u{7F}orse\r")], showsOutput: true)
        #expect(allowed.status == 0 && allowed.screen.hasSuffix("4711"))
    }

    @Test("Only its owner replaces a secret, and only on request") func replacing() async throws {
        _ = await program.run("set", "card", input: Array("old".utf8))
        let again = await program.run("set", "card", input: Array("new".utf8))
        #expect(again.status == 73 && again.errors.contains("--replace"))
        let wrong = await program.run(
            "set", "card", "--replace", input: Array("new".utf8), turns: [("Password: ", "no\r")])
        #expect(wrong.status == 77)
        let right = await program.run(
            "set", "card", "--replace", "--prompt", "New card", input: Array("new".utf8),
            turns: [("New card: Password: ", "right horse\r")])
        #expect(right.status == 0)
        let get = await program.run("get", "card", turns: [("Password: ", "right horse\r")])
        #expect(get.text == "new")
    }

    @Test(
        "A signal during a question ends the program, and the terminal echoes input again",
        arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGINT]) func signals(_ signal: Int32) async throws
    {
        _ = await program.run("set", "card", input: Array("4711".utf8))
        let ended = await program.run("get", "card", turns: [("Password: ", "righ")], signal: signal)
        #expect(ended.status == -signal && ended.output.isEmpty)
        #expect(!ended.echo.before && ended.echo.after)
    }

    @Test("At a terminal the secret is typed twice, unseen") func typed() async throws {
        let differs = await program.run(
            "set", "card", input: nil, turns: [("Secret: ", "one\r"), ("Again: ", "two\r")])
        #expect(differs.status == 65)
        let set = await program.run(
            "set", "card", input: nil, turns: [("Secret: ", "sésame\r"), ("Again: ", "sésame\r")])
        #expect(set.status == 0 && !set.screen.contains("same"))
        let get = await program.run("get", "card", turns: [("Password: ", "right horse\r")])
        #expect(get.text == "sésame")
        let kept = await program.run("remove", "card", input: nil, turns: [("[y/N] ", "n\r")])
        #expect(kept.status == 77)
        #expect(await program.run("remove", "card", input: nil, turns: [("[y/N] ", "y\r")]).status == 0)
        #expect(await program.run("list").text.isEmpty)
    }

    @Test("Incorrect use prints one line, exits with 64 or 65, and stores nothing") func wrongUse() async throws {
        let cases: [([String], [UInt8], Int32)] = [
            ([], [], 64), (["give", "card"], [], 64), (["get"], [], 64), (["set", "a\nb"], [1], 64),
            (["set", String(repeating: "a", count: 65)], [1], 64), (["set", "card", "secret"], [1], 64),
            (["set", "card"], [], 65), (["set", "card"], [UInt8](repeating: 1, count: (64 << 10) + 1), 65),
        ]
        for (arguments, input, status) in cases {
            let result = await program.run(list: arguments, input: input)
            #expect(result.status == status, "\(arguments)")
            #expect(
                result.errors.hasPrefix("inklock: ") && result.errors.split(separator: "\n").count == 1, "\(arguments)")
        }
        #expect(await program.run("list").text.isEmpty)
        #expect(await program.run("--help").text.contains("inklock secret"))
    }

    @Test("Arguments that are not UTF-8 are refused") func otherEncodings() async throws {
        let names: [[UInt8]] = [Array("k".utf8) + [0xFF], [0xC3], [0xED, 0xA0, 0x80]]
        for name in names {
            for command in [["set"], ["set", "--replace"], ["get"], ["remove", "--force"]] {
                let result = await program.run(bytes: command.map { Array($0.utf8) } + [name], input: [1])
                #expect(result.status == 64, "\(command) \(name)")
                #expect(result.errors == "inklock: argument \(command.count + 1) is not UTF-8\n")
            }
        }
        let path = Array("\(folder.path)/x".utf8) + [0xFF]
        let result = await program.run(bytes: ["set", "card", "--folder"].map { Array($0.utf8) } + [path], input: [1])
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("x") })
        #expect(await program.run("list").text.isEmpty)
    }

    @Test("Two spellings of a name are two secrets") func spellings() async throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        _ = await program.run("set", decomposed, input: [1])
        let absent = await program.run("remove", composed)
        #expect(absent.status == 66 && !absent.errors.isEmpty)
        #expect(await program.run("list").text.utf8.elementsEqual((decomposed + "\n").utf8))
        #expect(await program.run("remove", decomposed).status == 0)
        #expect(await program.run("list").text.isEmpty)
    }

    @Test("An error of a PAM service is reported as such, not as a disk error") func brokenService() async throws {
        _ = await program.run("set", "card", input: Array("4711".utf8))
        _ = folder.service("auth required /nonexistent/pam_none.so", name: "inklock")
        let get = await program.run("get", "card")
        #expect(get.status == 69 && get.output.isEmpty)
        #expect(get.errors.hasPrefix("inklock: PAM cannot ask the owner (Module is unknown): "), "\(get.errors)")
        #expect(!get.errors.contains("space") && get.errors.split(separator: "\n").count == 1)
    }

    @Test("A damaged key and other users' access to the folder are reported") func damagedKey() async throws {
        admitEverybody()
        _ = await program.run("set", "card", "--file", input: Array("4711".utf8))
        let secrets = folder.path + "/data/inklock/secrets"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: secrets)
        for command in [["get", "card"], ["list"]] {
            let open = await program.run(list: command)
            #expect(open.status == 73 && open.errors.contains("chmod 700"), "\(open.errors)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: secrets)
        let key = secrets + "/device-key"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let reachable = await program.run("get", "card")
        #expect(reachable.status == 65 && reachable.errors.contains("chmod 600"), "\(reachable.errors)")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        #expect(await program.run("get", "card").text == "4711")
        truncate(key, 7)
        for command in [["get", "card"], ["set", "other", "--file"], ["set", "card", "--file", "--replace"]] {
            let damaged = await program.run(list: command, input: [1])
            #expect(damaged.status == 65 && damaged.output.isEmpty, "\(command)")
            #expect(damaged.errors.contains("the key of this device cannot be used"), "\(damaged.errors)")
        }
    }

    @Test("A machine without a PAM service keeps nothing") func noService() async throws {
        try FileManager.default.removeItem(atPath: folder.path + "/inklock")
        let set = await program.run("set", "card", "--file", input: [1])
        #expect(set.status == 69)
        #expect(set.errors.split(separator: "\n").count == 1)
        #expect(await program.run("list").text.isEmpty)
    }
}
