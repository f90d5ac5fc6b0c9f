// SPDX-License-Identifier: MIT
import Foundation
import Hummingbird
import Passkey

/// Handlers for passkeys. Signing in and proving with a passkey use the same routes as passcodes.
extension AccountAPI {
    /// Returns the options for a passkey request. They reveal nothing about an account unless the client is signed in.
    /// A page that names its account gets none for the session of another one.
    func passkeyOptions(_ call: Call) async throws -> Response {
        _ = try await call.read(AccountMessage.Nothing.self)
        try await admit(call)
        let ceremony = try ceremony(call)
        var session: Accounts.Session?
        do throws(AccountError) {
            session = try await accounts.session(call.client.session, on: call.client.device)
        } catch {
            guard error == .notSignedIn else { throw error }
        }
        if let session, let account = call.account, session.account.id != account { throw APIError.otherAccount }
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

    /// Returns the relying party and browser of a passkey ceremony. Browsers support passkeys only over TLS or at
    /// `localhost`, and only for host names, not for IP addresses.
    /// - Throws: ``AccountError/passkeysUnavailable``.
    func ceremony(_ call: Call) throws(AccountError) -> PasskeyCeremony {
        let origin = settings.publicOrigin ?? call.request.head.authority.map { "http://\($0)" }
        guard let origin, let url = URL(string: origin), let host = url.host,
            url.scheme == "https" || host == "localhost", !Self.isAddress(host)
        else { throw .passkeysUnavailable }
        // The client controls Host: a program on this machine could relay what it received on another port.
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
        // Check the length before normalisation.
        guard text.utf8.count <= AccountMessage.textByteLimit, let name = PasskeyName(text) else {
            throw .invalidPasskeyName
        }
        return name
    }
}

extension PRFKey {
    /// Returns the key of a message, or `nil` if there is none.
    /// - Throws: ``APIError/malformed``.
    static func checked(_ bytes: Data?) throws -> PRFKey? {
        guard let bytes else { return nil }
        guard let key = PRFKey(bytes) else { throw APIError.malformed }
        return key
    }
}
