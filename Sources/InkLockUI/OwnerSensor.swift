// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LocalAuthentication
import LockFlow

/// The device's sensor for fingers or faces, as it is at this moment.
public struct OwnerSensor: Hashable, Sendable {
    /// What it looks at.
    public enum Kind: Hashable, Sendable {
        /// Fingers.
        case touchID
        /// Faces.
        case faceID
        /// Eyes.
        case opticID
    }

    /// Whether it can be asked.
    public enum State: Hashable, Sendable {
        /// It knows somebody, and takes tries.
        case ready
        /// After too many failures; the device's passcode opens it again.
        case lockedOut
        /// No finger and no face is enrolled.
        case nothingEnrolled
        /// The person does not let this app use it, or it is not connected, or the device has no passcode.
        case unavailable
    }

    /// What it looks at.
    public let kind: Kind
    /// Whether it can be asked at this moment; ask again each time.
    public let state: State

    public init(kind: Kind, state: State) {
        self.kind = kind
        self.state = state
    }
}

/// What the device can be asked for. Calls block.
enum OwnerDevice {
    /// `nil` if there is none.
    static var sensor: OwnerSensor? {
        let context = LAContext()
        let refusal = refusal(of: .deviceOwnerAuthenticationWithBiometrics, context)
        // Known only after it was asked about.
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

    /// Whether something can be kept for a guardian now.
    static func check(_ guardian: SecretGuardian) throws(OwnerError) {
        guard let code = refusal(of: guardian.policy, LAContext()) else { return }
        // Fingers are enrolled all the same.
        guard code != LAError.Code.biometryLockout.rawValue else { return }
        throw OwnerError(authentication: code)
    }

    /// LAError's code, `nil` if the policy can be evaluated.
    private static func refusal(of policy: LAPolicy, _ context: LAContext) -> Int? {
        var error: NSError?
        guard !context.canEvaluatePolicy(policy, error: &error) else { return nil }
        return error?.code ?? LAError.Code.biometryNotAvailable.rawValue
    }
}

extension SecretGuardian {
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
