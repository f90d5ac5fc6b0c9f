// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication
import LockFlow

/// The device's biometric sensor and its state.
public struct OwnerSensor: Hashable, Sendable {
    /// A kind of biometric sensor.
    public enum Kind: Hashable, Sendable {
        /// A fingerprint sensor.
        case touchID
        /// Face recognition.
        case faceID
        /// Iris recognition.
        case opticID
    }

    /// The state of a sensor.
    public enum State: Hashable, Sendable {
        /// Biometrics are enrolled, and the sensor accepts attempts.
        case ready
        /// The sensor is locked after too many failures. Entering the device's passcode unlocks it.
        case lockedOut
        /// No biometrics are enrolled.
        case nothingEnrolled
        /// The user denies this app access, the sensor is not connected, or the device has no passcode.
        case unavailable
    }

    /// The kind of sensor.
    public let kind: Kind
    /// The state of the sensor when this value was created. Query the sensor again before each use.
    public let state: State

    public init(kind: Kind, state: State) {
        self.kind = kind
        self.state = state
    }
}

/// The authentication that the device supports. Calls block.
enum OwnerDevice {
    /// The sensor, or `nil` if there is none.
    static var sensor: OwnerSensor? {
        let context = LAContext()
        let refusal = refusal(of: .deviceOwnerAuthenticationWithBiometrics, context)
        // The context reports its biometry only after a policy was evaluated.
        let kind: OwnerSensor.Kind
        switch context.biometryType {
        case .touchID: kind = .touchID
        case .faceID: kind = .faceID
        case .opticID: kind = .opticID
        default: return nil
        }
        switch refusal {
        case nil: return OwnerSensor(kind: kind, state: .ready)
        case LAError.Code.biometryLockout.rawValue: return OwnerSensor(kind: kind, state: .lockedOut)
        case LAError.Code.biometryNotEnrolled.rawValue: return OwnerSensor(kind: kind, state: .nothingEnrolled)
        default: return OwnerSensor(kind: kind, state: .unavailable)
        }
    }

    static var hasPasscode: Bool { refusal(of: .deviceOwnerAuthentication, LAContext()) == nil }

    static var capabilities: UnlockMethods.Capabilities {
        UnlockMethods.Capabilities(biometrics: sensor?.state == .ready, devicePasscode: hasPasscode)
    }

    /// Checks that an item can be stored with an access control now.
    static func check(_ accessControl: AccessControl) throws(OwnerError) {
        guard let code = refusal(of: accessControl.policy, LAContext()) else { return }
        // Biometrics are enrolled even if the sensor is locked out.
        guard code != LAError.Code.biometryLockout.rawValue else { return }
        throw OwnerError(authentication: code)
    }

    /// Returns the code of the `LAError`, or `nil` if the policy can be evaluated.
    private static func refusal(of policy: LAPolicy, _ context: LAContext) -> Int? {
        var error: NSError?
        guard !context.canEvaluatePolicy(policy, error: &error) else { return nil }
        return error?.code ?? LAError.Code.biometryNotAvailable.rawValue
    }
}

extension AccessControl {
    var policy: LAPolicy {
        switch self {
        case .deviceOwner: .deviceOwnerAuthentication
        case .currentBiometrics: .deviceOwnerAuthenticationWithBiometrics
        }
    }

    var protection: KeychainItem.Protection {
        switch self {
        case .deviceOwner: .deviceOwner
        case .currentBiometrics: .currentBiometrics
        }
    }
}
