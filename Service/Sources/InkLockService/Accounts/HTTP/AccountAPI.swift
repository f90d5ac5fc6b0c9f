// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Hummingbird
import LockVault
import Logging

/// The accounts over HTTP: what `/api/openapi.json` describes.
package struct AccountAPI: Sendable {
    package struct Settings: Sendable {
        /// Where browsers reach the service, if not at plain HTTP: `https://ink.example`.
        var publicOrigin: String?
        /// Whether a proxy adds the client's address to `X-Forwarded-For` or `Forwarded`.
        var trustsProxy = false
        /// Where such a proxy is.
        var proxies = IPAddressRange.loopback
        var attempts = ClientThrottle.Parameters.attempts
        /// For the attempts of each network with what cannot be guessed.
        var networkAttempts = ClientThrottle.Parameters(burst: 300, intervalMilliseconds: 100)
        var creations = ClientThrottle.Parameters.creations
        /// For new accounts from each network.
        var networkCreations = ClientThrottle.Parameters(burst: 20, intervalMilliseconds: 30_000)
        /// For all new accounts.
        var allCreations = ClientThrottle.Parameters(burst: 60, intervalMilliseconds: 5000)
        var strangers = StrangerLimits.Parameters()
        /// For the attempts on known devices from each client: an IPv4 address, or 48 bits of IPv6.
        var members = ClientThrottle.Parameters(burst: 120, intervalMilliseconds: 500)
        /// For each known device.
        var devices = ClientThrottle.Parameters(burst: 60, intervalMilliseconds: 1000)
        /// For what each known device looks at: session, methods and devices.
        var reads = ClientThrottle.Parameters(burst: 120, intervalMilliseconds: 250)
        /// For lists of all notes on each known device.
        var noteReads = ClientThrottle.Parameters(burst: 20, intervalMilliseconds: 3000)
        /// For each account's notes.
        var notes = ClientThrottle.Parameters(burst: 300, intervalMilliseconds: 250)
        /// For the notes of all accounts that one client writes.
        var noteClients = ClientThrottle.Parameters(burst: 600, intervalMilliseconds: 125)
        var pace = AnswerPace()

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
    let attempts: ClientThrottle
    let networkAttempts: ClientThrottle
    private let members: ClientThrottle
    let strangers: StrangerLimits
    let devices: ClientThrottle
    private let noteWrites: ClientThrottle
    private let noteClients: ClientThrottle
    private let reads: ClientThrottle
    private let noteReads: ClientThrottle
    let requests = RequestsInFlight()
    private let creations: ClientThrottle
    private let networkCreations: ClientThrottle
    private let allCreations: ClientThrottle

    init(accounts: Accounts, settings: Settings, logger: Logger) {
        self.accounts = accounts
        self.settings = settings
        cookies = APICookies(
            isSecure: settings.publicOrigin?.hasPrefix("https://") ?? false, lifetimes: accounts.parameters.sessions)
        log = AccountLog(
            logger: logger, limit: LogLimit(now: { [clock = accounts.clock] in clock.now().uptimeMilliseconds / 1000 }))
        attempts = ClientThrottle(settings.attempts, clock: accounts.clock)
        networkAttempts = ClientThrottle(settings.networkAttempts, clock: accounts.clock)
        creations = ClientThrottle(settings.creations, clock: accounts.clock)
        networkCreations = ClientThrottle(settings.networkCreations, clock: accounts.clock)
        allCreations = ClientThrottle(settings.allCreations, clock: accounts.clock)
        members = ClientThrottle(settings.members, clock: accounts.clock)
        strangers = StrangerLimits(settings.strangers, clock: accounts.clock)
        devices = ClientThrottle(settings.devices, clock: accounts.clock)
        noteWrites = ClientThrottle(settings.notes, clock: accounts.clock)
        noteClients = ClientThrottle(settings.noteClients, clock: accounts.clock)
        reads = ClientThrottle(settings.reads, clock: accounts.clock)
        noteReads = ClientThrottle(settings.noteReads, clock: accounts.clock)
    }

    /// How often a call may come.
    enum Rate {
        /// As often as it likes: nothing is guessed.
        case free
        case creation
    }

    func add(to router: APIRoutes) {
        route(router, .post, "/api/accounts", "create", .creation, account: .unused, create)
        route(router, .post, "/api/sign-in/options", "options", .free, account: .unused, options)
        route(router, .post, "/api/sign-in", "sign-in", .free, account: .unused, signIn)
        route(router, .post, "/api/recover", "recover", .free, account: .unused, recover)
        route(router, .post, "/api/sign-out", "sign-out", .free, account: .optional, signOut)
        look(router, "/api/session", "session", reads, session)
        look(router, "/api/methods", "methods", reads, methods)
        route(router, .post, "/api/passkeys/options", "passkey-options", .free, account: .unused, passkeyOptions)
        look(router, "/api/devices", "devices", reads, devices)
        look(router, "/api/notes", "notes", noteReads, notes)
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
        change(router, "/api/account/delete", "delete-account", deleteAccount)
        change(router, "/api/notes", "save-note", rate: .note, byteLimit: Self.noteByteLimit, saveNote)
        change(router, "/api/notes/remove", "remove-note", rate: .note, removeNote)
    }

    /// Answers what a user who is signed in looks at, so often on each device.
    private func look(
        _ router: APIRoutes, _ path: String, _ event: String, _ throttle: ClientThrottle,
        _ body: @escaping @Sendable (Call, Accounts.Session) async throws -> Response
    ) {
        route(router, .get, path, event, .free, account: .unused) { call in
            try APIGuard.checkSource(of: call.request)
            let session = try await accounts.session(call.client.session)
            try throttle.admit(session.device.text)
            return try await body(call, session)
        }
    }

    /// How often a change may come.
    enum ChangeRate {
        /// From each known device.
        case device
        /// To each account's notes.
        case note
    }

    /// Answers what acts on a session. The page names the account that it believes in: another tab may have signed in to a
    /// different one.
    private func change(
        _ router: APIRoutes, _ path: String, _ event: String, rate: ChangeRate = .device,
        byteLimit: Int = APIRequest.byteLimit,
        _ body: @escaping @Sendable (Call, Accounts.Session) async throws -> Response
    ) {
        route(router, .post, path, event, .free, account: .required, byteLimit: byteLimit) { call in
            var session = try await accounts.session(call.client.session)
            session.address = call.address
            guard call.account == session.account.id else { throw APIError.otherAccount }
            switch rate {
            case .device:
                try admit(session.device, call)
                session.mayGuess = try await accounts.vaultErrors { () throws(VaultError) in
                    try await accounts.holds(call.client, session)
                }
            case .note:
                try noteWrites.admit(session.account.id.text)
                try noteClients.admit(ClientNetwork.client(call.address))
            }
            return try await body(call, session)
        }
    }

    /// Takes note of an attempt on a known device.
    func admit(_ device: DeviceID, _ call: Call) throws(AccountError) {
        try devices.admit(device.text)
        try members.admit(ClientNetwork.client(call.address))
    }

    /// Answers one method of a path, words what goes wrong, and writes it down.
    /// - Parameter account: whether the request has to say which account it acts for.
    private func route(
        _ router: APIRoutes, _ method: HTTPRequest.Method, _ path: String, _ event: String, _ rate: Rate,
        account: APIGuard.AccountRule, byteLimit: Int = APIRequest.byteLimit,
        _ body: @escaping @Sendable (Call) async throws -> Response
    ) {
        router.add(method, path, account: account, byteLimit: byteLimit) { call in
            do {
                return try await requests.run {
                    switch rate {
                    case .free: break
                    case .creation:
                        try creations.admit(call.address)
                        try networkCreations.admit(ClientNetwork.of(call.address))
                        try allCreations.admit("all")
                    }
                    return try await body(call)
                }
            } catch let error as AccountError {
                let worded = APIError(error)
                log.failed(event, worded, cause: cause(error, worded), client: call.address)
                throw worded
            } catch let error as APIError {
                log.failed(event, error, client: call.address)
                throw error
            }
        }
    }

    /// What the operator needs to know of the service's own trouble. The vault's errors carry no secret.
    func cause(_ error: AccountError, _ worded: APIError) -> String? {
        guard worded.status == .internalServerError, case .vault(let error) = error else { return nil }
        return "\(error)"
    }

    func name(_ text: String) throws(AccountError) -> AccountName {
        guard let name = AccountName(text) else { throw .unfitName }
        return name
    }

    /// With the cookies of a user who has just been let in.
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
