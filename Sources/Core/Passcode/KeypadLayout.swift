// SPDX-License-Identifier: MIT
import InkGeometry

/// The layout of a passcode screen: title, marks, message, keys and buttons, in points of the surface.
///
/// On surfaces from 200 × 240 to 1400 × 1400 points, and larger, everything lies inside the safe area, nothing
/// overlaps, and every key and button is at least 44 points wide and high, with a title of one line at the default
/// size. If there is less room, ``contentSize`` is larger than the surface and the host scrolls.
public struct KeypadLayout: Hashable, Sendable {
    /// The key of a digit.
    public struct Key: Hashable, Sendable {
        /// The digit, 0...9.
        public let digit: Int
        /// The frame of the key in points.
        public let frame: InkRect
    }

    /// The size of all content: that of the surface, or larger if the surface is too small.
    public let contentSize: InkSize
    /// The arrangement with the largest keys.
    public let arrangement: KeypadArrangement
    /// The fitted measures in points.
    public let measures: KeypadMeasures
    /// The frame of the app's icon, or `nil` if there is none or no room for it.
    public let icon: InkRect?
    /// The frame of the title, with room for the requested number of lines. Centre the text in it.
    public let title: InkRect
    /// The frames of the marks, one for each digit of a kind of fixed length, otherwise empty.
    public let marks: [InkRect]
    /// The frame of the field for a passcode of variable length, otherwise `nil`.
    public let field: InkRect?
    /// The frame of the submit button of the field, or `nil` where the last digit submits.
    public let submit: InkRect?
    /// The frame of the message, between the marks and the keys or below the marks.
    public let message: InkRect
    /// The keys in the order of their positions. Empty for text.
    public let keys: [Key]
    /// The frame of the button that cancels and deletes.
    public let corner: InkRect
    /// The frame of a button for the app's use, such as biometrics or another unlock method.
    public let accessory: InkRect

    /// The corner radius of the keys. It is less than a third of the side, so that no key is a circle.
    public var keyCorner: Double { min(Self.largestCorner, measures.keySide * Self.cornerShare) }
    /// The font size of the digits, as large as fits on a key.
    public var digitSize: Double { min(measures.digitSize * textScale, measures.keySide * Self.digitShare) }
    /// The font size of the letters under the digits.
    public var letterSize: Double { min(measures.letterSize * textScale, measures.keySide * Self.letterShare) }
    /// The font size of the title.
    public var titleSize: Double { measures.titleSize * textScale }
    /// The font size of the message.
    public var messageSize: Double { KeypadFit.messageSize * textScale }
    private let textScale: Double

    private static var largestCorner: Double { 18 }
    private static var cornerShare: Double { 0.28 }
    private static var digitShare: Double { 0.55 }
    private static var letterShare: Double { 0.2 }

    /// Lays out a passcode screen.
    /// - Parameters:
    ///   - size: The size of the surface. Sides that are not finite or not above 0 count as 0.
    ///   - safeArea: The part of the surface without notches and rounded corners. The default is the whole surface.
    ///   - contents: The contents of the screen, as far as they affect its layout.
    /// - Complexity: O(1).
    public init(size: InkSize, safeArea: InkRect? = nil, contents: KeypadContents) {
        let size = InkSize(width: size.hasArea ? size.width : 0, height: size.hasArea ? size.height : 0)
        let safe = (safeArea ?? InkRect(size)).intersection(InkRect(size))
        let inner = safe.isEmpty ? InkRect(size) : safe
        let fit = KeypadFit.best(contents, area: inner.size)
        // Content that does not fit extends to the right and below, where scrolling reaches it.
        let area = InkSize(width: max(inner.width, fit.size.width), height: max(inner.height, fit.size.height))
        contentSize = InkSize(
            width: size.width + (area.width - inner.width), height: size.height + (area.height - inner.height))
        arrangement = fit.arrangement
        measures = fit.measures
        textScale = contents.textScale

        let frame = KeypadFrame(
            fit,
            area: InkRect(
                minX: inner.minX, minY: inner.minY, maxX: inner.minX + area.width, maxY: inner.minY + area.height))
        icon = frame.icon
        title = frame.title
        marks = frame.marks
        field = frame.field
        submit = frame.submit
        message = frame.message
        let places = frame.places
        keys = zip(contents.order.digits, places).map { Key(digit: Int($0), frame: $1) }
        corner = frame.corner
        accessory = frame.accessory
    }
}
