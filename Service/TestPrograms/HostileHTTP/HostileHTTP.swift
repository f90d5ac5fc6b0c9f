// SPDX-License-Identifier: MIT
import Foundation
import InkLockService
import LockVault
import Synchronization

/// Requests of unknown origin, sent over a socket to the whole service in this process: what runs a handler has to have
/// passed the guard, nothing ends in an error of the service's own, and no request takes more processor time than its
/// length allows.
///
/// An input is a request as text: method and path, fields, an empty line, the body. `{origin}`, `{host}`, `{cookie}`
/// and `{account}` stand for those of the service and of a visitor who is signed in. Length and `Connection: close` are
/// added where they are missing.
public final class HostileHTTP: Sendable {
    private let port: UInt16
    private let posts: Set<String>
    private let visitor = Mutex<Visitor>(Visitor())
    private let count = Mutex<Int>(0)
    /// The requests whose handlers have run, as the service has read them.
    private let handled: Handled

    /// The account that is signed in.
    private struct Visitor {
        var cookie = ""
        var account = ""
    }

    /// Microseconds of processor time that any request may take, and more for each byte of its body, in an optimised
    /// build.
    private static let (base, perByte) = (50_000.0, 5.0)
    /// Answers that come before a handler: to what is no request, for another host or method, from another site, too
    /// long or too often.
    private static let beforeHandlers: Set<Int> = [
        400, 403, 404, 405, 408, 411, 413, 414, 415, 417, 421, 429, 431, 501, 505,
    ]
    /// Codes of errors that only a handler gives with such a status.
    private static let codesOfHandlers: Set<String> = ["known-devices-only"]

    /// Starts the service with an empty data folder in `folder`, and makes an account.
    public init(folder: String) throws {
        let site = folder + "/site"
        try FileManager.default.createDirectory(atPath: site + "/pictures", withIntermediateDirectories: true)
        try Data("<!doctype html><title>InkLock</title>".utf8).write(to: URL(fileURLWithPath: site + "/index.html"))
        guard let files = Site(folder: site) else { throw BrokenPromiseError("the site cannot be read") }
        var parameters = Accounts.Parameters()
        parameters.vault.cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1) ?? .standard
        // A client that is gone must not end the process.
        signal(SIGPIPE, SIG_IGN)
        let start = Start()
        let handled = Handled()
        self.handled = handled
        let chosen = parameters
        Task.detached {
            do {
                let accounts = try await AccountService(
                    folder: folder + "/data", pictures: PictureCatalogue(site: files), parameters: chosen,
                    settings: AccountAPI.Settings(trustsProxy: true))
                var server = SiteServer(site: files, host: "127.0.0.1", port: 0, accounts: accounts)
                server.onHandling = { handled.add($0) }
                try await server.run { start.finish($0) }
            } catch {
                start.finish("")
            }
        }
        guard let port = start.wait().dropLast().split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw BrokenPromiseError("the service does not start")
        }
        self.port = port
        let text = try RawHTTP.exchange(
            Array("GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8),
            port: port)
        let json = try JSONSerialization.jsonObject(with: Data(RawHTTP.Answer(text)?.body ?? [])) as? [String: Any]
        let paths = json?["paths"] as? [String: [String: Any]] ?? [:]
        posts = Set(paths.filter { $0.value["post"] != nil }.keys)
        guard posts.count > 10 else { throw BrokenPromiseError("the description names too few paths") }
        try signIn()
    }

    /// Makes an account, with the session that requests act for.
    private func signIn() throws {
        let number = next()
        let body =
            #"{"name":"visitor \#(number)","passcode":{"kind":"alphanumeric","text":"ninety teal anchors 4071"}}"#
        let text = """
            POST /api/accounts
            Host: {host}
            Origin: {origin}
            Content-Type: application/json

            \(body)
            """
        let request = HostileRequest(filled(Array(text.utf8)), from: Self.address(number))
        guard let made = RawHTTP.Answer(try RawHTTP.exchange(request.bytes, port: port)), made.status == 201 else {
            throw BrokenPromiseError("no account can be made")
        }
        guard handled.take().contains(where: { $0.target == "/api/accounts" }) else {
            throw BrokenPromiseError("the service does not tell whose handlers run")
        }
        let cookies = made.fields.filter { $0.name == "set-cookie" }.map { String($0.value.prefix { $0 != ";" }) }
        let session = try? JSONSerialization.jsonObject(with: Data(made.body)) as? [String: Any]
        visitor.withLock {
            $0 = Visitor(cookie: cookies.joined(separator: "; "), account: session?["account"] as? String ?? "")
        }
    }

    private func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    /// Each request comes from an address of its own, so that no rate limit hides what is behind it.
    private static func address(_ number: Int) -> String {
        "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }

    /// Sends one request.
    /// - Parameter slowness: The factor by which this build may take longer than an optimised one.
    /// - Throws: ``BrokenPromiseError``.
    public func feed(_ bytes: [UInt8], slowness: Double = 1) throws {
        let request = HostileRequest(filled(bytes), from: Self.address(next()))
        let start = Self.processorMicroseconds()
        let answer = RawHTTP.Answer(try RawHTTP.exchange(request.bytes, port: port, thenCloses: !request.isComplete))
        let spent = Self.processorMicroseconds() - start
        try checkHandled(by: request)
        let limit = (Self.base + Self.perByte * Double(request.bodyCount)) * slowness
        guard spent <= limit else {
            throw BrokenPromiseError("\(request.bytes.count) bytes took \(Int(spent)) µs; \(Int(limit)) are allowed")
        }
        // The server may close without a response to an invalid request.
        guard let answer else { return }
        guard answer.status < 500 || [501, 503, 505, 507].contains(answer.status) else {
            throw BrokenPromiseError("the service answers \(answer.status)")
        }
        let setsCookie = answer.fields.contains { $0.name == "set-cookie" }
        // The visitor's session may have ended.
        defer { if setsCookie { try? signIn() } }
        guard !request.isReading, !mayPass(request) else { return }
        let code = answer.errorCode.map { Self.codesOfHandlers.contains($0) } ?? false
        guard Self.beforeHandlers.contains(answer.status), !setsCookie, !code else {
            throw BrokenPromiseError(
                "a handler answers \(answer.status) to what the guard has to refuse: \(request.method) \(request.path)")
        }
    }

    /// A handler runs only for what the guard has let through, as the service has read it and as it was sent.
    private func checkHandled(by request: HostileRequest) throws {
        for handled in handled.take() where handled.method != "GET" && handled.method != "HEAD" {
            let isOwn =
                posts.contains(handled.target) && handled.method == "POST"
                && handled.origins == ["http://127.0.0.1:\(port)"] && handled.contentTypes.count == 1
                && handled.contentTypes[0].lowercased().hasPrefix("application/json")
            // Bytes after a body of another length are a request of their own.
            guard isOwn, !request.isComplete || !request.values("connection").isEmpty || mayPass(request) else {
                throw BrokenPromiseError(
                    "the handler of \(handled.target) runs for \(request.method) \(request.path) from \(handled.origins)"
                )
            }
        }
    }

    /// Returns a Boolean value that indicates whether the guard has to let a request through: a path that is registered
    /// byte for byte, from one own page, in JSON.
    private func mayPass(_ request: HostileRequest) -> Bool {
        request.method == "POST" && posts.contains(String(request.path.prefix { $0 != "?" }))
            && request.values("host") == ["127.0.0.1:\(port)"]
            && request.values("origin") == ["http://127.0.0.1:\(port)"]
            && request.values("content-type").contains { $0.lowercased().hasPrefix("application/json") }
    }

    private func filled(_ bytes: [UInt8]) -> [UInt8] {
        let visitor = visitor.withLock { $0 }
        let values = [
            "{origin}": "http://127.0.0.1:\(port)", "{host}": "127.0.0.1:\(port)", "{cookie}": visitor.cookie,
            "{account}": visitor.account,
        ]
        var (result, index) = ([UInt8](), 0)
        outer: while index < bytes.count {
            if bytes[index] == UInt8(ascii: "{") {
                for (name, value) in values where bytes[index...].starts(with: name.utf8) {
                    result += value.utf8
                    index += name.utf8.count
                    continue outer
                }
            }
            result.append(bytes[index])
            index += 1
        }
        return result
    }

    /// Returns the processor time of the whole process, because the service works on threads of its own.
    private static func processorMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
    }
}

/// The requests that the service's hook has reported.
private final class Handled: Sendable {
    private let requests = Mutex<[HandledRequest]>([])

    func add(_ request: HandledRequest) { requests.withLock { $0.append(request) } }

    func take() -> [HandledRequest] {
        requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
    }
}

/// The address of the service, once it listens.
private final class Start: Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private let address = Mutex<String>("")

    func finish(_ found: String) {
        address.withLock { $0 = found }
        isDone.signal()
    }

    func wait() -> String {
        isDone.wait()
        return address.withLock { $0 }
    }
}

/// An action of the service that it promises not to take.
public struct BrokenPromiseError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
