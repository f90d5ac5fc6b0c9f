// SPDX-License-Identifier: MIT
import Foundation
import LocalAuthentication
import Security

/// One item of the system's keychain, and the only door to it: nothing else calls `SecItem…`.
///
/// It is a generic password of the data protection keychain, on a Mac too, never synchronised, and of this device alone.
/// Calls block; have them done with ``off(_:)``.
struct KeychainItem: Sendable {
    /// When an item can be read, and what has to be shown first.
    enum Protection: Hashable, Sendable {
        /// From the first time the device is unlocked after it started.
        case afterFirstUnlock
        /// While the device is unlocked.
        case whenUnlocked
        /// While the device is unlocked and has a passcode, after a finger, a face or the passcode.
        case deviceOwner
        /// The same for the fingers or faces alone that are enrolled when the item is added.
        case currentBiometrics
    }

    let service: String
    let account: String
    /// `nil` for the app's own.
    let accessGroup: String?

    /// - Parameter mark: what ``replace(_:_:ifMarked:)`` asks for; seen without opening the item.
    /// - Throws: `errSecDuplicateItem` if there is one of that name.
    func add(_ value: Data, mark: Data? = nil, _ protection: Protection) throws(KeychainRefusal) {
        var item = name
        item[kSecValueData as String] = value
        if let mark { item[kSecAttrGeneric as String] = mark }
        // An item has the one or the other: access control includes accessibility.
        switch protection {
        case .afterFirstUnlock:
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlocked: item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .deviceOwner: item[kSecAttrAccessControl as String] = try accessControl(.userPresence)
        case .currentBiometrics: item[kSecAttrAccessControl as String] = try accessControl(.biometryCurrentSet)
        }
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    /// - Parameter context: what the owner has answered already, for an item that wants that.
    func read(_ context: LAContext? = nil) throws(KeychainRefusal) -> Data {
        var query = name(context)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &found))
        guard let value = found as? Data else { throw KeychainRefusal(errSecDecode) }
        return value
    }

    /// Puts another value in its place, at once or not at all; the protection stays.
    func replace(_ value: Data, _ context: LAContext? = nil) throws(KeychainRefusal) {
        try check(SecItemUpdate(name(context) as CFDictionary, [kSecValueData as String: value] as CFDictionary))
    }

    /// The same with a new mark, if the item bears `mark`.
    /// - Throws: `errSecItemNotFound` if it is another, or if there is no item.
    func replace(_ value: Data, mark new: Data, ifMarked mark: Data) throws(KeychainRefusal) {
        var query = name
        query[kSecAttrGeneric as String] = mark
        let change = [kSecValueData as String: value, kSecAttrGeneric as String: new]
        try check(SecItemUpdate(query as CFDictionary, change as CFDictionary))
    }

    /// No error if there is nothing.
    func delete() throws(KeychainRefusal) {
        let status = SecItemDelete(name as CFDictionary)
        if status != errSecItemNotFound { try check(status) }
    }

    /// Whether there is one, without asking anybody and without opening it.
    func exists() throws(KeychainRefusal) -> Bool {
        let silent = LAContext()
        silent.interactionNotAllowed = true
        switch SecItemCopyMatching(name(silent) as CFDictionary, nil) {
        case errSecItemNotFound: return false
        // What has to be asked for is there; whether it opens is another question.
        case errSecSuccess, errSecInteractionNotAllowed, errSecAuthFailed: return true
        case let status: throw KeychainRefusal(status)
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

    private func accessControl(_ flags: SecAccessControlCreateFlags) throws(KeychainRefusal) -> SecAccessControl {
        // Removing the device's passcode removes what is kept so.
        let protection = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        guard let control = SecAccessControlCreateWithFlags(nil, protection, flags, nil) else {
            throw KeychainRefusal(errSecParam)
        }
        return control
    }

    private func check(_ status: OSStatus) throws(KeychainRefusal) {
        guard status == errSecSuccess else { throw KeychainRefusal(status) }
    }
}
