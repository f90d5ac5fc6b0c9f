// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird

/// Decides whether the handler of a route sees a request. ``APIRoutes`` asks it for every request, after the path has been found.
struct APIGuard: Sendable {
    /// Whether a request says which account it acts for.
    enum AccountRule: Sendable {
        /// The field is not read.
        case unused
        /// The field may be left out, but must fit the session if it is there.
        case optional
        /// The field must be there and fit the session. Without a session's cookie there is nothing to act for, and the handler says
        /// so.
        case required
    }

    /// What a route asks of its requests.
    struct Demands: Sendable {
        var account: AccountRule
        /// The most bytes of a body.
        var byteLimit: Int
    }

    /// Proof that a request may be handled: nothing outside this file can make one.
    struct Admission: Sendable {
        let client: Client
        let address: String
        let localPort: Int?
        let account: AccountID?
        let byteLimit: Int

        fileprivate init(
            client: Client, address: String, localPort: Int?, account: AccountID?, byteLimit: Int
        ) {
            self.client = client
            self.address = address
            self.localPort = localPort
            self.account = account
            self.byteLimit = byteLimit
        }
    }

    /// Which addresses the service has.
    let hosts: HostRule
    /// Which peers may say for whom they speak.
    let proxies: TrustedProxies
    /// `nil` where there are no accounts.
    let cookies: APICookies?
    /// Tells the operator of a proxy that is not believed.
    let proxyNotice: ProxyNotice

    static let accountField = HTTPField.Name("InkLock-Account")!
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!

    /// - Parameter authority: where the request was sent to, as ``HostRule`` has accepted it.
    /// - Throws: ``APIError``.
    func admit(
        _ request: Request, _ context: ServiceContext, authority: String, _ demands: Demands
    ) throws(APIError) -> Admission {
        if request.method == .post { try check(request, authority, demands) }
        let client = cookies?.client(request) ?? Client()
        if proxies.ignoresForwarding(request.headers, from: context.remoteAddress) { proxyNotice.give() }
        return Admission(
            client: client,
            address: proxies.client(request.headers, from: context.remoteAddress).network,
            localPort: context.localPort, account: try account(request, demands.account, client),
            byteLimit: demands.byteLimit)
    }

    /// A page of another site can make a browser send a request with its cookies, in spite of SameSite where sites share a
    /// domain; but not with our Origin, nor JSON without asking first.
    private func check(_ request: Request, _ authority: String, _ demands: Demands) throws(APIError) {
        let origins = request.headers[values: .origin]
        guard origins.count == 1, origins[0].utf8.elementsEqual(hosts.origin(for: authority).utf8) else {
            throw .foreignOrigin
        }
        guard Self.isJSON(request.headers[values: .contentType]) else {
            throw APIError(.unsupportedMediaType, "unsupported-media-type", "Send application/json.")
        }
        let lengths = request.headers[values: .contentLength]
        guard lengths.allSatisfy({ $0.utf8.count <= 19 && Int($0) ?? .max <= demands.byteLimit }) else {
            throw .tooLarge
        }
    }

    /// Checks where a browser says that a request comes from (Fetch Metadata). Pages of the same site, such as those on another
    /// port of the host, send the session's cookie with what they look at, although they cannot read the answer.
    /// - Throws: ``APIError/foreignOrigin``. A client that says nothing is no page.
    static func checkSource(of request: Request) throws(APIError) {
        guard request.headers[values: fetchSite].allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
            throw .foreignOrigin
        }
    }

    /// `application/json`, with any parameters behind it; compared as bytes.
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
            .badRequest, "account-missing", "Say for which account with InkLock-Account. Reload this page.")
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
