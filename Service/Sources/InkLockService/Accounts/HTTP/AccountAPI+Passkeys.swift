// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import Passkey

/// Passkeys over HTTP. Signing in and proofs with one go where those with passcodes go.
extension AccountAPI {
    /// What a page asks authenticators with; tells nothing of any account to a client that is not signed in.
    func passkeyOptions(_ call: Call) async throws -> Response {
        _ = try await call.read(AccountMessage.Nothing.self)
        try await admit(call)
        let ceremony = try ceremony(call)
        var session: Accounts.Session?
        do throws(AccountError) {
            session = try await accounts.session(call.client.session)
        } catch {
            guard error == .notSignedIn else { throw error }
        }
        let browser = ceremony.browser ?? .random()
        let options = try await accounts.passkeyOptions(session)
        var response = try APIAnswer.response(
            AccountAnswer.PasskeyOptions(
                accounts.challenges.challenge(for: browser), ceremony.relyingParty, options))
        cookies.setCeremony(browser, on: &response)
        return response
    }

    func addPasskey(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let (message, operation) = try await call.readOperation(
            AccountMessage.PasskeyCreation.self, session, accounts.secrets)
        let ceremony = try ceremony(call)
        let new = NewPasskey(
            name: try passkeyName(message.name), credentialID: Array(message.credential.id),
            registration: PasskeyRegistration(
                clientDataJSON: Array(message.credential.clientDataJSON),
                attestationObject: Array(message.credential.attestationObject)),
            prfKey: try PRFKey.checked(message.prfKey), ceremony: ceremony)
        let info = try await accounts.add(new, try message.proof.checked { ceremony }, session, operation)
        log.done("add-passkey", account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }

    func renamePasskey(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let message = try await call.read(AccountMessage.PasskeyRenaming.self)
        let info = try await accounts.renamePasskey(Array(message.id), to: try passkeyName(message.name), session)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }

    func removePasskey(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let (message, operation) = try await call.readOperation(
            AccountMessage.PasskeyRemoval.self, session, accounts.secrets)
        let proof = try message.proof.checked { try ceremony(call) }
        let info = try await accounts.removePasskey(Array(message.id), proof, session, operation)
        log.done("remove-passkey", account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }

    /// Which site this is for browsers. They know passkeys over TLS alone, and on the machine itself as `localhost`, and for
    /// names, not for addresses.
    /// - Throws: ``AccountError/passkeysUnavailable``.
    func ceremony(_ call: Call) throws(AccountError) -> PasskeyCeremony {
        let origin = settings.publicOrigin ?? call.request.head.authority.map { "http://\($0)" }
        guard let origin, let url = URL(string: origin), let host = url.host,
            url.scheme == "https" || host == "localhost", !Self.isAddress(host)
        else { throw .passkeysUnavailable }
        // What Host says is the client's word: a program on this machine could hand on what it got at another port.
        if settings.publicOrigin == nil, let port = call.localPort, url.port ?? 80 != port {
            throw .passkeysUnavailable
        }
        return PasskeyCeremony(
            relyingParty: RelyingParty(id: host, origins: [origin]), browser: call.client.ceremony)
    }

    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.split(separator: ".").last?.allSatisfy(\.isNumber) ?? true
    }

    private func passkeyName(_ text: String) throws(AccountError) -> PasskeyName {
        // Before anything normalises it.
        guard text.utf8.count <= AccountMessage.textByteLimit, let name = PasskeyName(text) else {
            throw .unfitPasskeyName
        }
        return name
    }
}

extension PRFKey {
    /// - Throws: ``APIError/malformed``.
    static func checked(_ bytes: Data?) throws -> PRFKey? {
        guard let bytes else { return nil }
        guard let key = PRFKey(bytes) else { throw APIError.malformed }
        return key
    }
}
