// SPDX-License-Identifier: MIT
import Foundation
import FoundationGaps

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemAdd(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let query = query as? [String: Any] else { return errSecParam }
    return _Keychain.shared.add(query)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let query = query as? [String: Any] else { return errSecParam }
    let (status, value) = _Keychain.shared.copy(query)
    if let value { result?.pointee = NSData(data: value) }
    return status
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemUpdate(_ query: CFDictionary, _ new: CFDictionary) -> OSStatus {
    guard let query = query as? [String: Any], let new = new as? [String: Any] else { return errSecParam }
    return _Keychain.shared.update(query, new)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    guard let query = query as? [String: Any] else { return errSecParam }
    return _Keychain.shared.delete(query)
}
