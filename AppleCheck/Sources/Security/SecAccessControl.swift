// SPDX-License-Identifier: MIT
import Foundation
import FoundationGaps

public final class SecAccessControl: @unchecked Sendable {
    public let _accessible: String, _flags: SecAccessControlCreateFlags
    init(_ a: String, _ f: SecAccessControlCreateFlags) {
        _accessible = a
        _flags = f
    }
}
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let userPresence = Self(rawValue: 1 << 0), biometryAny = Self(rawValue: 1 << 1),
        biometryCurrentSet = Self(rawValue: 1 << 3), devicePasscode = Self(rawValue: 1 << 4)
}
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    SecAccessControl("\(protection)", flags)
}

/// The properties of an `LAContext` that the keychain double reads.
public protocol _AuthenticationContext: AnyObject {
    var _proof: _Device.Proof? { get }
    var _isInvalid: Bool { get }
    var interactionNotAllowed: Bool { get }
    var localizedReason: String { get }
    var localizedFallbackTitle: String? { get }
    func _keep(_ shown: _Device.Proof)
}
