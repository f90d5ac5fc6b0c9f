// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import Passcode
import Testing

@Suite struct KeypadLayoutTests {
    private static let widths = 200...1400
    private static let heights = 240...1400

    /// Returns a description of a layout's error, or `nil` if there is none. It uses plain loops because it runs
    /// hundreds of thousands of times without optimisation.
    private static func fault(_ layout: KeypadLayout, _ contents: KeypadContents, in safe: InkRect) -> String? {
        var pad: [InkRect] = []
        pad.reserveCapacity(12)
        for key in layout.keys {
            if key.frame.maxX - key.frame.minX != key.frame.maxY - key.frame.minY { return "not a square" }
            pad.append(key.frame)
        }
        pad.append(layout.corner)
        pad.append(layout.accessory)
        for box in pad where box.maxX - box.minX < 44 || box.maxY - box.minY < 44 { return "too small to hit" }
        var head = layout.marks
        if let submit = layout.submit, let field = layout.field {
            if submit.maxX - submit.minX < 44 || submit.maxY - submit.minY < 44 { return "too small to hit" }
            if field.maxX - field.minX < 44 || field.maxY - field.minY < 44 { return "too small to type into" }
            head.append(submit)
            head.append(field)
        }
        head.append(layout.title)
        head.append(layout.message)
        if let icon = layout.icon { head.append(icon) }
        var around = InkRect.empty
        if overlap(pad, &around) || !isInside(around, safe) { return "the pad's keys" }
        head.append(around)
        if overlap(head, &around) || !isInside(around, safe) { return "the title, the marks or the message" }
        let isNumeric = contents.kind.isNumeric
        if layout.keys.count != (isNumeric ? 10 : 0) { return "digits" }
        if layout.marks.count != (contents.kind.submitsItself ? contents.kind.lengths.upperBound : 0) { return "marks" }
        if (layout.field == nil) != contents.kind.submitsItself || (layout.submit == nil) != (layout.field == nil) {
            return "field"
        }
        let side = layout.measures.keySide
        if layout.keyCorner * 3 >= side { return "round" }
        if layout.letterSize < 8 || layout.digitSize < 20 || (layout.digitSize + layout.letterSize) * 1.2 > side {
            return "a key's inside"
        }
        return nil
    }

    /// Returns whether two boxes overlap by more than an edge, or one has no area. Also computes the box around them.
    private static func overlap(_ boxes: [InkRect], _ around: inout InkRect) -> Bool {
        boxes.withUnsafeBufferPointer { boxes in
            var i = 0
            while i < boxes.count {
                let box = boxes[i]
                if !(box.minX < box.maxX && box.minY < box.maxY) { return true }
                around = around.union(box)
                i += 1
                var j = i
                while j < boxes.count {
                    let other = boxes[j]
                    if other.minY < box.maxY && box.minY < other.maxY && other.minX < box.maxX && box.minX < other.maxX
                    {
                        return true
                    }
                    j += 1
                }
            }
            return false
        }
    }

    private static func isInside(_ box: InkRect, _ other: InkRect) -> Bool {
        box.minX >= other.minX && box.minY >= other.minY && box.maxX <= other.maxX && box.maxY <= other.maxY
    }

    private static let kinds: [(PasscodeKind, Int)] = [
        (.sixDigits, 5), (.fourDigits, 7), (.numeric, 5), (.alphanumeric, 7),
    ]

    /// Checks every fifth or seventh whole width and height. `Vectors/check-keypads.mjs` checks all of them in the
    /// browser module, whose layout is the same.
    @Test("Every surface has a valid layout", arguments: kinds, 0..<4 as Range<Int>)
    func everySurfaceHasAValidLayout(kind: (kind: PasscodeKind, step: Int), part: Int) {
        let contents = KeypadContents(kind: kind.kind)
        for width in stride(
            from: Self.widths.lowerBound + part * kind.step, through: Self.widths.upperBound, by: 4 * kind.step)
        {
            for height in stride(from: Self.heights.lowerBound, through: Self.heights.upperBound, by: kind.step) {
                let size = InkSize(width: Double(width), height: Double(height))
                let layout = KeypadLayout(size: size, contents: contents)
                if let fault = Self.fault(layout, contents, in: InkRect(size)) {
                    Issue.record("\(width) × \(height): \(fault)")
                    return
                }
            }
        }
    }

    private func layout(
        _ width: Double, _ height: Double, _ kind: PasscodeKind = .fourDigits, isRightToLeft: Bool = false,
        order: KeypadOrder = .ordered
    ) -> KeypadLayout {
        KeypadLayout(
            size: InkSize(width: width, height: height),
            contents: KeypadContents(kind: kind, isRightToLeft: isRightToLeft, order: order))
    }

    @Test("Phones have the published measures") func phonesHaveTheArticlesMeasures() {
        for (width, height, key, gapX, gapY) in [
            (414.0, 896.0, 81.0, 25.0, 20.0), (375, 812, 75, 28, 15), (320, 568, 76, 20, 12),
        ] {
            let measures = layout(width, height).measures
            #expect(measures.keySide == key && measures.keyGapX == gapX && measures.keyGapY == gapY)
        }
    }

    @Test("Keys never grow as the surface narrows") func keysNeverGrowAsTheSurfaceGetsNarrower() {
        for width in 200..<320 {
            #expect(layout(Double(width), 900).measures.keySide <= layout(Double(width) + 1, 900).measures.keySide)
        }
        #expect(layout(319, 900).measures.keySide <= 76 && layout(200, 900).measures.keySide >= 44)
    }

    @Test("A phone in landscape shows zero in a fourth column") func aPhoneOnItsSideShowsZeroInAFourthColumn() throws {
        for (width, height) in [(896.0, 414.0), (812, 375), (667, 375), (568, 320)] {
            let layout = layout(width, height)
            #expect(layout.arrangement == .landscape)
            let zero = try #require(layout.keys.first { $0.digit == 0 }).frame
            let right = try #require(layout.keys.filter { $0.digit != 0 }.map(\.frame.maxX).max())
            #expect(zero.minX > right && zero.maxX <= width && zero.maxY <= height)
            #expect(layout.title.maxX < layout.keys[0].frame.minX)
        }
    }

    @Test("Portrait and desktop layouts show the icon above the title")
    func portraitAndDesktopsShowTheIconAboveTheTitle() throws {
        for (width, height) in [(360.0, 740.0), (820, 1180), (1440, 900), (320, 568)] {
            let layout = layout(width, height, .sixDigits)
            let icon = try #require(layout.icon)
            #expect(layout.arrangement == .portrait && icon.maxY < layout.title.minY)
        }
    }

    @Test("Right-to-left layouts keep the digits in order", arguments: [(390.0, 844.0), (844, 390), (220, 260)])
    func rightToLeftKeepsTheDigitsInOrder(width: Double, height: Double) {
        let usual = layout(width, height, .numeric)
        let mirrored = layout(width, height, .numeric, isRightToLeft: true)
        let offset = mirrored.keys[0].frame.minX - usual.keys[0].frame.minX
        for (a, b) in zip(usual.keys, mirrored.keys) {
            #expect(a.digit == b.digit && a.frame.minX + offset == b.frame.minX && a.frame.minY == b.frame.minY)
        }
        if usual.arrangement == .portrait {
            #expect(mirrored.corner == usual.accessory && mirrored.accessory == usual.corner)
        }
        #expect((usual.field?.minX ?? 0) < (usual.submit?.minX ?? 0))
        #expect((mirrored.field?.minX ?? 0) > (mirrored.submit?.minX ?? 0))
    }

    /// With notches, large text, long titles, any order and either direction, content that does not fit can be scrolled
    /// to.
    @Test("Nothing overlaps or is clipped", arguments: 1...400 as ClosedRange<UInt64>) func nothingOverlapsOrIsClipped(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<KeypadOrder.randomByteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
        let contents = KeypadContents(
            kind: PasscodeKind.allCases.randomElement(using: &random)!, hasIcon: Bool.random(using: &random),
            titleLines: Int.random(in: 1...4, using: &random), messageLines: Int.random(in: 1...3, using: &random),
            textScale: Double.random(in: 1...3.2, using: &random), isRightToLeft: Bool.random(using: &random),
            order: try #require(KeypadOrder(scrambledBy: bytes)))
        let size = InkSize(
            width: Double.random(in: 100...1400, using: &random), height: Double.random(in: 100...1400, using: &random))
        func inset() -> Double { Double.random(in: 0...48, using: &random) }
        let safe = InkRect(minX: inset(), minY: inset(), maxX: size.width - inset(), maxY: size.height - inset())
        let layout = KeypadLayout(size: size, safeArea: safe, contents: contents)
        #expect(layout.contentSize.width >= size.width && layout.contentSize.height >= size.height)
        let reachable = InkRect(
            minX: safe.minX, minY: safe.minY, maxX: safe.maxX + layout.contentSize.width - size.width,
            maxY: safe.maxY + layout.contentSize.height - size.height)
        #expect(Self.fault(layout, contents, in: reachable.grown(by: 1e-9)) == nil)
        #expect(layout.keys.map(\.digit) == (contents.kind.isNumeric ? contents.order.digits.map(Int.init) : []))
    }

    @Test("The numbers of a layout are at their places", arguments: PasscodeKind.allCases)
    func numbersAreAtTheirPlaces(kind: PasscodeKind) throws {
        let layout = layout(390, 844, kind)
        let numbers = KeypadNumbers.encode(layout)
        let firstKey = KeypadNumbers.marks + KeypadNumbers.perFrame * layout.marks.count
        #expect(numbers.count == firstKey + KeypadNumbers.perKey * layout.keys.count)
        #expect(numbers[KeypadNumbers.Size.messageSize.rawValue] == layout.messageSize)
        #expect(numbers[KeypadNumbers.Frame.icon.place] == layout.icon?.minX)
        #expect(numbers[KeypadNumbers.Frame.submit.place].isNaN == (layout.submit == nil))
        #expect(numbers[KeypadNumbers.markCount] == Double(layout.marks.count))
        #expect(numbers[KeypadNumbers.keyCount] == Double(layout.keys.count))
        for (i, mark) in layout.marks.enumerated() {
            #expect(numbers[KeypadNumbers.marks + KeypadNumbers.perFrame * i] == mark.minX)
        }
        for (i, key) in layout.keys.enumerated() {
            #expect(numbers[firstKey + KeypadNumbers.perKey * i] == Double(key.digit))
        }
    }

    @Test("Invalid sizes still give a layout") func invalidSizesStillGiveALayout() {
        for (width, height) in [(0.0, 0.0), (-5, 10), (Double.nan, 300), (300, .infinity)] {
            let contents = KeypadContents(kind: .sixDigits, textScale: width)
            let layout = KeypadLayout(size: InkSize(width: width, height: height), contents: contents)
            #expect(Self.fault(layout, contents, in: InkRect(layout.contentSize)) == nil)
        }
    }
}
