// SPDX-License-Identifier: MIT
import Foundation
import InkLock

/// Metadata stored next to a protected keychain item and readable without a prompt: the item's access control, and
/// whether the item was invalidated.
///
/// The system deletes or invalidates an item when the device's passcode is removed or the enrolled biometrics change,
/// but reports only that there is no item or that authentication failed. The marker distinguishes an item that was lost
/// from one that never existed.
///
/// The encoding has three bytes: 1, the raw value of the access control, and 1 if the item is lost, else 0.
struct KeychainItemMarker: Hashable, Sendable {
    let accessControl: AccessControl
    var isLost = false

    private static let version: UInt8 = 1

    init(_ accessControl: AccessControl) { self.accessControl = accessControl }

    /// Decodes a marker. Returns `nil` for any other bytes.
    init?(_ bytes: Data) {
        let bytes = Array(bytes)
        guard bytes.count == 3, bytes[0] == Self.version, let accessControl = AccessControl(rawValue: bytes[1]),
            bytes[2] <= 1
        else { return nil }
        self.accessControl = accessControl
        isLost = bytes[2] == 1
    }

    var bytes: Data { Data([Self.version, accessControl.rawValue, isLost ? 1 : 0]) }

    /// The error for an item that can no longer be read.
    var loss: OwnerError {
        switch accessControl {
        case .deviceOwner: .invalidated(.devicePasscodeRemoved)
        case .currentBiometrics:
            .invalidated(OwnerDevice.hasPasscode ? .biometricsChanged : .devicePasscodeRemoved)
        }
    }
}
