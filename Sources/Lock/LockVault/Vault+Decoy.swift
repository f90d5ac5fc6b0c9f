// SPDX-License-Identifier: MIT
import Passcode

extension Vault {
    /// A decoy account's vault, for a name without an account: nothing opens it, and trying takes the same work, the same
    /// writing in the ledger and the same answers, lockouts included, as with a vault of this kind.
    ///
    /// A server that signs people in uses it, so that it does not tell which accounts exist. For a name it is always the same.
    /// - Parameters:
    ///   - name: what was typed as the account's name, in the form that accounts are looked up by.
    ///   - ledger: where attempts at this name are counted; a missing or foreign ledger begins from nothing.
    ///   - deviceKey: the one of the vaults that there are.
    ///   - kind: the passcode's kind that is shown.
    ///   - pictureDigest: of the picture that is shown; `nil` if none is.
    ///   - parameters: those of the vaults that there are, or they can be told apart.
    ///   - deriver: theirs too, so that both wait alike.
    ///   - clock: what penalties are measured by.
    /// - Throws: what the device key throws; ``VaultError/tooMuchWork`` if the cost of `parameters` exceeds their limits.
    public static func decoy(
        for name: [UInt8], ledger: any AttemptLedger, deviceKey: any DeviceKey, kind: PasscodeKind?,
        pictureDigest: [UInt8]? = nil, parameters: Parameters = Parameters(),
        deriver: any Deriver = DerivationQueue.shared, clock: any VaultClock = SystemVaultClock()
    ) async throws(VaultError) -> Vault {
        guard parameters.allowsCost else { throw .tooMuchWork }
        let secrets = try DeviceSecrets(try await deviceKey.load())
        let record = VaultRecord(
            decoyFor: name, secrets, cost: parameters.cost, kind: kind, pictureDigest: pictureDigest)
        return Vault(
            store: InMemoryStorage(record.encoded(secrets)), ledger: ledger, deviceKey: deviceKey,
            parameters: parameters,
            deriver: deriver, counter: nil, clock: clock, random: SystemRandomNumberGenerator(), isDecoy: true)
    }
}
