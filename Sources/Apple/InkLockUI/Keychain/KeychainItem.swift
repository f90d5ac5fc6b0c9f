// SPDX-License-Identifier: MIT
import Foundation
import LocalAuthentication
import Security

/// An item of the system's keychain. All calls of `SecItem…` in this module are here.
///
/// The item is a generic password in the data protection keychain, even on a Mac. It is never synchronised and stays on
/// this device. The methods block; call them in ``BlockingWork``.
struct KeychainItem: Sendable {
    /// The condition for reading an item.
    enum Protection: Hashable, Sendable {
        /// Readable after the device's first unlock since it started.
        case afterFirstUnlock
        /// Readable while the device is unlocked.
        case whenUnlocked
        /// Readable while the device is unlocked and has a passcode, after authentication with biometrics or the
        /// passcode.
        case deviceOwner
        /// Like ``deviceOwner``, but only with the biometrics that are enrolled when the item is added, and not with
        /// the passcode.
        case currentBiometrics
    }

    let service: String
    let account: String
    /// The access group, or `nil` for the app's first one.
    let accessGroup: String?

    /// Adds the item.
    /// - Parameter mark: The attribute that ``replace(_:mark:ifMarked:)`` compares. It is readable without opening the
    ///   item.
    /// - Throws: `errSecDuplicateItem` if the item exists.
    func add(_ value: Data, mark: Data? = nil, _ protection: Protection) throws(KeychainError) {
        var item = name
        item[kSecValueData as String] = value
        if let mark { item[kSecAttrGeneric as String] = mark }
        // An item has one or the other: access control includes accessibility.
        switch protection {
        case .afterFirstUnlock:
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlocked: item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .deviceOwner: item[kSecAttrAccessControl as String] = try systemAccessControl(.userPresence)
        case .currentBiometrics: item[kSecAttrAccessControl as String] = try systemAccessControl(.biometryCurrentSet)
        }
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    /// Returns the item's value.
    /// - Parameter context: The authenticated context for an item that requires authentication.
    func read(_ context: LAContext? = nil) throws(KeychainError) -> Data {
        var query = name(context)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &found))
        guard let value = found as? Data else { throw KeychainError(errSecDecode) }
        return value
    }

    /// Replaces the value atomically. The protection does not change.
    func replace(_ value: Data, _ context: LAContext? = nil) throws(KeychainError) {
        try check(SecItemUpdate(name(context) as CFDictionary, [kSecValueData as String: value] as CFDictionary))
    }

    /// Replaces the value and the attribute atomically if the current attribute equals `mark`. The protection does not
    /// change.
    /// - Throws: `errSecItemNotFound` if the item has another attribute or does not exist.
    func replace(_ value: Data, mark new: Data, ifMarked mark: Data) throws(KeychainError) {
        var query = name
        query[kSecAttrGeneric as String] = mark
        let change = [kSecValueData as String: value, kSecAttrGeneric as String: new]
        try check(SecItemUpdate(query as CFDictionary, change as CFDictionary))
    }

    /// Deletes the item. Succeeds if it does not exist.
    func delete() throws(KeychainError) {
        let status = SecItemDelete(name as CFDictionary)
        if status != errSecItemNotFound { try check(status) }
    }

    /// Returns whether the item exists, without a prompt and without opening it.
    func exists() throws(KeychainError) -> Bool {
        let silent = LAContext()
        silent.interactionNotAllowed = true
        switch SecItemCopyMatching(name(silent) as CFDictionary, nil) {
        case errSecItemNotFound: return false
        // An item that requires authentication exists, even if it may not open.
        case errSecSuccess, errSecInteractionNotAllowed, errSecAuthFailed: return true
        case let status: throw KeychainError(status)
        }
    }

    private var name: [String: Any] {
        var name: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: account, kSecUseDataProtectionKeychain as String: true,
        ]
        if let accessGroup { name[kSecAttrAccessGroup as String] = accessGroup }
        return name
    }

    private func name(_ context: LAContext?) -> [String: Any] {
        var name = name
        if let context { name[kSecUseAuthenticationContext as String] = context }
        return name
    }

    private func systemAccessControl(_ flags: SecAccessControlCreateFlags) throws(KeychainError) -> SecAccessControl {
        // The system deletes items with this accessibility when the device's passcode is removed.
        let protection = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        guard let control = SecAccessControlCreateWithFlags(nil, protection, flags, nil) else {
            throw KeychainError(errSecParam)
        }
        return control
    }

    private func check(_ status: OSStatus) throws(KeychainError) {
        guard status == errSecSuccess else { throw KeychainError(status) }
    }
}
