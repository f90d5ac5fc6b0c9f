// SPDX-License-Identifier: MIT
import Foundation
import LockVault

extension Vault {
    /// Returns the vault of a folder, bound to this machine: device key and counter of attempts are in its chip where it
    /// has one. Otherwise the device key is a file, and there is no counter.
    ///
    /// The files are `vault`, `attempts`, and `device-key` or `device-key.tpm`. A vault that was made without
    /// a chip stays without one. Copied to another machine, or after the chip was cleared, the recovery code alone
    /// opens the vault. It then belongs to that machine.
    /// - Parameters:
    ///   - folder: The path of an existing folder that is accessible to its owner alone.
    ///   - parameters: The settings.
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
