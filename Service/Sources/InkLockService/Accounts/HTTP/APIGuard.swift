// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird

/// Decides whether a request reaches the handler of its route. ``APIRoutes`` calls it for every request after it has
/// found the path.
struct APIGuard: Sendable {
    /// A rule for the field that names the account a request acts for.
    enum AccountRule: Sendable {
        /// The field is ignored.
        case unused
        /// The field may be missing. If present, it must match the session.
        case optional
        /// The field must be present and match the session. Without a session cookie, the request passes and the
        /// handler rejects it.
        case required
    }

    /// The requirements of a route on its requests.
    struct Requirements: Sendable {
        var account: AccountRule
        /// The maximum length of a body in bytes.
        var byteLimit: Int
    }

    /// Proof that a request may be handled. Only this file can create one.
    struct Admission: Sendable {
        let client: Client
        let address: String
        let localPort: Int?
        let account: AccountID?
        let byteLimit: Int

        fileprivate init(client: Client, address: String, localPort: Int?, account: AccountID?, byteLimit: Int) {
            self.client = client
            self.address = address
            self.localPort = localPort
            self.account = account
            self.byteLimit = byteLimit
        }
    }

    /// The hosts that the service accepts.
    let hosts: HostRule
    /// The settings, with the peers that are trusted to report the address of their client.
    let settings: LiveSettings
    /// The cookies, or `nil` without accounts.
    let cookies: APICookies?
    /// Warns the operator when the clients of a proxy cannot be distinguished.
    let proxyWarnings: ProxyWarnings

    static let accountField = HTTPField.Name("InkLock-Account")!
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!

    /// Checks a request against the requirements of its route.
    /// - Parameter authority: The authority of the request, accepted by ``HostRule``.
    /// - Throws: ``APIError``.
    func admit(
        _ request: Request, _ context: ServiceContext, authority: String, _ requirements: Requirements
    ) throws(APIError) -> Admission {
        if request.method == .post { try check(request, authority, requirements) }
        let client = cookies?.client(request) ?? Client()
        let proxies = settings.current.proxies
        if proxies.ignoresForwarding(request.headers, from: context.remoteAddress) { proxyWarnings.logOnce() }
        // Monitors on the same machine only read.
        if request.method == .post, proxies.lacksForwarding(request.headers, from: context.remoteAddress) {
            proxyWarnings.logSilenceOnce()
        }
        return Admission(
            client: client,
            address: proxies.client(request.headers, from: context.remoteAddress).network,
            localPort: context.localPort, account: try account(request, requirements.account, client),
            byteLimit: requirements.byteLimit)
    }

    /// Checks the origin, content type and length of a POST request. SameSite does not stop pages of other hosts under
    /// the same registrable domain, whose requests carry the cookies. Such a page cannot send this service's Origin,
    /// nor JSON without a preflight request.
    private func check(_ request: Request, _ authority: String, _ requirements: Requirements) throws(APIError) {
        let origins = request.headers[values: .origin]
        guard origins.count == 1, origins[0].utf8.elementsEqual(hosts.origin(for: authority).utf8) else {
            throw .foreignOrigin
        }
        guard Self.isJSON(request.headers[values: .contentType]) else {
            throw APIError(.unsupportedMediaType, .unsupportedMediaType, "Send application/json.")
        }
        let lengths = request.headers[values: .contentLength]
        guard lengths.allSatisfy({ $0.utf8.count <= 19 && Int($0) ?? .max <= requirements.byteLimit }) else {
            throw .tooLarge
        }
    }

    /// Checks which site a browser says that a request comes from (Fetch Metadata). Pages of the same site, such as
    /// those on another port of the host, can send the session's cookie, although they cannot read the response.
    /// - Throws: ``APIError/foreignOrigin``. A client that does not send the field is not a browser.
    static func checkSource(of request: Request) throws(APIError) {
        let own = ["same-origin", "none"]
        // Compared as text, a long value takes quadratic time.
        let isOwn = request.headers[values: fetchSite].allSatisfy { value in
            own.contains { $0.utf8.elementsEqual(value.utf8) }
        }
        guard isOwn else { throw .foreignOrigin }
    }

    /// Returns whether the content type is `application/json`, with or without parameters. Compares bytes.
    private static func isJSON(_ fields: [String]) -> Bool {
        guard fields.count == 1 else { return false }
        let type = fields[0].utf8.prefix { $0 != UInt8(ascii: ";") }
        guard let end = type.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
        return type[...end].elementsEqual("application/json".utf8) { a, b in
            a == b || ((0x41...0x5A).contains(a) && a | 0x20 == b)
        }
    }

    private func account(_ request: Request, _ rule: AccountRule, _ client: Client) throws(APIError) -> AccountID? {
        let fields = request.headers[values: Self.accountField]
        let missing = APIError(
            .badRequest, .accountMissing, "Say for which account with InkLock-Account. Reload this page.")
        switch (rule, fields.count) {
        case (.unused, _), (.optional, 0): return nil
        case (.required, 0) where client.session == nil: return nil
        case (_, 1):
            guard fields[0].utf8.count == AccountID.byteCount * 2, let bytes = Hexadecimal.bytes(fields[0]) else {
                throw missing
            }
            return AccountID(bytes)
        default: throw missing
        }
    }
}
