// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import InkLockService

/// What a browser does: keeps cookies, says where its pages are from, and speaks JSON.
final class Browser: @unchecked Sendable {
    private let client: any TestClientProtocol
    private let origin: String
    /// By name.
    var cookies: [String: String] = [:]
    /// The last `Set-Cookie` fields.
    private(set) var lastCookies: [String] = []
    /// More fields for every request.
    var headers: HTTPFields = [:]
    /// The account that the page believes in; goes with every message.
    var account: String?
    /// The last recovery code that was shown.
    private(set) var recoveryCode: String?
    /// Whether to ask for the account where it is not known.
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
        /// The code of an error.
        var code: String? { (json["error"] as? [String: Any])?["code"] as? String }
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
            // Cookies that were copied from another browser.
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
            status: response.status.code, headers: response.headers, bytes: Array(response.body.readableBytesView))
        account = answer["account"] ?? account
        recoveryCode = answer["recoveryCode"] ?? recoveryCode
        return answer
    }

    /// As if the user had copied all that the browser keeps.
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
            "/api/accounts", ["name": name, "passcode": ["kind": "sixDigits", "text": passcode]])
    }

    @discardableResult
    func create(_ name: String, passphrase: String) async throws -> Answer {
        try await post("/api/accounts", ["name": name, "passcode": ["kind": "alphanumeric", "text": passphrase]])
    }

    func signIn(_ name: String, passcode: String = Browser.passcode) async throws -> Answer {
        try await post("/api/sign-in", ["name": name, "proof": ["passcode": passcode]])
    }

    /// On a new device.
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
