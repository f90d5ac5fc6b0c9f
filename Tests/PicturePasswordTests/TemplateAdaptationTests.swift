// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

/// Templates that take in drawings after their enrolment.
@Suite struct TemplateAdaptationTests {
    private let verifier = TrainedVerifier()

    private func drawing(_ seed: UInt64, _ attempt: UInt64, by offset: InkPoint = .zero) -> PictureGesture {
        let drawing = TrainedVerifierTests.hand(seed: seed, attempt: attempt)
        return PictureGesture(
            drawing.parts.map { part in
                GesturePart(
                    part.kind,
                    fingers: part.fingers.map { finger in
                        FingerPath(finger.points.map { GesturePoint($0.position + offset, time: $0.time) })
                    })
            }
        ).quantised()
    }

    private func template(_ seed: UInt64) -> GestureTemplate {
        Drawn.template(drawing(seed, 0), drawing(seed, 1), drawing(seed, 2), verifier: .trained)
    }

    /// The number of rejected drawings of a hand that moves by `step` with each drawing, and the last template.
    private func rejections(
        _ seed: UInt64, step: InkPoint, count: Int, adapting: Bool
    ) -> (count: Int, template: GestureTemplate) {
        var template = template(seed)
        var rejected = 0
        for number in 0..<count {
            let attempt = drawing(seed, UInt64(number) + 3, by: step * Double(number))
            guard verifier.accepts(attempt, for: template) else {
                rejected += 1
                continue
            }
            if adapting, let adapted = template.adapted(to: attempt) { template = adapted }
        }
        return (rejected, template)
    }

    @Test("A template follows a hand that moves slowly") func templatesFollowTheHand() {
        let seeds = 1...UInt64(TestSize.count(full: 100, small: 30))
        let step = InkPoint(x: 4, y: 0)
        let fixed = seeds.reduce(0) { $0 + rejections($1, step: step, count: 20, adapting: false).count }
        let adapting = seeds.reduce(0) { $0 + rejections($1, step: step, count: 20, adapting: true).count }
        #expect(adapting * 3 < fixed, "\(adapting) instead of \(fixed) rejections")
    }

    @Test("Many small adaptations stay close to the enrolled drawings", arguments: 1...20 as ClosedRange<UInt64>)
    func smallStepsDoNotAddUp(seed: UInt64) {
        let (_, led) = rejections(seed, step: InkPoint(x: 0.5, y: 0.5), count: 200, adapting: true)
        #expect(led.enrolled == template(seed))
        for attempt in 300..<310 as Range<UInt64> {
            #expect(!verifier.accepts(drawing(seed, attempt, by: InkPoint(x: 90, y: 90)), for: led))
        }
    }

    @Test("What the enrolled drawings accept only in general is not taken in")
    func doubtfulDrawingsAreNotTakenIn() throws {
        var doubtful = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            var template = template(seed)
            for step in 0..<30 as Range<UInt64> {
                let drawing = drawing(seed, step + 3, by: InkPoint(x: Double(step) * 2, y: 0))
                let isStrict = TrainedVerifier(.strict).accepts(drawing, for: template.enrolled)
                if !isStrict && verifier.accepts(drawing, for: template) { doubtful += 1 }
                let adapted = template.adapted(to: drawing)
                #expect((adapted != nil) == isStrict, "\(seed): \(step)")
                template = adapted ?? template
            }
        }
        #expect(doubtful > 10)
    }

    @Test("Other people's drawings are not taken in", arguments: 1...50 as ClosedRange<UInt64>)
    func strangersAreNotTakenIn(seed: UInt64) {
        let template = template(seed)
        for other in 1...20 as ClosedRange<UInt64> {
            #expect(template.adapted(to: drawing(seed + other * 1_000, other)) == nil)
        }
        #expect(template.adapted(to: PictureGesture()) == nil)
    }

    @Test("The newest two drawings are kept beside the enrolled ones") func newestDrawingsAreKept() throws {
        var template = template(1)
        var taken: [PictureGesture] = []
        for attempt in 3..<60 as Range<UInt64> {
            let drawing = drawing(1, attempt)
            guard let adapted = template.adapted(to: drawing) else { continue }
            taken.append(drawing)
            #expect(adapted.enrolled == self.template(1))
            #expect(Array(adapted.samples.suffix(adapted.adaptedCount)) == taken.suffix(2))
            #expect(adapted.adapted(to: drawing) == nil, "a drawing is not taken in twice")
            template = adapted
        }
        #expect(taken.count > 10 && template.samples.count == 5 && template.adaptedCount == 2)
    }

    @Test("Templates of few drawings or another verifier stay as they are") func otherTemplatesStay() throws {
        let drawings = (0..<4).map { drawing(1, $0) }
        let two = try #require(GestureTemplate(pictureDigest: [], samples: Array(drawings[..<2])))
        let raster = try #require(
            GestureTemplate(pictureDigest: [], samples: Array(drawings[..<3]), verifier: .raster))
        for attempt in 3..<40 as Range<UInt64> {
            #expect(two.adapted(to: drawing(1, attempt)) == nil && raster.adapted(to: drawing(1, attempt)) == nil)
        }
    }

    @Test("An adapted template has bytes of its own version") func bytesTellWhatWasTakenIn() throws {
        let enrolled = template(1)
        let adapted = try #require((3..<40).lazy.compactMap { enrolled.adapted(to: drawing(1, $0)) }.first)
        let bytes = adapted.encoded()
        #expect(enrolled.encoded()[4] == 2 && bytes[4...6] == [3, 1, 1])
        #expect(try GestureTemplate(decoding: bytes) == adapted)
        #expect(try GestureTemplate(decoding: bytes).enrolled == enrolled)
        // No drawing, three drawings, and another verifier.
        for (index, value) in [(6, 0), (6, 3), (5, 2), (5, 0), (4, 4)] as [(Int, UInt8)] {
            var wrong = bytes
            wrong[index] = value
            #expect(throws: GestureDecodingError.self) { try GestureTemplate(decoding: wrong) }
        }
        // A template has to have an enrolled drawing.
        var lone = adapted.encoded()
        #expect(lone[7] == 3 && lone[11] == 4, "a digest of three bytes, four samples")
        lone[11] = 1
        #expect(throws: GestureDecodingError.self) { try GestureTemplate(decoding: lone) }
    }
}
