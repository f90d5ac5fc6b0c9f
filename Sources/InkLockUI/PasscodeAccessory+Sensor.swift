// SPDX-License-Identifier: MIT

extension PasscodeAccessory {
    /// The button for the device's sensor, under its name.
    /// - Returns: `nil` if there is no sensor, or none that can be used now: show no button then.
    public static func sensor(
        _ sensor: OwnerSensor?, isAutomatic: Bool = true, action: @escaping @MainActor () async -> PasscodeAnswer
    ) -> PasscodeAccessory? {
        guard let sensor, sensor.state == .ready else { return nil }
        switch sensor.kind {
        case .touchID: return .touchID(isAutomatic: isAutomatic, action: action)
        case .faceID: return .faceID(isAutomatic: isAutomatic, action: action)
        case .opticID:
            return PasscodeAccessory(
                label: Wording.opticID, symbol: "opticid", isAutomatic: isAutomatic, action: action)
        }
    }
}
