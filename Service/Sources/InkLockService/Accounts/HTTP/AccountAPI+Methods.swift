// SPDX-License-Identifier: MIT
import Hummingbird

/// Handlers for signed-in users. Changes of unlock methods also require a proof.
extension AccountAPI {
    func session(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        try APIAnswer.response(AccountAnswer.Session(try await accounts.info(session)))
    }

    func methods(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        try APIAnswer.response(AccountAnswer.Methods(try await accounts.info(session)))
    }

    func setPasscode(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let (message, operation) = try await call.readOperation(
            AccountMessage.PasscodeChange.self, session, accounts.secrets)
        let method = try await ProposedMethod(message.passcode, nil)
        return try await set(method, message.proof, session, operation, "set-passcode", call)
    }

    func setPicture(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let (message, operation) = try await call.readOperation(
            AccountMessage.PictureChange.self, session, accounts.secrets)
        let method = try await ProposedMethod(nil, message.picture)
        return try await set(method, message.proof, session, operation, "set-picture", call)
    }

    func removePasscode(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        try await remove(.passcode, "remove-passcode", call, session)
    }

    func removePicture(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        try await remove(.picture, "remove-picture", call, session)
    }

    func renewRecoveryCode(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let (message, operation) = try await call.readOperation(AccountMessage.Proven.self, session, accounts.secrets)
        let proof = try message.proof.checked { try ceremony(call) }
        let code = try await accounts.renewRecoveryCode(proof, session, operation)
        log.done("renew-recovery-code", account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.RecoveryCode(recoveryCode: code.text))
    }

    /// Checks a secret that can be sent again with the change. A drawing and a passkey prove only once.
    func checkProof(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let proof = try await call.read(AccountMessage.KnownSecret.self).proof.checked { throw APIError.malformed }
        if case .drawing = proof { throw APIError.malformed }
        let info = try await accounts.check(proof, session)
        log.done("check-proof", account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }

    private func set(
        _ method: ProposedMethod, _ proof: AccountMessage.Proof, _ session: Accounts.Session, _ operation: Operation?,
        _ event: String, _ call: Call
    ) async throws -> Response {
        let proof = try proof.checked { try ceremony(call) }
        let name = try name(session.account.name)
        let info = try await accounts.set(isPicture: method.isPicture, proof, session, operation) {
            () throws(AccountError) in
            let judged = try await method.judged(for: name, accounts.pictures)
            if case .passcode(let new, _, _) = judged, case .passcode(let current) = proof, new == current {
                throw .passcodeUnchanged
            }
            return judged
        }
        log.done(event, account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }

    private func remove(
        _ method: Accounts.OldMethod, _ event: String, _ call: Call, _ session: Accounts.Session
    ) async throws -> Response {
        let (message, operation) = try await call.readOperation(AccountMessage.Proven.self, session, accounts.secrets)
        let proof = try message.proof.checked { try ceremony(call) }
        let info = try await accounts.remove(method, proof, session, operation)
        log.done(event, account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }
}
