// SPDX-License-Identifier: MIT
import Hummingbird
import LockVault

/// Handlers for clients that are not signed in.
///
/// A known device is looked up first, with the same statement for every name. Known devices have their own rate limits.
/// Other clients are limited by address and network, and their responses leave at fixed times.
extension AccountAPI {
    func create(_ call: Call) async throws -> Response {
        let (message, operation) = try await call.readOperation(
            AccountMessage.Creation.self, nil, accounts.secrets)
        let name = try name(message.name)
        let method = try await ProposedMethod(message.passcode, message.picture).judged(for: name, accounts.pictures)
        return try response(
            try await accounts.create(name, method, call.caller, operation), "create", call, status: .created)
    }

    /// Answers whether a name is free, as ``create(_:)`` would, so that a user need not choose a passcode first.
    func checkName(_ call: Call) async throws -> Response {
        let message = try await call.read(AccountMessage.Named.self)
        let name = try name(message.name)
        try await admitName(call)
        try await accounts.checkIsFree(name)
        return try APIAnswer.response(AccountAnswer.Nothing())
    }

    /// Counts a request for the availability of a name against the rate limits of such requests.
    func admitName(_ call: Call) async throws {
        try await RateLimit.admit([
            (names, call.address), (networkNames, ClientNetwork.of(call.address)), (allNames, "all"),
        ])
    }

    func options(_ call: Call) async throws -> Response {
        let message = try await call.read(AccountMessage.Named.self)
        let start = ContinuousClock.now
        let name = try name(message.name)
        let hasPasskeys = (try? ceremony(call)) != nil
        guard let browser = try await knownBrowser(name, call) else {
            try await attempts.admit(call.address)
            return try await paced(since: start, settings.pace.quantum) {
                try APIAnswer.response(AccountAnswer.NewDeviceOptions(passkey: hasPasskeys))
            }
        }
        try await devices.admit(Self.key(browser.device.id, call))
        return try APIAnswer.response(
            AccountAnswer.SignInOptions(try await accounts.options(browser), passkey: hasPasskeys))
    }

    func signIn(_ call: Call) async throws -> Response {
        let (message, operation) = try await call.readOperation(AccountMessage.SignIn.self, nil, accounts.secrets)
        let start = ContinuousClock.now
        let name = try message.name.map { try self.name($0) }
        let proof = try message.proof.checked { try ceremony(call) }
        if case .passkey(let passkey) = proof {
            try await admit(call)
            return try await paced(since: start, settings.pace.quantum) {
                try response(try await accounts.signIn(name, passkey, call.caller, operation), "sign-in", call)
            }
        }
        guard var name else { throw APIError.malformed }
        if let browser = try await admitBrowser(name, call) {
            var signedIn: SignedIn?
            do throws(AccountError) {
                signedIn = try await accounts.signIn(name, proof, call.caller, on: browser, operation)
            } catch {
                // If wrong attempts have closed the device, a passphrase still opens the account, as on a new device.
                guard case .vault(.refused) = error, case .passcode(let text) = proof, text.mayBePassphrase else {
                    throw error
                }
            }
            if let signedIn { return try response(signedIn, "sign-in", call) }
            // The browser may still know the account under its earlier name.
            name = AccountName(browser.account.name) ?? name
        }
        if case .recoveryCode = proof {
            try await admit(address: call.address)
            return try await paced(since: start, settings.pace.quantum) {
                try response(try await accounts.signIn(name, proof, call.caller, on: nil, operation), "sign-in", call)
            }
        }
        try await attempts.admit(call.address)
        if case .passcode(let text) = proof, text.mayBePassphrase {
            return try await attempt(name, call, since: start, settings.pace.derivationQuantum) {
                try response(try await accounts.signIn(name, proof, call.caller, on: nil, operation), "sign-in", call)
            }
        }
        return try await paced(since: start, settings.pace.quantum) { throw AccountError.knownDevicesOnly }
    }

    func recover(_ call: Call) async throws -> Response {
        let (message, operation) = try await call.readOperation(
            AccountMessage.Recovery.self, nil, accounts.secrets)
        let start = ContinuousClock.now
        let name = try name(message.name)
        let code = try AccountMessage.checked(recoveryCode: message.recoveryCode)
        try await admit(call)
        let proposed = try await ProposedMethod(message.passcode, message.picture)
        let pictures = accounts.pictures
        return try await paced(since: start, settings.pace.quantum) {
            try response(
                try await accounts.recover(name, code: code, call.caller, operation) {
                    present throws(AccountError) in try await proposed.judged(for: present, pictures)
                }, "recover", call)
        }
    }

    func signOut(_ call: Call) async throws -> Response {
        _ = try await call.read(AccountMessage.Nothing.self)
        var (isOther, failure): (Bool, APIError?) = (false, nil)
        do throws(AccountError) {
            isOther = try await isOfOtherAccount(call)
            if !isOther { try await accounts.signOut(call.client.session) }
        } catch {
            // If the database cannot be read or written, the browser discards its session cookie anyway.
            let worded = APIError(error)
            log.failed("sign-out", worded, cause: cause(error, worded), client: call.address)
            failure = worded
        }
        guard !isOther else { throw APIError.otherAccount }
        var response = try failure?.response() ?? APIAnswer.response(AccountAnswer.Nothing())
        cookies.clearSession(on: &response)
        return response
    }

    /// Returns a Boolean value that indicates whether the client's session belongs to a different account from the one
    /// that the page shows. Such a page must not end the session.
    private func isOfOtherAccount(_ call: Call) async throws(AccountError) -> Bool {
        guard let account = call.account else { return false }
        do throws(AccountError) {
            return try await accounts.session(call.client.session, on: call.client.device).account.id != account
        } catch {
            guard error == .notSignedIn else { throw error }
            return false
        }
    }

    /// Counts an attempt with a credential that cannot be guessed, to limit the load of the service. Known devices have
    /// limits of their own, so that unknown devices at the same address do not exhaust them.
    func admit(_ call: Call) async throws {
        if let device = try await accounts.knownDevice(call.client) { return try await admit(device, call) }
        try await admit(address: call.address)
    }

    /// Counts an attempt of an unknown device against the rate limits of its address and its network.
    private func admit(address: String) async throws {
        try await RateLimit.admit([(attempts, address), (networkAttempts, ClientNetwork.of(address))])
    }

    private func knownBrowser(_ name: AccountName, _ call: Call) async throws -> KnownBrowser? {
        try await accounts.knownBrowser(name, call.client)
    }

    /// Runs an attempt of an unknown device with a passphrase. The attempt is rate-limited, its response leaves at a
    /// fixed time, and a rejection counts against the client's network.
    private func attempt(
        _ name: AccountName, _ call: Call, since start: ContinuousClock.Instant, _ quantum: Duration,
        _ body: () async throws -> Response
    ) async throws -> Response {
        let key = accounts.secrets.key(of: name)
        try await strangers.admit(key, from: call.address)
        return try await paced(since: start, quantum) {
            do { return try await body() } catch let error as AccountError {
                if case .vault(.rejected) = error { try await strangers.failed(key, from: call.address) }
                throw error
            }
        }
    }

    /// Delays the result of `body` to a fixed time after the request.
    /// - Parameter start: The time at which the whole body had arrived. The client controls that time, but the work
    ///   starts only then.
    private func paced<Result>(
        since start: ContinuousClock.Instant, _ quantum: Duration, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body()
            await ResponseTiming.wait(since: start, quantum)
            return result
        } catch {
            await ResponseTiming.wait(since: start, quantum)
            throw error
        }
    }
}
