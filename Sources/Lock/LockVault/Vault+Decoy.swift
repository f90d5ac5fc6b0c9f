// SPDX-License-Identifier: MIT
import Passcode

extension Vault {
    /// Returns a decoy vault for an account name that does not exist.
    ///
    /// The decoy never opens. An attempt costs the same work as on a real vault, writes the ledger in the same way and
    /// leads to the same lockouts, so that clients cannot find out which accounts exist. The same name always gives the
    /// same decoy.
    /// - Parameters:
    ///   - name: The account name in its canonical form.
    ///   - ledger: The storage that counts attempts at this name. A missing ledger, or one of another vault, starts at
    ///     0.
    ///   - deviceKey: The device key of the real vaults.
    ///   - kind: The kind of passcode that the decoy appears to have, or `nil` for none.
    ///   - pictureDigest: The digest of the picture that the decoy appears to have, or `nil` for none.
    ///   - parameters: The parameters of the real vaults. Different parameters would reveal the decoy.
    ///   - deriver: The deriver of the real vaults, so that waiting times are equal.
    ///   - clock: The clock that measures penalties.
    /// - Throws: The errors of the device key, or ``VaultError/tooMuchWork`` if the cost of `parameters` exceeds their
    ///   limits.
    public static func decoy(
        for name: [UInt8], ledger: any AttemptLedger, deviceKey: any DeviceKey, kind: PasscodeKind?,
        pictureDigest: [UInt8]? = nil, parameters: Parameters = Parameters(),
        deriver: any Deriver = DerivationQueue.shared, clock: any VaultClock = SystemVaultClock()
    ) async throws(VaultError) -> Vault {
        guard parameters.allowsCost else { throw .tooMuchWork }
        let secrets = try DeviceSecrets(try await deviceKey.secret())
        let record = VaultRecord(
            decoyFor: name, secrets, cost: parameters.cost, kind: kind, pictureDigest: pictureDigest)
        return Vault(
            store: InMemoryStorage(record.encoded(secrets)), ledger: ledger, deviceKey: deviceKey,
            parameters: parameters,
            deriver: deriver, counter: nil, clock: clock, random: SystemRandomNumberGenerator(), isDecoy: true)
    }
}
