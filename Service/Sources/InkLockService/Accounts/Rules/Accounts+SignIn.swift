// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import LockVault

extension Accounts {
    /// Lets somebody in who shows that the account is theirs. The session that there was before ends.
    package func signIn(_ name: AccountName, _ proof: Proof, _ client: Client) async throws(AccountError) -> SignedIn {
        do throws(VaultError) {
            let door = try await door(name, device: client.device)
            let key = try await open(door, with: proof)
            defer { key.forget() }
            // Nothing opens a semblance.
            guard let account = door.account else { throw VaultError.damaged }
            return try await admit(account, key, door.ledger.key, client)
        } catch {
            throw .vault(error)
        }
    }

    /// Lets in whoever uses a passkey, which names its account itself.
    /// - Parameter name: `nil`, or what the account has to be called.
    func signIn(_ name: AccountName?, _ proof: PasskeyProof, _ client: Client) async throws(AccountError) -> SignedIn {
        try checkChallenge(proof.assertion.claimedChallenge, proof.ceremony)
        var found: AccountName?
        if let handle = proof.userHandle {
            do throws(VaultError) {
                found = try await database.read { try AccountRow.find(handle, in: $0) }.flatMap { AccountName($0.name) }
            } catch {
                throw .vault(error)
            }
        }
        guard let found, name == nil || name?.canonical == found.canonical else { throw .vault(.rejected(.mayTry)) }
        return try await signIn(found, .passkey(proof), client)
    }

    /// The way back in: the code opens the account, whatever strangers tried. A new method and a new code take the old
    /// ones' places, all sessions end and all devices are forgotten.
    func recover(
        _ name: AccountName, code: String, _ method: NewMethod, _ client: Client
    ) async throws(AccountError) -> SignedIn {
        do throws(VaultError) {
            // Without the device, because strangers are to be let try again.
            let door = try await door(name, device: nil)
            let key = try await open(door, with: .recoveryCode(code))
            defer { key.forget() }
            guard let account = door.account else { throw VaultError.damaged }
            try await set(method, of: account.id, door.ledger, with: key)
            let renewed = try await vault(account.id, door.ledger).renewRecoveryCode(with: key)
            try await remember(method, door)
            try await database.write { [lifetimes = parameters.sessions] database in
                try SessionTable(database: database, lifetimes: lifetimes).endAll(of: account.id, except: nil)
                try DeviceTable(database: database).forgetAll(of: account.id)
            }
            var signedIn = try await admit(account, key, door.ledger.key, client)
            signedIn.recoveryCode = renewed
            return signedIn
        } catch {
            throw .vault(error)
        }
    }

    /// Enrolled drawings do not open anything.
    func remember(_ method: NewMethod, _ door: Door) async throws(VaultError) {
        guard case .picture(_, let template) = method else { return }
        try await door.drawnBefore.remember(template.samples)
    }

    static func begin(
        _ account: AccountID, _ token: CookieToken, _ device: CookieToken, _ own: Data, copying ledger: Data,
        _ old: CookieToken?, _ lifetimes: SessionLifetimes, at now: Int64, in database: Database
    ) throws {
        let devices = DeviceTable(database: database)
        if try devices.ledger(of: device, for: account) == nil {
            try LedgerRow.copy(ledger, to: own, account, at: now, in: database)
        }
        try devices.remember(device, for: account, ledger: own, at: now)
        try SessionTable(database: database, lifetimes: lifetimes).begin(token, for: account, replacing: old, at: now)
    }
}
