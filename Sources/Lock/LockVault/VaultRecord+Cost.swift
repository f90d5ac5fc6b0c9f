// SPDX-License-Identifier: MIT

extension VaultRecord {
    /// The cost of one guess at the passcode; `nil` if no passcode opens the vault.
    public var passcodeCost: ScryptCost? { hasPasscode ? cells[PasscodeCell.owner].hash.cost : nil }
}
