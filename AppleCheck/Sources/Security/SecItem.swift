// SPDX-License-Identifier: MIT
import Foundation
import FoundationGaps

/// In-memory keychain that checks what the real one is known to refuse.
public enum _Keychain {
    nonisolated(unsafe) public static var items: [String: [String: Any]] = [:]
    nonisolated(unsafe) public static var forced: OSStatus?
    static func id(_ q: [String: Any]) -> String? {
        guard q[kSecClass as String] as? NSString == kSecClassGenericPassword else { return nil }
        return
            "\(q[kSecAttrService as String] ?? "")|\(q[kSecAttrAccount as String] ?? "")|\(q[kSecAttrAccessGroup as String] ?? "")"
    }
}
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemAdd(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    if let f = _Keychain.forced { return f }
    guard let q = query as? [String: Any] else { return errSecParam }
    guard let id = _Keychain.id(q) else { return errSecParam }
    if q[kSecAttrAccessControl as String] != nil && q[kSecAttrAccessible as String] != nil { return errSecParam }
    if _Keychain.items[id] != nil { return errSecDuplicateItem }
    _Keychain.items[id] = q
    return errSecSuccess
}
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    if let f = _Keychain.forced { return f }
    guard let q = query as? [String: Any] else { return errSecParam }
    guard let id = _Keychain.id(q) else { return errSecParam }
    guard let item = _Keychain.items[id] else { return errSecItemNotFound }
    if q[kSecReturnData as String] as? Bool == true, let data = item[kSecValueData as String] as? Data {
        result?.pointee = NSData(data: data)
    }
    return errSecSuccess
}
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemUpdate(_ query: CFDictionary, _ new: CFDictionary) -> OSStatus {
    if let f = _Keychain.forced { return f }
    guard let q = query as? [String: Any] else { return errSecParam }
    guard let id = _Keychain.id(q) else { return errSecParam }
    guard var item = _Keychain.items[id] else { return errSecItemNotFound }
    if new[kSecClass] != nil { return errSecParam }
    item.merge(new as? [String: Any] ?? [:]) { $1 }
    _Keychain.items[id] = item
    return errSecSuccess
}
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    if let f = _Keychain.forced { return f }
    guard let q = query as? [String: Any] else { return errSecParam }
    guard let id = _Keychain.id(q) else { return errSecParam }
    return _Keychain.items.removeValue(forKey: id) == nil ? errSecItemNotFound : errSecSuccess
}
