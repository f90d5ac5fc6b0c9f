// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Simultaneous clients with different addresses and without cookies.
final class Client: Sendable {
    static let passcode = "407152"

    private let address: String
    private let session: URLSession
    private let count = Mutex<UInt32>(0)

    init(address: String) {
        self.address = address
        let settings = URLSessionConfiguration.ephemeral
        settings.httpMaximumConnectionsPerHost = 512
        settings.httpCookieStorage = nil
        settings.timeoutIntervalForRequest = 120
        session = URLSession(configuration: settings)
    }

    /// - Returns: The status, and whether the response has a Retry-After header.
    func create(_ name: String) async throws -> Int {
        try await post("accounts", #"{"name":"\#(name)","passcode":{"kind":"sixDigits","text":"\#(Self.passcode)"}}"#)
            .0
    }

    func signIn(_ name: String, passcode: String = passcode) async throws -> (status: Int, saysWhen: Bool) {
        try await post("sign-in", #"{"name":"\#(name)","proof":{"passcode":"\#(passcode)"}}"#)
    }

    private func post(_ path: String, _ body: String) async throws -> (Int, Bool) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var request = URLRequest(url: URL(string: "\(address)/api/\(path)")!)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(address, forHTTPHeaderField: "Origin")
        request.setValue(
            "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)", forHTTPHeaderField: "X-Forwarded-For")
        let (_, response) = try await session.data(for: request)
        let answer = response as! HTTPURLResponse
        return (answer.statusCode, answer.value(forHTTPHeaderField: "Retry-After") != nil)
    }
}
