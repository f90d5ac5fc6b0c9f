// SPDX-License-Identifier: MIT

extension PasscodeAccessory {
    /// Returns the button for the device's biometric sensor, or `nil` if the sensor cannot be used now.
    /// - Parameters:
    ///   - sensor: The sensor, as ``KeychainOwner/sensor()`` returns it.
    ///   - promptsAutomatically: A Boolean value that indicates whether the screen also performs the action once when
    ///     it appears.
    ///   - action: The action, which asks the system to authenticate the user, for example with a `DeviceOwner`.
    public static func sensor(
        _ sensor: OwnerSensor?, promptsAutomatically: Bool = true,
        action: @escaping @MainActor () async -> PasscodeAnswer
    ) -> PasscodeAccessory? {
        guard let sensor, sensor.state == .ready else { return nil }
        switch sensor.kind {
        case .touchID: return .touchID(promptsAutomatically: promptsAutomatically, action: action)
        case .faceID: return .faceID(promptsAutomatically: promptsAutomatically, action: action)
        case .opticID:
            return PasscodeAccessory(
                label: Wording.opticID, symbol: "opticid", promptsAutomatically: promptsAutomatically, action: action)
        }
    }
}
