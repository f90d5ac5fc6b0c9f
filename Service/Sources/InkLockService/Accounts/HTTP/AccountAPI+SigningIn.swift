// SPDX-License-Identifier: MIT
import Hummingbird

/// What is asked by somebody who is not signed in.
extension AccountAPI {
    func create(_ call: Call) async throws -> Response {
        let message = try await call.read(AccountMessage.Creation.self)
        let name = try name(message.name)
        let method = try NewMethod.checked(message.passcode, message.picture, accounts.pictures)
        return try response(try await accounts.create(name, method, call.client), "create", call, status: .created)
    }

    func options(_ call: Call) async throws -> Response {
        let message = try await call.read(AccountMessage.Named.self)
        let options = try await accounts.options(try name(message.name), device: call.client.device)
        return try APIAnswer.response(AccountAnswer.Methods(options))
    }

    func signIn(_ call: Call) async throws -> Response {
        let message = try await call.read(AccountMessage.SignIn.self)
        let (name, proof) = (
            try message.name.map { try self.name($0) }, try message.proof.checked { try ceremony(call) }
        )
        let signedIn: SignedIn
        if case .passkey(let proof) = proof {
            signedIn = try await accounts.signIn(name, proof, call.client)
        } else {
            guard let name else { throw APIError.malformed }
            signedIn = try await accounts.signIn(name, proof, call.client)
        }
        return try response(signedIn, "sign-in", call)
    }

    func recover(_ call: Call) async throws -> Response {
        let message = try await call.read(AccountMessage.Recovery.self)
        let name = try name(message.name)
        let method = try NewMethod.checked(message.passcode, message.picture, accounts.pictures)
        return try response(
            try await accounts.recover(name, code: message.recoveryCode, method, call.client), "recover", call)
    }

    func signOut(_ call: Call) async throws -> Response {
        _ = try await call.read(AccountMessage.Nothing.self)
        try await accounts.signOut(call.client.session)
        var response = try APIAnswer.response(AccountAnswer.Nothing())
        cookies.clearSession(on: &response)
        return response
    }
}
