// SPDX-License-Identifier: MIT
import Foundation
import InkLock

/// What is written down beside a guarded item, where nobody has to be asked: who it is kept for.
///
/// The system deletes or closes an item when the device's passcode is removed or fingers change, and does not say so: it says
/// that there is none, or that somebody was not recognised. With its mark, what was lost can be told from what never was.
///
/// Three bytes: 1, the guardian's number, and 1 once the item was found to be lost.
struct GuardMark: Hashable, Sendable {
    let guardian: SecretGuardian
    var isLost = false

    private static let version: UInt8 = 1

    init(_ guardian: SecretGuardian) { self.guardian = guardian }

    /// - Returns: `nil` for anything else.
    init?(_ bytes: Data) {
        let bytes = Array(bytes)
        guard bytes.count == 3, bytes[0] == Self.version, let guardian = SecretGuardian(rawValue: bytes[1]),
            bytes[2] <= 1
        else { return nil }
        self.guardian = guardian
        isLost = bytes[2] == 1
    }

    var bytes: Data { Data([Self.version, guardian.rawValue, isLost ? 1 : 0]) }

    /// What became of an item that does not open any more.
    var loss: OwnerError {
        switch guardian {
        case .deviceOwner: .invalidated(.devicePasscodeRemoved)
        case .currentBiometrics:
            .invalidated(OwnerDevice.hasPasscode ? .biometricsChanged : .devicePasscodeRemoved)
        }
    }
}
