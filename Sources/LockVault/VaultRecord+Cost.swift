// SPDX-License-Identifier: MIT

extension VaultRecord {
    /// What one guess at the passcode costs; `nil` if no passcode opens the vault.
    public var passcodeCost: ScryptCost? { hasPasscode ? cells[PasscodeCell.owner].hash.cost : nil }
}
