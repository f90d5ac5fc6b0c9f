// SPDX-License-Identifier: MIT
import Crypto
import LockFlow
import LockVault

/// The vault of a process that a test kills. The process and the test both open it with these settings.
public enum CrashHelperVault {
    /// The key of the vault's only slot for a device owner.
    public static let ownerKey = SymmetricKey(data: [UInt8](repeating: 9, count: 32))

    /// A low limit, so that tests often reach the last guess.
    public static let policy = LockoutPolicy(
        passcodeDelaysMilliseconds: [0, 0, 60_000, 300_000, 900_000], passcodeLimit: 8, passcodeTotalLimit: .max)

    public static func vault(in folder: String, deriver: any Deriver, clock: any VaultClock) -> Vault {
        Vault(
            store: FileStorage(path: folder + "/vault"), ledger: FileStorage(path: folder + "/attempts"),
            deviceKey: FileDeviceKey(path: folder + "/device.key"),
            parameters: Vault.Parameters(
                lockout: policy, cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1) ?? .standard,
                offersDuress: false),
            deriver: deriver, clock: clock)
    }
}
