// SPDX-License-Identifier: MIT

/// The unlock methods that are available now, the best first, and the meaning of the fallback button beside a prompt.
public struct UnlockMethods: Hashable, Sendable {
    /// The current capabilities of a device. They may change while the app is in the background, so query them each
    /// time.
    public struct Capabilities: Hashable, Sendable {
        /// A Boolean value that indicates whether there is a sensor with an enrolled finger or face that is not locked
        /// after failures.
        public var biometrics: Bool
        /// A Boolean value that indicates whether the device has a passcode, a PIN or a password.
        public var devicePasscode: Bool
        /// A Boolean value that indicates whether passkeys with user verification are supported.
        public var passkeys: Bool

        public init(biometrics: Bool = false, devicePasscode: Bool = false, passkeys: Bool = false) {
            self.biometrics = biometrics
            self.devicePasscode = devicePasscode
            self.passkeys = passkeys
        }
    }

    /// The methods that the owner has set up.
    public struct Choices: Hashable, Sendable {
        /// The authentication of the device's owner.
        public enum OwnerAuthentication: UInt8, Hashable, Sendable, CaseIterable {
            /// The device's authentication does not unlock.
            case off
            /// The sensor unlocks.
            case biometrics
            /// The sensor or, when it fails, the device's passcode unlocks.
            case biometricsOrDevicePasscode
        }

        /// The authentication of the device's owner.
        public var deviceOwner: OwnerAuthentication
        /// A Boolean value that indicates whether a passkey opens the vault.
        public var passkey: Bool
        /// A Boolean value that indicates whether the app's own passcode opens the vault.
        public var passcode: Bool
        /// A Boolean value that indicates whether a picture password opens the vault.
        public var picture: Bool
        /// A Boolean value that indicates whether there is a recovery code, for when all other methods fail.
        public var recoveryCode: Bool

        public init(
            deviceOwner: OwnerAuthentication = .off, passkey: Bool = false, passcode: Bool = false,
            picture: Bool = false, recoveryCode: Bool = false
        ) {
            self.deviceOwner = deviceOwner
            self.passkey = passkey
            self.passcode = passcode
            self.picture = picture
            self.recoveryCode = recoveryCode
        }
    }

    /// The method that the fallback button beside a prompt opens. It determines the button's title.
    public enum Fallback: UInt8, Hashable, Sendable, CaseIterable {
        /// There is no fallback. Hide the button.
        case none
        /// "Enter Device Passcode". The system asks for it itself.
        case devicePasscode
        /// "Enter *App* Passcode".
        case passcode
        /// "Draw on Your Picture".
        case picture
        /// "Use Recovery Code".
        case recoveryCode
    }

    /// The methods in the order in which they are offered; empty if there are none.
    public let ordered: [UnlockMethod]
    /// The method that the fallback button beside the best method's prompt opens.
    public let fallback: Fallback

    /// Selects those of the owner's choices that the device supports now. A picture, a passcode and a recovery code
    /// need no capability.
    public init(_ capabilities: Capabilities, _ choices: Choices) {
        var ordered: [UnlockMethod] = []
        var fallback = Fallback.none
        switch choices.deviceOwner {
        case .biometricsOrDevicePasscode where capabilities.devicePasscode:
            // A sensor requires a device passcode, so the passcode is the minimum.
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

    /// The method that is offered automatically: the best one, but never the recovery code.
    public var preferred: UnlockMethod? { ordered.first { $0 != .recoveryCode } }

    /// The app's own method behind the fallback button; `nil` if there is none or if the system provides it.
    public var fallbackMethod: UnlockMethod? {
        switch fallback {
        case .none, .devicePasscode: nil
        case .passcode: .passcode
        case .picture: .picture
        case .recoveryCode: .recoveryCode
        }
    }

    /// Returns a Boolean value that indicates whether a method is offered.
    /// - Complexity: O(methods).
    public func contains(_ method: UnlockMethod) -> Bool { ordered.contains(method) }
}
