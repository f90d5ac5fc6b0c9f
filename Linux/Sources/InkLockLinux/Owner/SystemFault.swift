// SPDX-License-Identifier: MIT
import CPAM
import Foundation

/// The meaning of the code of `OwnerError.system(code:)`, and of `VaultError.storage(_:code:)` for a chip, on Linux.
///
/// Most codes are `errno`'s, but PAM and a security chip have numbers of their own, which would mean something else
/// there.
public enum SystemFault: Hashable, Sendable, CustomStringConvertible {
    /// A value of `errno`.
    case system(Int32)
    /// A return code of PAM. A module, or the configuration of its service, is at fault, which only an administrator
    /// can repair.
    case pam(Int32)
    /// A response code of a security chip, or of tpm2-tss.
    case chip(UInt32)

    /// Creates a fault from the code of an error.
    /// - Parameter code: The code of `OwnerError.system(code:)`.
    public init(code: Int32) {
        switch code & ~Self.numbers {
        case Self.pamMark: self = .pam(code & Self.numbers)
        case Self.chipMark: self = .chip(UInt32(code & Self.numbers))
        default: self = .system(code)
        }
    }

    /// The code for `OwnerError.system(code:)`.
    public var code: Int32 {
        switch self {
        case .system(let number): number
        case .pam(let number): Self.pamMark | number & Self.numbers
        // The highest byte of a response code is reserved.
        case .chip(let number): Self.chipMark | Int32(truncatingIfNeeded: number) & Self.numbers
        }
    }

    /// The system's text for the number; for a chip, the number as hexadecimal.
    public var description: String {
        switch self {
        case .system(let number): String(cString: strerror(number))
        case .pam(let number): pam_strerror(nil, number).map { String(cString: $0) } ?? "\(number)"
        case .chip(let number): "0x" + String(number, radix: 16, uppercase: true)
        }
    }

    /// The bits of a number. Those above say where it is from.
    private static let numbers: Int32 = 0xFF_FFFF
    private static let pamMark = Int32(UInt8(ascii: "P")) << 24
    private static let chipMark = Int32(UInt8(ascii: "T")) << 24
}
