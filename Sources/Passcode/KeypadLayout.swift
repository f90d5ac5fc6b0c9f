// SPDX-License-Identifier: MIT
import InkGeometry

/// Where everything on a passcode screen lies: title, marks, message, keys and buttons, in points of the surface.
///
/// For surfaces from 200 × 240 to 1400 × 1400 points, and larger, everything lies inside the safe area, nothing overlaps
/// and every key and button is at least 44 points wide and high, with a title of one line at ordinary size. With less
/// room, ``contentSize`` is larger than the surface, and the host lets people scroll.
public struct KeypadLayout: Hashable, Sendable {
    /// A digit's key.
    public struct Key: Hashable, Sendable {
        /// 0...9.
        public let digit: Int
        /// Where it lies, in points.
        public let frame: Rect
    }

    /// What everything takes: the surface's size, or more if that is too small.
    public let contentSize: Size
    /// How title and keys stand to each other: the arrangement with the largest keys.
    public let arrangement: KeypadArrangement
    /// The lengths that fit, in points.
    public let measures: KeypadMeasures
    /// The app's icon; `nil` if there is none or no room for it.
    public let icon: Rect?
    /// Room for as many lines as the contents ask for; the text is centred in it.
    public let title: Rect
    /// One for each digit of a kind of one length; else none.
    public let marks: [Rect]
    /// Where a passcode of several lengths is shown or typed; else `nil`.
    public let field: Rect?
    /// The button that submits what the field shows; `nil` where the last digit submits.
    public let submit: Rect?
    /// Room for the lines of a message between the marks and the keys, or below the marks.
    public let message: Rect
    /// The keys in the order of their places; none for text.
    public let keys: [Key]
    /// The button that cancels and deletes.
    public let corner: Rect
    /// A button of the app's, for biometrics or another way in.
    public let accessory: Rect

    /// Keys are squares with corners rounded by so much: less than a third of the side, so that no key is a circle.
    public var keyCorner: Double { min(Self.largestCorner, measures.keySide * Self.cornerShare) }
    /// The digits' letters as large as fit on a key.
    public var digitSize: Double { min(measures.digitSize * textScale, measures.keySide * Self.digitShare) }
    /// The size of the letters under the digits.
    public var letterSize: Double { min(measures.letterSize * textScale, measures.keySide * Self.letterShare) }
    /// The title's size.
    public var titleSize: Double { measures.titleSize * textScale }
    /// The message's size.
    public var messageSize: Double { KeypadFit.messageSize * textScale }
    private let textScale: Double

    private static var largestCorner: Double { 18 }
    private static var cornerShare: Double { 0.28 }
    private static var digitShare: Double { 0.55 }
    private static var letterShare: Double { 0.2 }

    /// - Parameters:
    ///   - size: The surface. Sides that are not finite or not above 0 count as 0.
    ///   - safeArea: The part of it without notches and rounded corners; the whole surface unless told otherwise.
    ///   - contents: What is shown, as far as it takes room.
    /// - Complexity: O(1).
    public init(size: Size, safeArea: Rect? = nil, contents: KeypadContents) {
        let size = Size(width: size.hasArea ? size.width : 0, height: size.hasArea ? size.height : 0)
        let safe = (safeArea ?? Rect(size)).intersection(Rect(size))
        let inner = safe.isEmpty ? Rect(size) : safe
        let fit = KeypadFit.best(contents, area: inner.size)
        // What does not fit runs over to the right and below, where scrolling reaches it.
        let area = Size(width: max(inner.width, fit.size.width), height: max(inner.height, fit.size.height))
        contentSize = Size(
            width: size.width + (area.width - inner.width), height: size.height + (area.height - inner.height))
        arrangement = fit.arrangement
        measures = fit.measures
        textScale = contents.textScale

        let frame = KeypadFrame(
            fit,
            area: Rect(
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
