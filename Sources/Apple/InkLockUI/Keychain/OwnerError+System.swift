// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication
import Security

/// Conversion of system error codes. A code in neither table is kept as it is, because only a developer can act on it.
extension OwnerError {
    /// Creates an error from an error of LocalAuthentication.
    public init(_ error: LAError) { self.init(authentication: error.errorCode) }

    /// Creates an error from a status of the keychain other than success.
    public init(_ status: OSStatus) { self = Self.keychain[status] ?? .system(code: status) }

    init(authentication code: Int) {
        self = Self.authentication[code] ?? .system(code: Int32(truncatingIfNeeded: code))
    }

    private static let authentication: [Int: OwnerError] = [
        LAError.Code.authenticationFailed.rawValue: .denied,
        LAError.Code.userCancel.rawValue: .cancelled,
        LAError.Code.userFallback.rawValue: .fallbackChosen,
        LAError.Code.systemCancel.rawValue: .cancelled,
        LAError.Code.passcodeNotSet.rawValue: .unavailable,
        LAError.Code.biometryNotAvailable.rawValue: .unavailable,
        LAError.Code.biometryNotEnrolled.rawValue: .unavailable,
        LAError.Code.biometryLockout.rawValue: .locked(.sensor),
        LAError.Code.appCancel.rawValue: .cancelled,
        LAError.Code.invalidContext.rawValue: .cancelled,
        LAError.Code.notInteractive.rawValue: .locked(.device),
        MacCode.watchNotAvailable: .unavailable,
        MacCode.biometryNotPaired: .unavailable,
        MacCode.biometryDisconnected: .unavailable,
        MacCode.invalidDimensions: .system(code: Int32(MacCode.invalidDimensions)),
    ]

    /// Codes that Apple's SDK names only for macOS.
    private enum MacCode {
        static let watchNotAvailable = -11
        static let biometryNotPaired = -12
        static let biometryDisconnected = -13
        static let invalidDimensions = -14
    }

    private static let keychain: [OSStatus: OwnerError] = [
        errSecItemNotFound: .absent,
        errSecDuplicateItem: .exists,
        errSecAuthFailed: .denied,
        errSecUserCanceled: .cancelled,
        errSecInteractionNotAllowed: .locked(.device),
        // The keychain is unavailable until the device's first unlock since it started.
        errSecNotAvailable: .locked(.device),
        errSecMissingEntitlement: .system(code: errSecMissingEntitlement),
        errSecDecode: .system(code: errSecDecode),
        errSecParam: .system(code: errSecParam),
        errSecIO: .system(code: errSecIO),
        errSecDiskFull: .system(code: errSecDiskFull),
        errSecAllocate: .system(code: errSecAllocate),
        errSecUnimplemented: .system(code: errSecUnimplemented),
    ]
}
