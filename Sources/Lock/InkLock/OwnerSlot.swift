// SPDX-License-Identifier: MIT
import Foundation
import LockVault

/// The vault's slot whose key the system protects.
///
/// Its metadata is a byte 1, the raw value of the access control, and the name of the protected secret in UTF-8.
struct OwnerSlot: Hashable, Sendable {
    let id: SlotID
    let accessControl: AccessControl
    let name: String

    private static let version: UInt8 = 1
    private static let prefix = "InkLock "

    /// Reads the metadata of a slot.
    /// - Returns: `nil` if the slot has another purpose, or names a secret of the app's own: a record that an attacker
    ///   has changed must neither read nor delete one.
    init?(_ slot: ExternalKeySlot) {
        guard slot.metadata.count > 2, slot.metadata[0] == Self.version,
            let accessControl = AccessControl(rawValue: slot.metadata[1]),
            let name = String(bytes: slot.metadata.dropFirst(2), encoding: .utf8), Self.isNameOfLock(name)
        else { return nil }
        id = slot.id
        self.accessControl = accessControl
        self.name = name
    }

    /// A name for a new secret.
    static var newName: String { prefix + UUID().uuidString }

    /// Returns a Boolean value that indicates whether a name is one that ``newName`` returns.
    private static func isNameOfLock(_ name: String) -> Bool {
        name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
    }

    static func metadata(_ accessControl: AccessControl, name: String) -> [UInt8] {
        [version, accessControl.rawValue] + Array(name.utf8)
    }
}
