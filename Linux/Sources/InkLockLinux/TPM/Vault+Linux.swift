// SPDX-License-Identifier: MIT
import Foundation
import LockVault

extension Vault {
    /// Returns the vault of a folder, bound to this machine. The device key and the counter of attempts are in the
    /// machine's security chip. If there is no chip, the device key is a file, and there is no counter.
    ///
    /// The files are `vault`, `attempts`, and `device-key` or `device-key.tpm`. A vault that was created without a chip
    /// does not use one later. If the folder was copied to another machine, or the chip was cleared, only the recovery
    /// code opens the vault, which is then bound to the new machine. If the chip cannot be reached at that moment, the
    /// device key is a file from then on; ``LinuxDeviceKey/existingPlace`` reports the place.
    /// - Parameters:
    ///   - folder: The path of an existing folder that is accessible to its owner alone. Store no other secrets in it:
    ///     erasing the vault removes the device key.
    ///   - parameters: The settings of the vault.
    ///   - tpm: The chip; `nil` for none.
    public static func ofThisMachine(
        folder: String, parameters: Parameters = Parameters(), tpm: TPM? = .ofThisMachine
    ) -> Vault {
        // A key in the chip comes with a counter. Without the chip there is no key either, so no guess is uncounted.
        let tpm = tpm.flatMap { $0.isReachable() ? $0 : nil }
        let key = LinuxDeviceKey(folder: folder, tpm: tpm, isReplaceable: true)
        let chip = key.place() == .chip ? tpm : nil
        let counter = chip.map { TPMCounter(besideKey: key.sealedPath, tpm: $0) }
        return Vault(
            store: FileStorage(path: folder + "/vault"), ledger: FileStorage(path: folder + "/attempts"),
            deviceKey: key, parameters: parameters, counter: counter)
    }
}
