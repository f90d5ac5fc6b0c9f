// SPDX-License-Identifier: MIT
import Foundation
import LockVault

extension Accounts {
    /// Returns the methods that open an account, as far as the client may know them.
    func options(_ browser: KnownBrowser?) async throws(AccountError) -> SignInOptions {
        guard let browser else { return .newDevice }
        let status = try await status(vault(browser.account.id, on: browser.device.id, read: browser.vault))
        return .knownDevice(AccountMethods(browser.account, status))
    }

    /// Signs in a user whose proof opens the account. The previous session ends.
    package func signIn(_ name: AccountName, _ proof: Proof, _ client: Client) async throws(AccountError) -> SignedIn {
        try await signIn(name, proof, client, on: try await knownBrowser(name, client))
    }

    /// - Parameters:
    ///   - browser: The account's entry for the client's browser; `nil` if there is none.
    ///   - operation: The operation of the request. Only the same device gets its result.
    /// - Throws: Also ``AccountError/knownDevicesOnly``.
    func signIn(
        _ name: AccountName, _ proof: Proof, _ client: Client, on browser: KnownBrowser?, _ operation: Operation? = nil
    ) async throws(AccountError) -> SignedIn {
        if case .passkey(let proof) = proof { return try await signIn(name, proof, client, operation) }
        let isPassphrase = if case .passcode(let text) = proof { text.mayBePassphrase } else { false }
        let isGuessable = if case .recoveryCode = proof { false } else { !isPassphrase }
        guard browser != nil || !isGuessable else { throw .knownDevicesOnly }
        let own = browser.flatMap { operation?.bound(to: $0.device.id.bytes, secrets) } ?? operation
        return try await once(own) { result throws(AccountError) in
            try await repeated(result)
        } _: { () throws(AccountError) in
            let opened: Opened
            if let browser {
                opened = try await open(on: browser, with: proof, client, own)
            } else {
                opened = try await openElsewhere(name, proof, client)
            }
            defer { opened.key.erase() }
            let signedIn = try await admit(opened, client, own)
            if let device = opened.device?.id {
                let lane = Lane.known(opened.account.id, address: client.address)
                await adaptPicturePassword(of: opened.account.id, on: device, lane, to: proof, with: opened.key)
            }
            return signedIn
        }
    }

    private func openElsewhere(
        _ name: AccountName, _ proof: Proof, _ client: Client
    ) async throws(AccountError) -> Opened {
        switch proof {
        case .passcode(let text): try await open(name, passphrase: text, client)
        case .recoveryCode(let code): try await open(name, recoveryCode: code, client)
        case .drawing, .passkey: throw .wrongProof
        }
    }

    /// Signs in a user with a passkey, which names its account itself.
    /// - Parameters:
    ///   - name: The name that the account must have; `nil` for any name.
    ///   - operation: The operation of the request. Only the browser that asked for the challenge gets its result.
    func signIn(
        _ name: AccountName?, _ proof: PasskeyProof, _ client: Client, _ operation: Operation?
    ) async throws(AccountError) -> SignedIn {
        let own = operation?.bound(to: client.ceremony?.digest ?? Data(), secrets)
        return try await once(own) { result throws(AccountError) in
            try await repeated(result)
        } _: { () throws(AccountError) in
            try await signInOnce(name, proof, client, own)
        }
    }

    private func signInOnce(
        _ name: AccountName?, _ proof: PasskeyProof, _ client: Client, _ operation: Operation?
    ) async throws(AccountError) -> SignedIn {
        try await checkChallenge(proof.assertion.claimedChallenge, proof.ceremony)
        guard let handle = proof.userHandle,
            let account = try await read(.query, { try AccountRow.find(handle, in: $0) }),
            let found = AccountName(account.name)
        else { throw .wrongProof }
        if let name {
            guard try await currentName(name, client).canonical == found.canonical else { throw .wrongProof }
        }
        let opened: Opened
        if let browser = try await knownBrowser(found, client) {
            opened = try await open(on: browser, with: .passkey(proof), client)
        } else {
            opened = try await open(account, with: proof, client)
        }
        defer { opened.key.erase() }
        return try await admit(opened, client, operation)
    }

    /// Begins a session with a new token on a device with a new token.
    private func admit(
        _ opened: Opened, _ client: Client, _ operation: Operation?
    ) async throws(AccountError) -> SignedIn {
        guard let notesKey = NotesKey(opened.key) else { throw .vault(.keyErased) }
        let beginning = Beginning(opened, client, self, at: now)
        let begun: Begun
        do throws(AccountError) {
            begun = try await write { database in
                let begun = try beginning.write(to: database)
                if let operation {
                    let result = OperationResult(
                        session: beginning.token.text, device: beginning.deviceToken.text, notesKey: notesKey.text,
                        failures: begun.failures)
                    try OperationTable(database: database).insert(
                        operation, result, beginning.account.id, at: beginning.now)
                }
                return begun
            }
        } catch {
            if error == .accountDisabled { try await takeBack(opened) }
            throw error
        }
        return SignedIn(
            session: try await info(begun, beginning), token: beginning.token, device: beginning.deviceToken,
            notesKey: notesKey, failures: begun.failures)
    }

    /// Undoes the count of an attempt that turned out to be right.
    func takeBack(_ opened: Opened) async throws(AccountError) {
        guard opened.wasCounted, let name = AccountName(opened.account.name) else { return }
        try await uncountStranger(name)
    }

    /// A session that has begun, with the account as its transaction has read it.
    struct Begun: Sendable {
        let account: AccountRow
        /// The wrong attempts to show to the owner.
        let failures: Failures
        /// The device's ledger; `nil` without one.
        let ledger: StoredBytes?
    }

    /// A session that is about to begin, and its device.
    struct Beginning: Sendable {
        let account: AccountRow
        let token = CookieToken.random()
        let deviceToken = CookieToken.random()
        let device: DeviceID
        private let known: KnownDevice?
        /// The record that the proof opened.
        let record: StoredBytes
        private let ledger: StoredBytes
        private let wasCounted: Bool
        private let client: Client
        private let nameKey: Data
        private let ledgers: LedgerTransfer
        private let lifetimes: SessionLifetimes
        let now: Int64

        init(_ opened: Opened, _ client: Client, _ accounts: Accounts, at now: Int64) {
            self.init(
                opened.account, known: opened.device, record: opened.record, ledger: opened.ledger,
                wasCounted: opened.wasCounted, client, accounts, at: now)
        }

        /// - Parameters:
        ///   - record: The record that the proof opened.
        ///   - ledger: For a new device, the account's own ledger.
        init(
            _ account: AccountRow, known: KnownDevice?, record: StoredBytes, ledger: StoredBytes, wasCounted: Bool,
            _ client: Client, _ accounts: Accounts, at now: Int64
        ) {
            self.account = account
            self.known = known
            self.record = record
            self.ledger = ledger
            self.wasCounted = wasCounted
            self.client = client
            ledgers = accounts.ledgers
            lifetimes = accounts.parameters.sessions
            self.now = now
            device = known?.id ?? .random()
            nameKey = accounts.secrets.key(ofCanonicalName: account.canonicalName)
        }

        /// Begins the session in the database.
        /// - Throws: ``StoreError/disabled``, and ``StoreError/conflict`` if the device was forgotten or the record
        ///   changed after the proof was checked.
        func write(to database: any StoreTransaction) throws -> Begun {
            let taken = try FailureTable(database: database).take(
                nameKey, account.id, ownAttempt: wasCounted, on: known?.id, with: client.device)
            guard let taken else { throw StoreError.missing }
            // The operator may have disabled the account while the proof was tried.
            guard !taken.account.isDisabled else { throw StoreError.disabled }
            guard taken.hasDevice || known == nil else { throw StoreError.conflict }
            // A recovery or a new passcode may have ended what the proof opens.
            guard taken.recordVersion == record.version else { throw StoreError.conflict }
            let devices = DeviceTable(database: database)
            // A device that was closed, or known only since this request came, begins again.
            if known == nil, let brought = client.device { try devices.forget(holding: brought, of: account.id) }
            var ledger = taken.ledger
            if known != nil {
                try devices.touch(device, label: client.label, at: now)
            } else {
                let new = try newLedger(in: database)
                try devices.insert(device, of: account.id, label: client.label, ledger: new, at: now)
                ledger = new
            }
            try devices.renewToken(
                of: device, named: taken.account.canonicalName, deviceToken, replacing: client.device,
                isShared: taken.sharesToken, at: now)
            try SessionTable(database: database, lifetimes: lifetimes).begin(
                token, of: account.id, on: device, replacing: client.session, superseding: client.device, at: now)
            return Begun(account: taken.account, failures: taken.failures, ledger: ledger)
        }

        /// Returns the ledger of a new device, with the device key that the account's record has now.
        private func newLedger(in database: any StoreTransaction) throws -> StoredBytes {
            let identity = [UInt8](device.bytes)
            let own = try ledgers.resealed(ledger, from: [], to: identity)
            guard ledgers.hasSeveralKeys else { return own }
            guard let record = try StoredVault.find(account.id, in: database)?.record else { throw StoreError.missing }
            return try ledgers.moved(own, of: identity, to: record.bytes) ?? own
        }
    }
}
