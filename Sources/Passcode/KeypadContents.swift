// SPDX-License-Identifier: MIT

/// What a passcode screen shows, as far as it matters for where things lie.
public struct KeypadContents: Hashable, Sendable {
    /// Marks for the kinds of one length; for the others a field with a button that submits. Text has no keys.
    public let kind: PasscodeKind
    /// Whether the app's icon stands above the title, where there is room.
    public let hasIcon: Bool
    /// The lines the title takes, at least 1.
    public let titleLines: Int
    /// The lines kept free for a message below the marks, at least 0.
    public let messageLines: Int
    /// How much larger than usual a person wants text: 1 or more.
    public let textScale: Double
    /// Whether languages are read from right to left. The digits keep their order: telephones' is the same everywhere.
    public let isRightToLeft: Bool
    /// Where each digit lies: as on a telephone, or scrambled.
    public let order: KeypadOrder

    /// Numbers below the least are raised to it, and a text scale that is not finite counts as 1.
    public init(
        kind: PasscodeKind, hasIcon: Bool = true, titleLines: Int = 1, messageLines: Int = 1, textScale: Double = 1,
        isRightToLeft: Bool = false, order: KeypadOrder = .ordered
    ) {
        self.kind = kind
        self.hasIcon = hasIcon
        self.titleLines = max(1, titleLines)
        self.messageLines = max(0, messageLines)
        self.textScale = textScale.isFinite ? max(1, textScale) : 1
        self.isRightToLeft = isRightToLeft
        self.order = order
    }
}
