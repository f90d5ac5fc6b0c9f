// SPDX-License-Identifier: MIT
import Hummingbird

/// What is asked by somebody who is signed in. Whatever changes the ways in takes a proof besides.
extension AccountAPI {
    func session(_ call: Call) async throws -> Response {
        let session = try await accounts.session(call.client.session)
        return try APIAnswer.response(AccountAnswer.Session(try await accounts.info(session)))
    }

    func methods(_ call: Call) async throws -> Response {
        let session = try await accounts.session(call.client.session)
        return try APIAnswer.response(AccountAnswer.Methods(try await accounts.info(session)))
    }

    func setPasscode(_ call: Call) async throws -> Response {
        let session = try await accounts.session(call.client.session)
        let message = try await call.read(AccountMessage.PasscodeChange.self)
        let method = try NewMethod.checked(message.passcode, nil, accounts.pictures)
        return try await set(method, message.proof, session, "set-passcode", call)
    }

    func setPicture(_ call: Call) async throws -> Response {
        let session = try await accounts.session(call.client.session)
        let message = try await call.read(AccountMessage.PictureChange.self)
        let method = try NewMethod.checked(nil, message.picture, accounts.pictures)
        return try await set(method, message.proof, session, "set-picture", call)
    }

    func removePasscode(_ call: Call) async throws -> Response { try await remove(.passcode, "remove-passcode", call) }

    func removePicture(_ call: Call) async throws -> Response { try await remove(.picture, "remove-picture", call) }

    func renewRecoveryCode(_ call: Call) async throws -> Response {
        let session = try await accounts.session(call.client.session)
        let proof = try await call.read(AccountMessage.Proven.self).proof.checked { try ceremony(call) }
        let code = try await accounts.renewRecoveryCode(proof, session, call.client)
        log.done("renew-recovery-code", account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.RecoveryCode(recoveryCode: code.text))
    }

    private func set(
        _ method: NewMethod, _ proof: AccountMessage.Proof, _ session: Accounts.Session, _ event: String, _ call: Call
    ) async throws -> Response {
        let info = try await accounts.set(method, try proof.checked { try ceremony(call) }, session, call.client)
        log.done(event, account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }

    private func remove(_ method: Accounts.OldMethod, _ event: String, _ call: Call) async throws -> Response {
        let session = try await accounts.session(call.client.session)
        let proof = try await call.read(AccountMessage.Proven.self).proof.checked { try ceremony(call) }
        let info = try await accounts.remove(method, proof, session, call.client)
        log.done(event, account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }
}
