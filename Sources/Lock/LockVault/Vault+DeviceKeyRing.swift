// SPDX-License-Identifier: MIT
import Crypto

/// The move of a vault to the current key of a ``DeviceKeyRing``.
extension Vault {
    /// Moves a vault that was just opened to the current device key, if it has an earlier one.
    ///
    /// The attempt was accepted whether or not this succeeds. A failure is ignored; the next opening tries again. The
    /// record is written first. A single ledger under the earlier key still belongs to it.
    /// - Parameter passcode: The data key, and the key that was derived from the owner's passcode for its cell; `nil`
    ///   if another method opened the vault. A vault with a passcode then stays where it is.
    func moveToCurrentKey(
        _ state: inout LoadedState, sealing passcode: (key: WrappedKey, derived: SymmetricKey)? = nil
    ) async {
        guard passcode != nil || !state.record.hasPasscode else { return }
        var moved = state
        do throws(VaultError) {
            guard try useCurrentKey(&moved) else { return }
            if let passcode {
                let hash = moved.record.cells[.owner].hash
                moved.record.seal(passcode.key, in: .owner, hash, passcode.derived, moved.secrets, random: &random)
                moved.record.vacate(.duress, moved.record.cells[.duress].hash, random: &random)
            }
            try await write(&moved)
        } catch {
            return
        }
        state = moved
        // If the store already moved the ledger with the record, this write conflicts and is not needed.
        try? await writeLedger(&state)
    }

    /// Seals all but the passcode's cells of a record under the current device key, if it has an earlier one. Nothing
    /// is written.
    /// - Returns: A Boolean value that indicates whether the state has another key now.
    func useCurrentKey(_ state: inout LoadedState) throws(VaultError) -> Bool {
        guard !parameters.offersDuress, let ring = deviceKey as? DeviceKeyRing else { return false }
        let secrets = try ring.secrets
        guard let position = secrets.firstIndex(where: { $0.name(in: state.record.id) == state.record.deviceKeyName }),
            position > ring.current
        else { return false }
        var record = state.record
        guard record.move(from: state.secrets, to: secrets[ring.current], ring, random: &random) else {
            return false
        }
        state.record = record
        state.entry.move(from: state.secrets)
        state.secrets = secrets[ring.current]
        return true
    }
}
