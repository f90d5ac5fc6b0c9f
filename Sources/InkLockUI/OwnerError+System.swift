// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication
import Security

/// What the system's codes mean. What stands in neither table keeps its code: nobody but a developer can do anything about it.
extension OwnerError {
    /// What LocalAuthentication said.
    public init(_ error: LAError) { self.init(authentication: error.errorCode) }

    /// What the keychain said, which was no success.
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

    /// By number, because Apple names these for the Mac alone.
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
        // There is no keychain yet: nobody has unlocked the device since it started.
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
