// SPDX-License-Identifier: MIT

/// Which ways in there are now, the best first, and what the button beside a prompt says.
public struct UnlockMethods: Hashable, Sendable {
    /// What the device can do at this moment. It may change while the app is away, so it is asked for each time.
    public struct Capabilities: Hashable, Sendable {
        /// A sensor with something enrolled that is not locked after failures.
        public var biometrics: Bool
        /// The device has a passcode, a PIN or a password.
        public var devicePasscode: Bool
        /// Passkeys with user verification can be asked for.
        public var passkeys: Bool

        public init(biometrics: Bool = false, devicePasscode: Bool = false, passkeys: Bool = false) {
            self.biometrics = biometrics
            self.devicePasscode = devicePasscode
            self.passkeys = passkeys
        }
    }

    /// What the owner has set up.
    public struct Choices: Hashable, Sendable {
        /// How the device's owner may unlock.
        public enum DeviceOwner: UInt8, Hashable, Sendable, CaseIterable {
            /// Not at all.
            case off
            /// The sensor alone.
            case biometrics
            /// The sensor, else the device's passcode.
            case biometricsOrDevicePasscode
        }

        /// By what the system knows the device's owner.
        public var deviceOwner: DeviceOwner
        /// Whether a passkey opens the vault.
        public var passkey: Bool
        /// Whether a passcode of the app's own does.
        public var passcode: Bool
        /// Whether a picture password does.
        public var picture: Bool
        /// Whether there is a recovery code, for when all else fails.
        public var recoveryCode: Bool

        public init(
            deviceOwner: DeviceOwner = .off, passkey: Bool = false, passcode: Bool = false, picture: Bool = false,
            recoveryCode: Bool = false
        ) {
            self.deviceOwner = deviceOwner
            self.passkey = passkey
            self.passcode = passcode
            self.picture = picture
            self.recoveryCode = recoveryCode
        }
    }

    /// What the button beside a prompt opens, which is how it has to be named.
    public enum Fallback: UInt8, Hashable, Sendable, CaseIterable {
        /// There is nothing to fall back on: hide the button.
        case none
        /// "Enter Device Passcode": the system asks for it itself.
        case devicePasscode
        /// "Enter *App* Passcode".
        case passcode
        /// "Draw on Your Picture".
        case picture
        /// "Use Recovery Code".
        case recoveryCode
    }

    /// In the order in which they are offered; empty when there is no way in at all.
    public let ordered: [UnlockMethod]
    /// What the button beside the best method's prompt opens.
    public let fallback: Fallback

    /// What of the owner's choices the device can do now. A picture, a passcode and a recovery code need nothing of it.
    public init(_ capabilities: Capabilities, _ choices: Choices) {
        var ordered: [UnlockMethod] = []
        var fallback = Fallback.none
        switch choices.deviceOwner {
        case .biometricsOrDevicePasscode where capabilities.devicePasscode:
            // No sensor without a device passcode: it is the least there must be.
            ordered.append(.deviceOwner)
            fallback = .devicePasscode
        case .biometrics where capabilities.biometrics && capabilities.devicePasscode:
            ordered.append(.biometrics)
        default: break
        }
        if choices.passkey && capabilities.passkeys { ordered.append(.passkey) }
        if choices.picture { ordered.append(.picture) }
        if choices.passcode { ordered.append(.passcode) }
        if choices.recoveryCode { ordered.append(.recoveryCode) }
        if fallback == .none {
            fallback =
                choices.passcode ? .passcode : choices.picture ? .picture : choices.recoveryCode ? .recoveryCode : .none
        }
        self.ordered = ordered
        self.fallback = fallback
    }

    /// What is offered without being asked for: the best of the methods, but never the recovery code.
    public var preferred: UnlockMethod? { ordered.first { $0 != .recoveryCode } }

    /// The method behind the button beside a prompt that the app itself shows; `nil` where the system does it.
    public var fallbackMethod: UnlockMethod? {
        switch fallback {
        case .none, .devicePasscode: nil
        case .passcode: .passcode
        case .picture: .picture
        case .recoveryCode: .recoveryCode
        }
    }

    /// Whether a method is offered. Complexity: O(methods).
    public func contains(_ method: UnlockMethod) -> Bool { ordered.contains(method) }
}
