// SPDX-License-Identifier: MIT
import InkGeometry

/// The frames of a fitted arrangement, centred in an area.
struct KeypadFrame {
    private(set) var icon: InkRect?
    private(set) var title = InkRect.empty
    private(set) var marks: [InkRect] = []
    private(set) var field: InkRect?
    private(set) var submit: InkRect?
    private(set) var message = InkRect.empty
    /// The frames of the digits in reading order, with "0" last. Empty for text.
    private(set) var places: [InkRect] = []
    private(set) var corner = InkRect.empty
    private(set) var accessory = InkRect.empty

    init(_ fit: KeypadFit, area: InkRect) {
        var whole = InkSize(
            width: fit.size.width - 2 * fit.measures.margin, height: fit.size.height - 2 * fit.measures.margin)
        var sideGap = fit.measures.sideGap
        if fit.arrangement == .landscape {
            let spare = max(0, area.width - fit.size.width)
            let apart = min(spare * 0.5, max(0, KeypadFit.roomyGap - sideGap))
            sideGap += apart
            whole.width += apart + min(spare - apart, fit.measures.sideWidth * KeypadFit.sideGrowth)
        }
        // Whole points keep the edges of the keys sharp.
        let x = (area.minX + (area.width - whole.width) * 0.5).rounded(.down)
        let y = (area.minY + (area.height - whole.height) * 0.5).rounded(.down)
        let mirrored = fit.contents.isRightToLeft
        if fit.arrangement == .landscape {
            let column = whole.width - fit.padSize.width - sideGap
            let columnX = mirrored ? x + whole.width - column : x
            let height = fit.headSize.height + KeypadFit.innerGap + fit.messageHeight
            let top = y + (whole.height - height) * 0.5
            putHead(fit, minX: columnX, maxX: columnX + column, top: top)
            putMessage(fit, minX: columnX, maxX: columnX + column, top: top + fit.headSize.height + KeypadFit.innerGap)
            putPad(
                fit, x: mirrored ? x : (x + column + sideGap).rounded(.down),
                y: (y + (whole.height - fit.padSize.height) * 0.5).rounded(.down))
        } else {
            // The title may be as wide as the surface.
            let minX = area.minX + fit.measures.margin
            let maxX = area.maxX - fit.measures.margin
            putHead(fit, minX: minX, maxX: maxX, top: y)
            let below = y + fit.headSize.height
            let room = fit.measures.belowMarks - fit.messageHeight
            putMessage(fit, minX: minX, maxX: maxX, top: below + room * 0.5)
            putPad(
                fit, x: (area.minX + (area.width - fit.padSize.width) * 0.5).rounded(.down),
                y: (below + fit.measures.belowMarks).rounded(.down))
        }
        // Mirroring applies only to buttons side by side, not to buttons one above the other.
        if mirrored && corner.minY == accessory.minY { swap(&corner, &accessory) }
    }

    /// Places the icon, title and marks, centred between two edges.
    private mutating func putHead(_ fit: KeypadFit, minX: Double, maxX: Double, top: Double) {
        let m = fit.measures
        let middle = (minX + maxX) * 0.5
        var y = top
        if fit.hasIcon {
            icon = InkRect(
                minX: middle - m.iconSide * 0.5, minY: y, maxX: middle + m.iconSide * 0.5, maxY: y + m.iconSide)
            y += m.iconSide + KeypadFit.iconGap
        }
        title = InkRect(minX: minX, minY: y, maxX: maxX, maxY: y + fit.titleHeight)
        y += fit.titleHeight + m.titleGap
        var x = middle - fit.headSize.width * 0.5
        guard !fit.contents.kind.submitsItself else {
            for _ in 0..<fit.contents.kind.lengths.upperBound {
                marks.append(InkRect(minX: x, minY: y, maxX: x + m.markSide, maxY: y + m.markSide))
                x += m.markSide + m.markGap
            }
            return
        }
        // Whole points, so that rounding does not reduce the minimum height.
        y = y.rounded(.down)
        x = x.rounded(.down)
        let end = x + fit.headSize.width.rounded(.down)
        let bottom = y + fit.entryHeight
        if fit.contents.isRightToLeft {
            submit = InkRect(minX: x, minY: y, maxX: x + KeypadFit.target, maxY: bottom)
            field = InkRect(minX: end - m.fieldWidth, minY: y, maxX: end, maxY: bottom)
        } else {
            field = InkRect(minX: x, minY: y, maxX: x + m.fieldWidth, maxY: bottom)
            submit = InkRect(minX: end - KeypadFit.target, minY: y, maxX: end, maxY: bottom)
        }
    }

    private mutating func putMessage(_ fit: KeypadFit, minX: Double, maxX: Double, top: Double) {
        message = InkRect(minX: minX, minY: top, maxX: maxX, maxY: top + fit.messageHeight)
    }

    /// Places the keys, with the buttons in the places that ten digits leave free. For text, places the buttons alone.
    private mutating func putPad(_ fit: KeypadFit, x: Double, y: Double) {
        let m = fit.measures
        func place(_ column: Int, _ row: Int) -> InkRect {
            let left = x + Double(column) * (m.keySide + m.keyGapX)
            let top = y + Double(row) * (m.keySide + m.keyGapY)
            return InkRect(minX: left, minY: top, maxX: left + m.keySide, maxY: top + m.keySide)
        }
        guard fit.contents.kind.isNumeric else {
            let right = x + m.keySide + m.keyGapX
            accessory = InkRect(minX: x, minY: y, maxX: x + m.keySide, maxY: y + KeypadFit.target)
            corner = InkRect(minX: right, minY: y, maxX: right + m.keySide, maxY: y + KeypadFit.target)
            return
        }
        for row in 0..<3 {
            for column in 0..<3 { places.append(place(column, row)) }
        }
        if fit.arrangement == .portrait {
            accessory = place(0, 3)
            places.append(place(1, 3))
            corner = place(2, 3)
        } else {
            corner = place(3, 0)
            accessory = place(3, 1)
            places.append(place(3, 2))
        }
    }
}
