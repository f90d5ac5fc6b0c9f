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
        /// Whether a proxy adds the client's address to `X-Forwarded-For`.
        var trustsProxy = false
        var attempts = ClientThrottle.Parameters.attempts
        var creations = ClientThrottle.Parameters.creations

        package init(publicOrigin: String? = nil, trustsProxy: Bool = false) {
            self.publicOrigin = publicOrigin
            self.trustsProxy = trustsProxy
        }
    }

    let accounts: Accounts
    let settings: Settings
    let cookies: APICookies
    let log: AccountLog
    private let attempts: ClientThrottle
    private let creations: ClientThrottle

    init(accounts: Accounts, settings: Settings, logger: Logger) {
        self.accounts = accounts
        self.settings = settings
        cookies = APICookies(
            isSecure: settings.publicOrigin?.hasPrefix("https://") ?? false, lifetimes: accounts.parameters.sessions)
        log = AccountLog(logger: logger)
        attempts = ClientThrottle(settings.attempts, clock: accounts.clock)
        creations = ClientThrottle(settings.creations, clock: accounts.clock)
    }

    /// What one request is about, for whoever answers it.
    struct Call: Sendable {
        let request: Request
        let client: Client
        let address: String
        /// The port that it came to; `nil` where there is no socket.
        let localPort: Int?

        func read<Message: Decodable>(
            _ type: Message.Type, byteLimit: Int = APIRequest.byteLimit
        ) async throws -> Message {
            try await APIRequest.read(type, from: request, byteLimit: byteLimit)
        }
    }

    /// How often a call may come.
    enum Rate {
        /// As often as it likes: nothing is guessed.
        case free
        case attempt
        case creation
    }

    func add(to router: Router<ServiceContext>) {
        route(router, .post, "/api/accounts", "create", .creation, create)
        route(router, .post, "/api/sign-in/options", "options", .attempt, options)
        route(router, .post, "/api/sign-in", "sign-in", .attempt, signIn)
        route(router, .post, "/api/recover", "recover", .attempt, recover)
        route(router, .post, "/api/sign-out", "sign-out", .free, signOut)
        route(router, .get, "/api/session", "session", .free, session)
        route(router, .get, "/api/methods", "methods", .free, methods)
        route(router, .post, "/api/methods/passcode", "set-passcode", .attempt, setPasscode)
        route(router, .post, "/api/methods/passcode/remove", "remove-passcode", .attempt, removePasscode)
        route(router, .post, "/api/methods/picture", "set-picture", .attempt, setPicture)
        route(router, .post, "/api/methods/picture/remove", "remove-picture", .attempt, removePicture)
        route(router, .post, "/api/methods/recovery-code", "renew-recovery-code", .attempt, renewRecoveryCode)
        route(router, .post, "/api/passkeys/options", "passkey-options", .attempt, passkeyOptions)
        route(router, .post, "/api/methods/passkeys", "add-passkey", .attempt, addPasskey)
        route(router, .post, "/api/methods/passkeys/rename", "rename-passkey", .free, renamePasskey)
        route(router, .post, "/api/methods/passkeys/remove", "remove-passkey", .attempt, removePasskey)
        route(router, .get, "/api/notes", "notes", .free, notes)
        route(router, .post, "/api/notes", "save-note", .free, saveNote)
        route(router, .post, "/api/notes/remove", "remove-note", .free, removeNote)
    }

    /// Answers one method of a path, words what goes wrong, and writes it down.
    private func route(
        _ router: Router<ServiceContext>, _ method: HTTPRequest.Method, _ path: RouterPath, _ event: String,
        _ rate: Rate, _ body: @escaping @Sendable (Call) async throws -> Response
    ) {
        router.on(path, method: method) { request, context in
            let address = ClientAddress.of(request, context, trustsProxy: settings.trustsProxy)
            do {
                switch rate {
                case .free: break
                case .attempt: try attempts.admit(address)
                case .creation: try creations.admit(address)
                }
                let call = Call(
                    request: request, client: cookies.client(request), address: address, localPort: context.localPort)
                return try await body(call)
            } catch let error as AccountError {
                let worded = APIError(error)
                log.failed(event, worded, cause: cause(error, worded), client: address)
                throw worded
            } catch let error as APIError {
                log.failed(event, error, client: address)
                throw error
            }
        }
    }

    /// What the operator needs to know of the service's own trouble. The vault's errors carry no secret.
    private func cause(_ error: AccountError, _ worded: APIError) -> String? {
        guard worded.status == .internalServerError, case .vault(let error) = error else { return nil }
        return "\(error)"
    }

    func name(_ text: String) throws(AccountError) -> AccountName {
        guard let name = AccountName(text) else { throw .unfitName }
        return name
    }

    /// With the cookies of somebody who has just been let in.
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
