// SPDX-License-Identifier: MIT
import Foundation
import LockVault
import Passcode

/// The device key of a folder: sealed by the machine's chip, or in a file if there is no chip.
///
/// A chip cannot seal a new key if its owner has set a password or disabled keys of the owner hierarchy. An existing
/// key stays in its place, even if the machine gets a chip later.
public struct LinuxDeviceKey: DeviceKey {
    /// The place of a device key.
    public enum Place: Hashable, Sendable {
        /// A chip. Copies of the files are useless on other machines.
        case chip
        /// A file in the same folder as the protected data.
        case file
    }

    let tpm: TPM?
    private let path: String
    /// A Boolean value that indicates whether a chip that cannot be reached counts as lost.
    ///
    /// A vault then asks for the recovery code, and is bound to a new key. Secrets without a recovery code wait for
    /// the chip.
    private let isReplaceable: Bool

    /// Creates a device key.
    /// - Parameters:
    ///   - folder: The path of an existing folder that is accessible to its owner alone. The file is `device-key`, or
    ///     `device-key.tpm` for a key that is sealed in a chip.
    ///   - tpm: The chip; `nil` for none.
    ///   - isReplaceable: A Boolean value that indicates whether an unreachable chip counts as lost, so that a new key
    ///     may replace the one that it sealed. Use `true` if all data that the key protects can be created again, like
    ///     the keys that an `AppLock` stores with the device's owner.
    public init(folder: String, tpm: TPM? = .ofThisMachine, isReplaceable: Bool = false) {
        path = folder + "/device-key"
        self.tpm = tpm
        self.isReplaceable = isReplaceable
    }

    private var file: FileDeviceKey { FileDeviceKey(path: path) }
    private var sealed: TPMDeviceKey? { tpm.map { TPMDeviceKey(path: sealedPath, tpm: $0) } }
    var sealedPath: String { path + ".tpm" }
    private var isInFile: Bool { access(path, F_OK) == 0 }
    private var isSealed: Bool { access(sealedPath, F_OK) == 0 }

    /// Returns where the key is, or where a new one goes. It may ask the chip.
    func place() -> Place {
        if isInFile { return .file }
        return isSealed || tpm?.isOpen() == true ? .chip : .file
    }

    /// The place of the key; `nil` if there is none yet. The chip is not asked.
    public var existingPlace: Place? { isInFile ? .file : isSealed ? .chip : nil }

    public func load() async throws(VaultError) -> SecretBytes {
        guard !isInFile, isSealed else { return try await file.load() }
        guard let sealed else { throw unreachable }
        do throws(VaultError) { return try await sealed.load() } catch .storage(.keyService, ENODEV) {
            throw unreachable
        }
    }

    public func loadOrCreate() async throws(VaultError) -> SecretBytes {
        if isInFile { return try await file.load() }
        if let sealed, await BlockingWork.run({ () throws(Never) in place() }) == .chip {
            do throws(VaultError) { return try await sealed.loadOrCreate() } catch .storage(.keyService, ENODEV) {}
        }
        guard isReplaceable || !isSealed else { throw unreachable }
        return try await file.loadOrCreate()
    }

    public func remove() async throws(VaultError) {
        if isSealed {
            if let sealed { try await sealed.remove() } else { try await FileStorage(path: sealedPath).remove() }
        }
        if isInFile { try await file.remove() }
    }

    private var unreachable: VaultError { isReplaceable ? .deviceKeyMissing : .storage(.keyService, code: ENODEV) }
}
