// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import InkLockService

/// A test client that behaves like a browser: it stores cookies, sends its origin and uses JSON.
final class Browser: @unchecked Sendable {
    private let client: any TestClientProtocol
    private let origin: String
    /// The values of the cookies by name.
    var cookies: [String: String] = [:]
    /// The `Set-Cookie` fields of the last response.
    private(set) var lastCookies: [String] = []
    /// Additional fields for every request.
    var headers: HTTPFields = [:]
    /// The account that the page shows. It is sent with every message.
    var account: String?
    /// The last recovery code that a response contained.
    private(set) var recoveryCode: String?
    /// A Boolean value that indicates whether to request the account's ID when it is unknown.
    var learnsAccount = true

    init(client: any TestClientProtocol, origin: String? = nil) {
        self.client = client
        self.origin = origin ?? "http://localhost"
    }

    struct Answer {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]) ?? [:]
        }
        /// The code of an error response.
        var code: String? { (json["error"] as? [String: Any])?["code"] as? String }
        /// The reason of an error response for which only some methods are allowed.
        var reason: String? { (json["error"] as? [String: Any])?["reason"] as? String }
        var retryAfter: Int? { (json["error"] as? [String: Any])?["retryAfterSeconds"] as? Int }
        subscript(key: String) -> String? { json[key] as? String }
    }

    func get(_ path: String) async throws -> Answer { try await send(.get, path, body: nil, HTTPFields()) }

    func post(_ path: String, _ message: [String: Any]) async throws -> Answer {
        try await post(path, bytes: try JSONSerialization.data(withJSONObject: message))
    }

    func post(_ path: String, bytes: Data, _ fields: HTTPFields? = nil) async throws -> Answer {
        try await send(
            .post, path, body: bytes, fields ?? [.origin: origin, .contentType: "application/json"])
    }

    func send(_ method: HTTPRequest.Method, _ path: String, body: Data?, _ fields: HTTPFields) async throws -> Answer {
        var fields = fields
        for field in headers { fields.append(field) }
        if method == .post, fields[APIGuard.accountField] == nil {
            // The cookies were copied from another browser.
            if account == nil, cookies.keys.contains(where: { $0.hasSuffix("inklock-session") }), learnsAccount {
                _ = try await get("/api/session")
            }
            if let account { fields[APIGuard.accountField] = account }
        }
        if !cookies.isEmpty {
            fields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let response = try await client.execute(
            uri: path, method: method, headers: fields, body: body.map { ByteBuffer(bytes: $0) })
        lastCookies = response.headers[values: .setCookie]
        for cookie in lastCookies {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let value = String(pair[1])
            cookies[String(pair[0])] = value.isEmpty ? nil : value
        }
        let answer = Answer(
            status: response.status.code, headers: response.headers.filter { $0.name != RequestID.field },
            bytes: Array(response.body.readableBytesView))
        // Random, and so no field that tests compare.
        #expect(response.headers[RequestID.field]?.utf8.count == 32)
        account = answer["account"] ?? account
        recoveryCode = answer["recoveryCode"] ?? recoveryCode
        return answer
    }

    /// Copies the cookies, account and recovery code of another browser.
    func copy(_ other: Browser) {
        (cookies, account, recoveryCode) = (other.cookies, other.account, other.recoveryCode)
    }
}

extension Browser {
    static let passcode = "407152"
    static let passphrase = "salzige wolken 7 treppen"

    @discardableResult
    func create(_ name: String, passcode: String = Browser.passcode) async throws -> Answer {
        try await post(
            "/api/accounts", ["name": name, "passcode": ["kind": "six-digits", "text": passcode]])
    }

    @discardableResult
    func create(_ name: String, passphrase: String) async throws -> Answer {
        try await post("/api/accounts", ["name": name, "passcode": ["kind": "alphanumeric", "text": passphrase]])
    }

    func signIn(_ name: String, passcode: String = Browser.passcode) async throws -> Answer {
        try await post("/api/sign-in", ["name": name, "proof": ["passcode": passcode]])
    }

    /// Signs in on a new device.
    func signIn(_ name: String, recoveryCode: String?) async throws -> Answer {
        try await post("/api/sign-in", ["name": name, "proof": ["recoveryCode": recoveryCode ?? ""]])
    }

    func options(_ name: String) async throws -> Answer {
        try await post("/api/sign-in/options", ["name": name])
    }

    func signIn(_ name: String, _ drawing: [String: Any]) async throws -> Answer {
        try await post("/api/sign-in", ["name": name, "proof": ["drawing": drawing]])
    }

    var isSignedIn: Bool {
        get async throws { try await get("/api/session").status == 200 }
    }
}
