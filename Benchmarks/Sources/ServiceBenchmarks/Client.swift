// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Many clients at the same time: unknown devices, each in a network of its own and without cookies, and known devices.
final class Client: Sendable {
    static let passcode = "407152"
    static let wrongPassphrase = "graue huegel 3 laternen"

    /// The answer to a request.
    struct Answer: Sendable {
        let status: Int
        /// A Boolean value that indicates whether the answer says when to try again.
        let saysWhen: Bool
        /// The device's cookie, if one was set.
        let device: String?
    }

    /// A browser that signed in.
    final class Device: Sendable {
        let name: String
        private let cookie: Mutex<String>

        init(name: String, cookie: String) {
            self.name = name
            self.cookie = Mutex(cookie)
        }

        var field: String { cookie.withLock { $0 } }

        func keep(_ new: String?) { if let new { cookie.withLock { $0 = new } } }
    }

    private let address: String
    private let session: URLSession
    private let count = Mutex<UInt32>(0)

    init(address: String) {
        self.address = address
        let settings = URLSessionConfiguration.ephemeral
        settings.httpMaximumConnectionsPerHost = 512
        settings.httpShouldSetCookies = false
        settings.httpCookieStorage = nil
        settings.timeoutIntervalForRequest = 120
        session = URLSession(configuration: settings)
    }

    /// Creates an account with six digits.
    func create(_ name: String) async throws -> Device {
        let passcode = #"{"kind":"six-digits","text":"\#(Self.passcode)"}"#
        let answer = try await post("accounts", #"{"name":"\#(name)","passcode":\#(passcode)}"#)
        guard answer.status == 201, let device = answer.device else { throw URLError(.badServerResponse) }
        return Device(name: name, cookie: device)
    }

    /// Signs in on the device that created the account.
    func signIn(_ device: Device, passcode: String) async throws -> Answer {
        let answer = try await post(
            "sign-in", #"{"name":"\#(device.name)","proof":{"passcode":"\#(passcode)"}}"#, cookie: device.field)
        device.keep(answer.device)
        return answer
    }

    /// Makes an attempt on an unknown device.
    func attempt(_ path: String, _ body: String) async throws -> Answer { try await post(path, body) }

    private func post(_ path: String, _ body: String, cookie: String? = nil) async throws -> Answer {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var request = URLRequest(url: URL(string: "\(address)/api/\(path)")!)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(address, forHTTPHeaderField: "Origin")
        if let cookie { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
        request.setValue(
            "\(11 + number >> 16 & 127).\(number >> 8 & 255).\(number & 255).7", forHTTPHeaderField: "X-Forwarded-For")
        let (_, response) = try await session.data(for: request)
        let answer = response as! HTTPURLResponse
        let fields = answer.allHeaderFields as? [String: String] ?? [:]
        let device = HTTPCookie.cookies(withResponseHeaderFields: fields, for: request.url!)
            .first { $0.name.hasSuffix("inklock-device") }
        return Answer(
            status: answer.statusCode, saysWhen: answer.value(forHTTPHeaderField: "Retry-After") != nil,
            device: device.map { "\($0.name)=\($0.value)" })
    }
}
