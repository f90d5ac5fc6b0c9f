// SPDX-License-Identifier: MIT
import Hummingbird

/// The owner's devices and sessions, and the name and the end of the account.
extension AccountAPI {
    func devices(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        try await devices(session)
    }

    func forgetDevice(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let message = try await call.read(AccountMessage.ProvenItem.self)
        guard let id = DeviceID(message.id) else { throw APIError.malformed }
        try await accounts.forget(id, try message.proof.checked { try ceremony(call) }, session)
        log.done("forget-device", account: session.account.id, client: call.address)
        return try await devices(session, endedBy: id == session.device)
    }

    func endSession(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let message = try await call.read(AccountMessage.Item.self)
        guard let id = DeviceID(message.id) else { throw APIError.malformed }
        try await accounts.end(id, session)
        log.done("end-session", account: session.account.id, client: call.address)
        return try await devices(session, endedBy: id == session.id)
    }

    func endOtherSessions(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        _ = try await call.read(AccountMessage.Nothing.self)
        try await accounts.endOthers(session)
        log.done("end-other-sessions", account: session.account.id, client: call.address)
        return try await devices(session)
    }

    func renameAccount(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let (message, operation) = try await call.readOperation(
            AccountMessage.Renaming.self, session, accounts.secrets)
        let name = try name(message.name)
        let proof = try message.proof.checked { try ceremony(call) }
        try await admitName(call)
        let info = try await accounts.rename(to: name, proof, session, operation)
        log.done("rename-account", account: session.account.id, client: call.address)
        return try APIAnswer.response(AccountAnswer.Session(info))
    }

    func deleteAccount(_ call: Call, _ session: Accounts.Session) async throws -> Response {
        let proof = try await call.read(AccountMessage.KnownSecret.self).proof.checked { try ceremony(call) }
        try await accounts.delete(proof, session)
        log.done("delete-account", account: session.account.id, client: call.address)
        var response = try APIAnswer.response(AccountAnswer.Nothing())
        cookies.clearSession(on: &response)
        // The token may belong to other accounts too. A token of none is worth nothing, so it may stay.
        if (try? await accounts.knownDevice(call.client) == nil) ?? false { cookies.clearDevice(on: &response) }
        return response
    }

    /// Returns the list after a change; empty if the change ended this session.
    private func devices(_ session: Accounts.Session, endedBy isEnd: Bool = false) async throws -> Response {
        let list = isEnd ? [] : try await accounts.devices(session)
        var response = try APIAnswer.response(AccountAnswer.Devices(list, session))
        if isEnd { cookies.clearSession(on: &response) }
        return response
    }
}
