// SPDX-License-Identifier: MIT

extension PasscodeAccessory {
    /// Returns the button for the device's biometric sensor, or `nil` if the sensor cannot be used now.
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
