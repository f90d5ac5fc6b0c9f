// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The real command over a real socket.
@Suite(.blocking) struct ServeAccountsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", "<p>front".utf8)
        try folder.write("site/pictures/\(DrawnPassword.picture)", DrawnPassword.picture.utf8)
    }

    /// Starts a program that was built with the tests. Returns it and its address.
    private func start(_ program: String, _ arguments: [String]) throws -> (Process, URL) {
        let process = Process()
        process.executableURL = InkLockProcess.executable.deletingLastPathComponent().appendingPathComponent(program)
        process.arguments = arguments
        let (output, input) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardInput = input
        process.standardError = FileHandle(forWritingAtPath: try folder.write("errors", []))
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let match = try #require(line.wholeMatch(of: #/InkLock is at (http://127\.0\.0\.1:[0-9]+)/\n/#), "\(line)")
        return (process, try #require(URL(string: String(match.1))))
    }

    /// - Parameter cookies: The cookies that the browser sends, and then those that the answer sets.
    private func post(
        _ url: URL, _ path: String, _ message: [String: Any], _ cookies: inout [String: String]
    ) async throws -> (Int, [String: Any]) {
        var request = URLRequest(url: url.appendingPathComponent(path))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(url.absoluteString, forHTTPHeaderField: "Origin")
        request.httpBody = try JSONSerialization.data(withJSONObject: message)
        request.httpShouldHandleCookies = false
        request.setValue(cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "), forHTTPHeaderField: "Cookie")
        let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let fields = (response as? HTTPURLResponse)?.allHeaderFields as? [String: String] ?? [:]
        for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: url) {
            cookies[cookie.name] = cookie.value
        }
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, json ?? [:])
    }

    @Test("An account persists after a server restart") func accountOutlivesTheProcess() async throws {
        let arguments = [
            "serve", "--port", "0", "--site", folder.path("site"), "--data", folder.path("data"), "--no-new-accounts",
        ]
        var cookies: [String: String] = [:]
        for isFirst in [true, false] {
            let (process, url) = try start("inklock", isFirst ? arguments.dropLast() : arguments)
            let (made, _) = try await post(
                url, "/api/accounts", ["name": "ada", "picture": DrawnPassword.enrolment], &cookies)
            #expect(made == (isFirst ? 201 : 403))
            // A drawing takes no derivation, which is slow where nothing is optimised.
            let drawing = DrawnPassword.drawing(shift: isFirst ? 3 : 4)
            let (status, session) = try await post(
                url, "/api/sign-in", ["name": "ada", "proof": ["drawing": drawing]], &cookies)
            #expect(status == 200 && session["name"] as? String == "ada")
            kill(process.processIdentifier, SIGTERM)
            process.waitForExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
            #expect(errors.contains("sign-in") && errors.contains("done"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("data")).contains("device.key"))
    }

    @Test("The test server's clock can be advanced") func clockedServerMovesItsClock() async throws {
        let (process, url) = try start("clocked-server", [folder.path("site"), folder.path("data")])
        let passcode = ["kind": "six-digits", "text": Browser.passcode]
        var cookies: [String: String] = [:]
        _ = try await post(url, "/api/accounts", ["name": "ada", "passcode": passcode], &cookies)
        for number in 0..<4 {
            _ = try await post(
                url, "/api/sign-in", ["name": "ada", "proof": ["passcode": "90417\(number)"]], &cookies)
        }
        let (_, before) = try await post(url, "/api/sign-in/options", ["name": "ada"], &cookies)
        let input = try #require(process.standardInput as? Pipe)
        let output = try #require(process.standardOutput as? Pipe)
        input.fileHandleForWriting.write(Data("advance 120\n".utf8))
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "advanced\n")
        let (_, after) = try await post(url, "/api/sign-in/options", ["name": "ada"], &cookies)
        #expect((before["standing"] as? String, after["standing"] as? String) == ("locked-out", "attempts-allowed"))
        try input.fileHandleForWriting.close()
        process.waitForExit()
    }

    /// A passkey belongs to the host name `localhost` and the server's port.
    @Test("Without an origin, passkeys work only for localhost at the port")
    func passkeysWithoutAnOriginAreForLocalhostAtItsPort() async throws {
        let arguments = ["serve", "--port", "0", "--site", folder.path("site"), "--data", folder.path("data")]
        let (process, url) = try start("inklock", arguments)
        let port = try #require(url.port)
        for (host, name) in [
            ("localhost:\(port)", "localhost"), ("localhost:\(port + 1)", nil), ("localhost", nil),
            ("127.0.0.1:\(port)", nil),
        ]
            as [(String, String?)]
        {
            var request = URLRequest(url: url.appendingPathComponent("/api/passkeys/options"))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue("http://\(host)", forHTTPHeaderField: "Origin")
            request.setValue(host, forHTTPHeaderField: "Host")
            request.httpBody = Data("{}".utf8)
            let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
            let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            #expect(json?["rpId"] as? String == name, "\(host)")
            let status = host.hasSuffix(":\(port)") ? (name == nil ? 409 : 200) : 421
            #expect((response as? HTTPURLResponse)?.statusCode == status, "\(host)")
        }
        kill(process.processIdentifier, SIGTERM)
        process.waitForExit()
    }

    @Test(
        "A malformed origin is refused",
        arguments: [
            "ink.example", "https://ink.example/", "https://Ink.example", "ftp://ink.example", "https://a:443",
        ])
    func originIsOne(origin: String) throws {
        let outcome = try InkLockProcess(["serve", "--origin", origin], in: folder)
        #expect(outcome.status == 64)
        #expect(
            outcome.errors
                == "inklock: --origin must be https:// or http:// and a host in lower case, without a path\n")
    }

    @Test("An unusable data folder gives a one-line error") func unusableFoldersAreOneLine() throws {
        let arguments = ["serve", "--port", "0", "--site", folder.path("site"), "--data"]
        try folder.write("file", "x".utf8)
        try FileManager.default.createDirectory(
            atPath: folder.path("open"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        for (name, status) in [("file", 69), ("open", 78)] as [(String, Int32)] {
            let outcome = try InkLockProcess(arguments + [folder.path(name)], in: folder)
            #expect(outcome.status == status)
            #expect(outcome.errors.hasPrefix("inklock: \(folder.path(name))"))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }
}
