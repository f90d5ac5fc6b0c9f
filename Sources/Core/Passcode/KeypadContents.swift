// SPDX-License-Identifier: MIT

/// The contents of a passcode screen, as far as they affect its layout.
public struct KeypadContents: Hashable, Sendable {
    /// The kind of the passcode. Kinds of fixed length have marks; the others have a field with a submit button. Text
    /// has no keys.
    public let kind: PasscodeKind
    /// A Boolean value that indicates whether the app's icon appears above the title, if there is room.
    public let hasIcon: Bool
    /// The number of lines in the title, at least 1.
    public let titleLines: Int
    /// The number of lines reserved for a message below the marks, at least 0.
    public let messageLines: Int
    /// The text size relative to the default, at least 1.
    public let textScale: Double
    /// A Boolean value that indicates whether the layout is right to left. The order of the digits does not change,
    /// because telephone keypads are the same everywhere.
    public let isRightToLeft: Bool
    /// The positions of the digits: as on a telephone, or scrambled.
    public let order: KeypadOrder

    /// Creates the contents. Numbers below their minimum are raised to it. A text scale that is not finite counts as 1.
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
