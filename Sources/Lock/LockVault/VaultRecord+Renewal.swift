// SPDX-License-Identifier: MIT
import Crypto

extension VaultRecord {
    /// Begins another epoch: keeps the old data key, and seals the new one in every slot but the passcode's.
    /// - Parameters:
    ///   - old: The previous data key.
    ///   - new: The new data key.
    ///   - keys: The external keys that are known, by their slots. The slots of all others are removed.
    /// - Returns: The new recovery code; `nil` if there was none.
    /// - Throws: ``VaultError/exists`` if an earlier renewal is incomplete, ``VaultError/damaged`` if the picture's
    ///   slot does not open.
    mutating func renew(
        _ old: WrappedKey, _ new: WrappedKey, _ keys: [SlotID: SymmetricKey], _ secrets: DeviceSecrets,
        random: inout some RandomNumberGenerator
    ) throws(VaultError) -> RecoveryCode? {
        guard previous == nil else { throw .exists }
        keyEpoch = KeyEpoch(random: &random)
        var kept = PreviousKeySlot(sealed: [])
        kept.wrap(old, for: new.key, in: id, random: &random)
        previous = kept
        if let slot = picture {
            guard let enrolled = slot.opened(with: secrets, in: id) else { throw .damaged }
            // The owner's picture does not open the empty vault, and the other way round.
            if enrolled.key.key == old.key {
                let contents = PictureSlot.Contents(key: new, template: enrolled.template)
                picture = PictureSlot(contents, with: secrets, in: id, random: &random)
            }
        }
        let code = hasRecoveryCode ? sealForRecovery(new, random: &random) : nil
        externalKeys.removeAll { keys[$0.id] == nil }
        for index in externalKeys.indices {
            guard let key = keys[externalKeys[index].id] else { continue }
            externalKeys[index].wrap(new, for: key, in: id, random: &random)
        }
        return code
    }
}
