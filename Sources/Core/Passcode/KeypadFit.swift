// SPDX-License-Identifier: MIT
import InkGeometry

/// An arrangement fitted into an area, with the largest measures that keep everything inside.
struct KeypadFit {
    /// The line height as a multiple of the font size.
    static var lineHeight: Double { 1.25 }
    /// The font size of a message.
    static var messageSize: Double { 13 }
    /// The minimum height of controls and text fields.
    static var target: Double { 44 }
    /// The gap between a field and its button, and around a message.
    static var innerGap: Double { 8 }
    /// The gap between the icon and the title.
    static var iconGap: Double { 16 }
    /// The maximum growth of the title's column beyond its measure, as a share of it.
    static var sideGrowth: Double { 0.6 }
    /// The gap between the title's column and the keys if there is room. It exceeds the gap between keys, so that they
    /// appear as two groups.
    static var roomyGap: Double { 48 }

    let arrangement: KeypadArrangement
    let measures: KeypadMeasures
    let hasIcon: Bool
    let contents: KeypadContents
    /// A Boolean value that indicates whether all measures have their full length.
    let isFull: Bool

    init(_ arrangement: KeypadArrangement, hasIcon: Bool, contents: KeypadContents, area: InkSize) {
        self.arrangement = arrangement
        self.hasIcon = hasIcon
        self.contents = contents
        var least = KeypadMeasures.minimum
        var full = KeypadMeasures.full(shorterSide: min(area.width, area.height))
        let message = Self.messageHeight(contents)
        least.belowMarks = message + Self.innerGap
        full.belowMarks = max(full.belowMarks, message + 2 * Self.innerGap)
        let small = Self.size(arrangement, least, hasIcon, contents)
        let large = Self.size(arrangement, full, hasIcon, contents)
        // All measures grow linearly from the minimum to the full ones, so a quotient gives the share of the growth
        // that fits.
        func share(_ room: Double, _ small: Double, _ large: Double) -> Double {
            room >= large ? 1 : max(0, (room - small) / (large - small))
        }
        let growth = min(share(area.width, small.width, large.width), share(area.height, small.height, large.height))
        isFull = growth == 1
        // Slightly less than fits, so that rounding never exceeds the area.
        measures = least.interpolated(to: full, at: isFull ? 1 : growth * (1 - 1e-9))
    }

    /// The size of everything including margins. It exceeds the area only if the minimum measures do not fit.
    var size: InkSize { Self.size(arrangement, measures, hasIcon, contents) }

    var padSize: InkSize { Self.padSize(arrangement, measures, contents) }
    var headSize: InkSize { Self.headSize(measures, hasIcon, contents) }
    var titleHeight: Double { Self.titleHeight(measures, contents) }
    var entryHeight: Double { Self.entryHeight(measures, contents) }
    var messageHeight: Double { Self.messageHeight(contents) }

    private static func size(
        _ arrangement: KeypadArrangement, _ m: KeypadMeasures, _ hasIcon: Bool, _ contents: KeypadContents
    ) -> InkSize {
        let pad = padSize(arrangement, m, contents)
        let head = headSize(m, hasIcon, contents)
        guard arrangement == .landscape else {
            return InkSize(
                width: max(pad.width, head.width) + 2 * m.margin,
                height: head.height + m.belowMarks + pad.height + 2 * m.margin)
        }
        let column = head.height + innerGap + messageHeight(contents)
        return InkSize(
            width: max(head.width, m.sideWidth) + m.sideGap + pad.width + 2 * m.margin,
            height: max(pad.height, column) + 2 * m.margin)
    }

    /// Returns the size of the keys, or for text that of the row of remaining buttons.
    private static func padSize(
        _ arrangement: KeypadArrangement, _ m: KeypadMeasures, _ contents: KeypadContents
    ) -> InkSize {
        guard contents.kind.isNumeric else { return InkSize(width: 2 * m.keySide + m.keyGapX, height: target) }
        let columns = arrangement.columns
        let rows = arrangement.rows
        return InkSize(
            width: columns * m.keySide + (columns - 1) * m.keyGapX, height: rows * m.keySide + (rows - 1) * m.keyGapY)
    }

    /// Returns the size of the icon, title and marks.
    private static func headSize(_ m: KeypadMeasures, _ hasIcon: Bool, _ contents: KeypadContents) -> InkSize {
        InkSize(
            width: entryWidth(m, contents),
            height: (hasIcon ? m.iconSide + iconGap : 0) + titleHeight(m, contents) + m.titleGap
                + entryHeight(m, contents))
    }

    private static func titleHeight(_ m: KeypadMeasures, _ contents: KeypadContents) -> Double {
        Double(contents.titleLines) * m.titleSize * lineHeight * contents.textScale
    }

    private static func messageHeight(_ contents: KeypadContents) -> Double {
        Double(contents.messageLines) * messageSize * lineHeight * contents.textScale
    }

    private static func entryHeight(_ m: KeypadMeasures, _ contents: KeypadContents) -> Double {
        contents.kind.submitsItself ? m.markSide : target
    }

    private static func entryWidth(_ m: KeypadMeasures, _ contents: KeypadContents) -> Double {
        guard contents.kind.submitsItself else { return m.fieldWidth + innerGap + target }
        let count = Double(contents.kind.lengths.upperBound)
        return count * m.markSide + (count - 1) * m.markGap
    }
}

extension KeypadFit {
    /// Returns the arrangement with the largest keys; among equals, the first of ``KeypadArrangement``.
    ///
    /// The icon appears only where it does not make the keys smaller.
    static func best(_ contents: KeypadContents, area: InkSize) -> KeypadFit {
        var best = KeypadFit(.portrait, hasIcon: false, contents: contents, area: area)
        for arrangement in KeypadArrangement.allCases.dropFirst() where !best.isFull {
            let other = KeypadFit(arrangement, hasIcon: false, contents: contents, area: area)
            if other.quality(in: area) > best.quality(in: area) { best = other }
        }
        guard contents.hasIcon else { return best }
        let decorated = KeypadFit(best.arrangement, hasIcon: true, contents: contents, area: area)
        return decorated.fits(in: area) && decorated.measures == best.measures ? decorated : best
    }

    private func fits(in area: InkSize) -> Bool { size.width <= area.width && size.height <= area.height }

    /// Returns the side of the keys, or the negative overflow if the arrangement does not fit.
    private func quality(in area: InkSize) -> Double {
        fits(in: area) ? measures.keySide : -max(0, size.width - area.width) - max(0, size.height - area.height)
    }
}
