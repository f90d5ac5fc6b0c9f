// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import LockVault
import Logging

/// The HTTP interface of the accounts, as described by `/api/openapi.json`.
package struct AccountAPI: Sendable {
    package struct Settings: Sendable {
        /// The public origin, such as `https://ink.example`, or `nil` if browsers use plain HTTP.
        var publicOrigin: String?
        /// A Boolean value that indicates whether a proxy adds the client's address to `X-Forwarded-For` or
        /// `Forwarded`.
        var trustsProxy = false
        /// The addresses of trusted proxies.
        var proxies = IPAddressRange.loopback
        var attempts = ClientThrottle.Parameters.attempts
        /// The rate limit of attempts with credentials that cannot be guessed, for each network.
        var networkAttempts = ClientThrottle.Parameters(burst: 300, intervalMilliseconds: 100)
        package var creations = ClientThrottle.Parameters.creations
        /// The rate limit of requests for the availability of a name, for each address.
        var names = ClientThrottle.Parameters(burst: 20, intervalMilliseconds: 30_000)
        /// The rate limit of these requests for each network.
        var networkNames = ClientThrottle.Parameters(burst: 60, intervalMilliseconds: 10_000)
        /// The rate limit of these requests in total, for attackers with many networks.
        var allNames = ClientThrottle.Parameters(burst: 600, intervalMilliseconds: 200)
        /// The rate limit of new accounts for each network.
        package var networkCreations = ClientThrottle.Parameters(burst: 20, intervalMilliseconds: 30_000)
        /// The rate limit of new accounts in total.
        package var allCreations = ClientThrottle.Parameters(burst: 60, intervalMilliseconds: 5000)
        var strangers = StrangerLimits.Parameters()
        /// The rate limit of attempts and changes on known devices for each client: an IPv4 address, or 48 bits of
        /// IPv6.
        package var members = ClientThrottle.Parameters(burst: 120, intervalMilliseconds: 500)
        /// The rate limit of attempts and changes for each known device and client.
        package var devices = ClientThrottle.Parameters(burst: 60, intervalMilliseconds: 1000)
        /// The rate limit of reading the session, methods and devices, for each known device.
        package var reads = ClientThrottle.Parameters(burst: 120, intervalMilliseconds: 250)
        /// The rate limit of listing all notes, for each known device.
        package var noteReads = ClientThrottle.Parameters(burst: 20, intervalMilliseconds: 3000)
        /// The rate limit of note changes for each account.
        package var notes = ClientThrottle.Parameters(burst: 300, intervalMilliseconds: 250)
        /// The rate limit of note changes for each client, in all accounts.
        package var noteClients = ClientThrottle.Parameters(burst: 600, intervalMilliseconds: 125)
        var pace = ResponseTiming()

        package init(publicOrigin: String? = nil, trustsProxy: Bool = false) {
            self.publicOrigin = publicOrigin
            self.trustsProxy = trustsProxy
        }

        var trustedProxies: TrustedProxies { trustsProxy ? TrustedProxies(ranges: proxies) : .none }
    }

    let accounts: Accounts
    let settings: Settings
    let cookies: APICookies
    let log: AccountLog
    let attempts: RateLimit
    let networkAttempts: RateLimit
    private let members: RateLimit
    let strangers: StrangerRate
    let devices: RateLimit
    private let noteWrites: RateLimit
    private let noteClients: RateLimit
    private let reads: RateLimit
    let noteReads: RateLimit
    let requests = RequestsInFlight()
    let names: RateLimit
    let networkNames: RateLimit
    let allNames: RateLimit
    private let creations: RateLimit
    private let networkCreations: RateLimit
    private let allCreations: RateLimit

    init(accounts: Accounts, settings: Settings, logger: Logger, metrics: ServiceMetrics? = nil) {
        self.accounts = accounts
        self.settings = settings
        cookies = APICookies(
            isSecure: settings.publicOrigin?.hasPrefix("https://") ?? false, lifetimes: accounts.parameters.sessions)
        log = AccountLog(
            logger: logger, limit: LogLimit(now: { [clock = accounts.clock] in clock.now().uptimeMilliseconds / 1000 }),
            metrics: metrics)
        attempts = RateLimit("attempts", settings.attempts, accounts)
        networkAttempts = RateLimit("networkAttempts", settings.networkAttempts, accounts)
        names = RateLimit("names", settings.names, accounts)
        networkNames = RateLimit("networkNames", settings.networkNames, accounts)
        allNames = RateLimit("allNames", settings.allNames, accounts)
        creations = RateLimit("creations", settings.creations, accounts)
        networkCreations = RateLimit("networkCreations", settings.networkCreations, accounts)
        allCreations = RateLimit("allCreations", settings.allCreations, accounts)
        members = RateLimit("members", settings.members, accounts)
        strangers = StrangerRate(settings.strangers, accounts)
        devices = RateLimit("devices", settings.devices, accounts)
        noteWrites = RateLimit("notes", settings.notes, accounts)
        noteClients = RateLimit("noteClients", settings.noteClients, accounts)
        reads = RateLimit("reads", settings.reads, accounts)
        noteReads = RateLimit("noteReads", settings.noteReads, accounts)
    }

    /// The rate limit of a route.
    enum Rate {
        /// No limit by address: the request does not try a secret, or its handler applies other limits.
        case free
        case creation
    }

    func add(to router: APIRoutes) {
        route(router, .post, "/api/accounts", "create", .creation, account: .unused, create)
        route(router, .post, "/api/accounts/name", "name", .free, account: .unused, checkName)
        route(router, .post, "/api/sign-in/options", "options", .free, account: .unused, options)
        route(router, .post, "/api/sign-in", "sign-in", .free, account: .unused, signIn)
        route(router, .post, "/api/recover", "recover", .free, account: .unused, recover)
        route(router, .post, "/api/sign-out", "sign-out", .free, account: .optional, signOut)
        look(router, "/api/session", "session", reads, session)
        look(router, "/api/methods", "methods", reads, methods)
        route(router, .post, "/api/passkeys/options", "passkey-options", .free, account: .optional, passkeyOptions)
        look(router, "/api/devices", "devices", reads, devices)
        look(router, "/api/notes", "notes", nil, notes)
        change(router, "/api/proof", "check-proof", checkProof)
        change(router, "/api/methods/passcode", "set-passcode", setPasscode)
        change(router, "/api/methods/passcode/remove", "remove-passcode", removePasscode)
        change(router, "/api/methods/picture", "set-picture", setPicture)
        change(router, "/api/methods/picture/remove", "remove-picture", removePicture)
        change(router, "/api/methods/recovery-code", "renew-recovery-code", renewRecoveryCode)
        change(router, "/api/methods/passkeys", "add-passkey", addPasskey)
        change(router, "/api/methods/passkeys/rename", "rename-passkey", renamePasskey)
        change(router, "/api/methods/passkeys/remove", "remove-passkey", removePasskey)
        change(router, "/api/devices/forget", "forget-device", forgetDevice)
        change(router, "/api/sessions/end", "end-session", endSession)
        change(router, "/api/sessions/end-others", "end-other-sessions", endOtherSessions)
        change(router, "/api/account/name", "rename-account", renameAccount)
        change(router, "/api/account/delete", "delete-account", deleteAccount)
        change(router, "/api/notes", "save-note", rate: .note, byteLimit: Self.noteByteLimit, saveNote)
        change(router, "/api/notes/remove", "remove-note", rate: .note, removeNote)
    }

    /// Adds a GET route for signed-in users, with a rate limit for each device. A request that names an account gets
    /// only what belongs to it.
    /// - Parameter throttle: The limit, or `nil` if the handler counts the request together with its first query.
    private func look(
        _ router: APIRoutes, _ path: String, _ event: String, _ throttle: RateLimit?,
        _ body: @escaping @Sendable (Call, Accounts.Session) async throws -> Response
    ) {
        route(router, .get, path, event, .free, account: .optional) { call in
            try APIGuard.checkSource(of: call.request)
            let session = try await accounts.session(call.client.session, on: call.client.device)
            guard [nil, session.account.id].contains(call.account) else { throw APIError.otherAccount }
            if let throttle { try await throttle.admit(session.device.text) }
            return try await body(call, session)
        }
    }

    /// The rate limit of a change.
    enum ChangeRate {
        /// The limits for each known device and each address.
        case device
        /// The limit for each account's notes.
        case note
    }

    /// Adds a POST route that acts on a session. The request must name the account that its page shows, because another
    /// tab may have signed in to a different one.
    private func change(
        _ router: APIRoutes, _ path: String, _ event: String, rate: ChangeRate = .device,
        byteLimit: Int = APIRequest.byteLimit,
        _ body: @escaping @Sendable (Call, Accounts.Session) async throws -> Response
    ) {
        route(router, .post, path, event, .free, account: .required, byteLimit: byteLimit) { call in
            var session = try await accounts.session(call.client.session, on: call.client.device)
            (session.address, session.client) = (call.address, call.client)
            guard call.account == session.account.id else { throw APIError.otherAccount }
            switch rate {
            case .device: try await admit(session.device, call)
            case .note:
                try await RateLimit.admit([
                    (noteWrites, session.account.id.text), (noteClients, ClientNetwork.client(call.address)),
                ])
            }
            return try await body(call, session)
        }
    }

    /// Counts an attempt on a known device against the rate limits of the device and of its address.
    func admit(_ device: DeviceID, _ call: Call) async throws(AccountError) {
        try await RateLimit.admit(attemptLimits(call)(device))
    }

    /// Returns the browser that a client's token finds, if an account has the name and knows it. Counts an attempt
    /// there like ``admit(_:_:)``.
    func admitBrowser(_ name: AccountName, _ call: Call) async throws(AccountError) -> KnownBrowser? {
        guard let token = call.client.device else { return nil }
        let limits = attemptLimits(call)
        return try await RateLimit.admit(accounts) {
            try DeviceTable(database: $0).find(token, for: name)
        } _: {
            $0.map { limits($0.device.id) } ?? []
        }
    }

    /// Returns the limits of attempts on a known device, each with its client.
    private func attemptLimits(_ call: Call) -> @Sendable (DeviceID) -> [(limit: RateLimit, client: String)] {
        let client = ClientNetwork.client(call.address)
        // The address comes first, so that a client that is refused there uses up no device's attempts.
        return { [members, devices] in [(members, client), (devices, "\($0.text) \(client)")] }
    }

    /// Returns the key of a device's rate limit for one client, so that a thief of its token leaves the owner's
    /// attempts alone.
    static func key(_ device: DeviceID, _ call: Call) -> String {
        "\(device.text) \(ClientNetwork.client(call.address))"
    }

    /// Adds a route that applies the rate limit, converts errors to ``APIError`` and logs them.
    /// - Parameter account: The rule for the field that names the account.
    private func route(
        _ router: APIRoutes, _ method: HTTPRequest.Method, _ path: String, _ event: String, _ rate: Rate,
        account: APIGuard.AccountRule, byteLimit: Int = APIRequest.byteLimit,
        _ body: @escaping @Sendable (Call) async throws -> Response
    ) {
        if method == .post { log.begin(event) }
        router.add(method, path, account: account, byteLimit: byteLimit) { call in
            do {
                return try await requests.run {
                    guard !accounts.database.lacksKey else { throw AccountError.store(.otherKey) }
                    switch rate {
                    case .free: break
                    case .creation:
                        try await RateLimit.admit([
                            (creations, call.address), (networkCreations, ClientNetwork.of(call.address)),
                            (allCreations, "all"),
                        ])
                    }
                    return try await body(call)
                }
            } catch let error as AccountError {
                let worded = APIError(error)
                if error == .store(.otherKey) { log.lacksKey() }
                log.failed(event, worded, cause: cause(error, worded), client: call.address)
                throw worded
            } catch let error as APIError {
                log.failed(event, error, client: call.address)
                throw error
            }
        }
    }

    /// Returns the cause of an internal error for the operator's log, or `nil`. Errors of vaults and of the database
    /// contain no secret.
    func cause(_ error: AccountError, _ worded: APIError) -> String? {
        guard worded.status == .internalServerError else { return nil }
        switch error {
        case .vault(let error): return "\(error)"
        case .store(let error): return "\(error)"
        default: return nil
        }
    }

    /// Runs the maintenance of the accounts. Logs and counts the steps that fail.
    func tidy() async {
        for (step, error) in await accounts.tidy() {
            let worded = APIError(error)
            log.failed(step, worded, cause: cause(error, worded) ?? "\(error)")
        }
    }

    func name(_ text: String) throws(AccountError) -> AccountName {
        guard let name = AccountName(text) else { throw .invalidName }
        return name
    }

    /// Returns a response that sets the cookies of a user who has just signed in.
    func response(
        _ signedIn: SignedIn, _ event: String, _ call: Call, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let answer = AccountAnswer.Session(signedIn)
        var response = try APIAnswer.response(answer, status: status)
        cookies.set(signedIn, on: &response)
        log.done(event, account: signedIn.session.account, client: call.address)
        return response
    }
}
