// SPDX-License-Identifier: MIT
import CryptoKit
import Foundation
import InkEvidence
import InkGeometry
import InkStroke
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

@MainActor private final class Signed {
    var drawing = Drawing()
    var showsPad = true
}

/// A page whose pad comes and goes.
private struct Page: View {
    let owner: Signed
    let evidence: SignatureEvidence

    var body: some View {
        if owner.showsPad {
            SignaturePad(
                drawing: Binding(get: { owner.drawing }, set: { owner.drawing = $0 }), evidence: evidence)
        }
    }
}

/// A key whose owner does not confirm.
private struct RefusingSigner: EvidenceSigner {
    struct Refusal: Error {}
    let evidenceKey: EvidenceKey
    /// A closure that is called while the system asks the owner.
    var meanwhile: @MainActor @Sendable () -> Void = {}
    func evidenceSignature(for message: [UInt8]) async throws -> [UInt8] {
        await meanwhile()
        throw Refusal()
    }
}

extension FrontEnd {
    @MainActor struct SignatureEvidenceTests {
        private let owner = Signed()
        private let evidence = SignatureEvidence(
            document: EvidenceDocument("The contract.".utf8), texts: ["I agree"],
            device: EvidenceDevice(sensor: "pen", samplesPerSecond: 120))
        private let key = Curve25519.Signing.PrivateKey()

        private func pad() -> _Host<SignaturePad> {
            let owner = owner
            return _Host(
                SignaturePad(
                    drawing: Binding(get: { owner.drawing }, set: { owner.drawing = $0 }), evidence: evidence))
        }

        private func hand(on host: _Host<some View>) throws -> Hand {
            let view = try #require(host.render().all().compactMap { $0.uiView as? SignatureView }.first)
            view.frame = CGRect(x: 0, y: 0, width: 280, height: 120)
            view.layoutIfNeeded()
            return Hand(view)
        }

        @Test("What is drawn on the pad becomes evidence, with what was undone") func padsRecordEvidence() async throws
        {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            hand.draw(Hand.loop(20))
            host.tap("Undo")
            host.tap("Redo")
            hand.draw(Hand.loop(8))
            host.tap("Undo")
            let file = try await evidence.finish(signer: key)
            let read = try Evidence(Array(file))
            #expect(read.opening.source == .captured && read.opening.texts == ["I agree"])
            // Three strokes, one of them twice.
            #expect(read.strokeCount == 4)
            #expect(try read.drawing().strokes == owner.drawing.strokes && owner.drawing.strokes.count == 2)
            var verifier = EvidenceVerifier(document: EvidenceDocument("The contract.".utf8))
            verifier.key = key.evidenceKey
            let findings = verifier.findings(about: read)
            #expect(findings.allSatisfy { $0.verdict != .fails }, "\(findings)")
        }

        @Test("A new signature starts new evidence, and an empty drawing has none") func evidenceBeginsAgain()
            async throws
        {
            await #expect(throws: SignatureEvidenceError.empty) { try await evidence.finish(signer: key) }
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            let first = try Evidence(Array(try await evidence.finish(signer: key)))
            await #expect(throws: SignatureEvidenceError.empty) { try await evidence.finish(signer: key) }
            host.tap("Clear")
            hand.time += 60
            hand.draw(Hand.loop(9))
            let second = try Evidence(Array(try await evidence.finish(signer: key)))
            #expect(try second.drawing().strokes.map(\.start) == [0])
            #expect(
                second.opening.begin.monotonicMilliseconds >= first.end.monotonicMilliseconds,
                "The clocks are read at the first stroke.")
            #expect(first.opening.session != second.opening.session && second.strokeCount == 1)
            #expect(EvidenceVerifier().findings(about: second).allSatisfy { $0.verdict != .fails })
        }

        @Test(
            "Other evidence records what is drawn from then on, by the time since it began", arguments: [false, true])
        func otherEvidenceTakesOver(_ isReset: Bool) async throws {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            host.render()
            let owner = owner
            if isReset {
                owner.drawing = Drawing()
                host.render()
            } else {
                host.tap("Clear")
            }
            let other = SignatureEvidence(texts: ["I agree again"])
            host.root = SignaturePad(
                drawing: Binding(get: { owner.drawing }, set: { owner.drawing = $0 }), evidence: other)
            host.render()
            hand.time += 60
            hand.draw(Hand.loop(9))
            let second = try Evidence(Array(try await other.finish(signer: key)))
            #expect(second.opening.texts == ["I agree again"] && second.strokeCount == 1)
            let findings = EvidenceVerifier().findings(about: second)
            #expect(findings.allSatisfy { $0.verdict != .fails }, "\(findings)")
            if isReset { #expect(owner.drawing.date != nil && owner.drawing.strokes[0].start == 0) }
            await #expect(throws: SignatureEvidenceError.empty) { try await evidence.finish(signer: key) }
        }

        @Test("Evidence begins with its first stroke, not with a typed name") func typingBeginsNothing() async throws {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(5))
            let first = try Evidence(Array(try await evidence.finish(signer: key)))
            let view = try #require(hand.view as? SignatureView)
            view.model.write("Ada")
            host.tap("Clear")
            try await Task.sleep(nanoseconds: 200_000_000)
            hand.draw(Hand.loop(12))
            let read = try Evidence(Array(try await evidence.finish(signer: key)))
            let waited = read.opening.begin.monotonicMilliseconds - first.end.monotonicMilliseconds
            #expect(waited >= 199)
            #expect(try read.drawing().strokes.map(\.start) == [0])
        }

        @Test("Evidence is not signed for strokes that the app has replaced", arguments: [false, true])
        func replacedStrokesAreNotSigned(_ isEmpty: Bool) async throws {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            host.render()
            let other = Drawing(
                size: InkSize(width: 100, height: 50), strokes: [try Stroke([StrokePoint(.zero, time: 0)])])
            owner.drawing = isEmpty ? Drawing() : other
            host.render()
            await #expect(throws: isEmpty ? SignatureEvidenceError.empty : .notDrawn) {
                try await evidence.finish(signer: key)
            }
            #expect(evidence.flaws() == [.onlyDots])
            guard isEmpty else { return }
            hand.draw(Hand.loop(9))
            #expect(try Evidence(Array(try await evidence.finish(signer: key))).strokeCount == 1)
        }

        @Test("A pad that the app empties after its signer begins new evidence") func emptiedPadsBeginAgain()
            async throws
        {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            host.tap("Clear")
            host.render()
            owner.drawing = Drawing()
            host.render()
            hand.draw(Hand.loop(9))
            host.render()
            #expect(try Evidence(Array(try await evidence.finish(signer: key))).strokeCount == 1)
        }

        @Test("A cancelled touch leaves the evidence of strokes that return") func cancelledTouchesBeginNothing()
            async throws
        {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            _ = try await evidence.finish(signer: key)
            host.tap("Clear")
            let touch = UITouch(_at: CGPoint(x: 10, y: 10), time: hand.time + 60, type: .pencil)
            hand.view.touchesBegan([touch], with: nil)
            hand.view.touchesCancelled([touch], with: nil)
            host.tap("Undo")
            #expect(try Evidence(Array(try await evidence.finish(signer: key))).strokeCount == 1)
        }

        @Test("Evidence that is set again knows what the pad shows") func evidenceThatReturns() async throws {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            host.render()
            let owner = owner
            func show(_ evidence: SignatureEvidence) {
                host.root = SignaturePad(
                    drawing: Binding(get: { owner.drawing }, set: { owner.drawing = $0 }), evidence: evidence)
                host.render()
            }
            show(SignatureEvidence())
            host.tap("Clear")
            hand.time += 60
            hand.draw(Hand.loop(9))
            host.render()
            show(evidence)
            await #expect(throws: SignatureEvidenceError.notDrawn) { try await evidence.finish(signer: key) }
        }

        @Test("Evidence includes a stroke that waits for late samples") func awaitedStrokesAreSigned() async throws {
            let hand = try hand(on: pad())
            let touch = UITouch(_at: CGPoint(x: 10, y: 10), time: 1, type: .pencil)
            touch._index = 3
            touch._expecting = .force
            hand.view.touchesBegan([touch], with: nil)
            hand.view.touchesEnded([touch], with: nil)
            #expect(try Evidence(Array(try await evidence.finish(signer: key))).strokeCount == 1)
        }

        @Test("A refused signature does not lose the evidence") func refusedSignaturesKeepEvidence() async throws {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            await #expect(throws: RefusingSigner.Refusal.self) {
                try await evidence.finish(signer: RefusingSigner(evidenceKey: key.evidenceKey))
            }
            let read = try Evidence(Array(try await evidence.finish(signer: key)))
            #expect(read.strokeCount == 1)
            #expect(EvidenceVerifier().findings(about: read).allSatisfy { $0.verdict != .fails })
        }

        @Test("A refused signature of strokes that are gone loses their evidence", arguments: [false, true])
        func refusedSignaturesOfGoneStrokesLoseEvidence(_ isReset: Bool) async throws {
            let (host, owner) = (pad(), owner)
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            host.render()
            let signer = RefusingSigner(evidenceKey: key.evidenceKey) {
                guard isReset else { return host.tap("Clear") }
                owner.drawing = Drawing()
                host.render()
            }
            await #expect(throws: RefusingSigner.Refusal.self) { try await evidence.finish(signer: signer) }
            await #expect(throws: SignatureEvidenceError.empty) { try await evidence.finish(signer: key) }
            hand.time += 60
            hand.draw(Hand.loop(9))
            let read = try Evidence(Array(try await evidence.finish(signer: key)))
            #expect(read.strokeCount == 1)
            #expect(try read.drawing().strokes.map(\.start) == [0])
        }

        @Test("A refused signature keeps the beginning of strokes that return meanwhile")
        func refusedSignaturesKeepTheBeginning() async throws {
            let (host, owner) = (pad(), owner)
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            host.render()
            let drawing = owner.drawing
            let signer = RefusingSigner(evidenceKey: key.evidenceKey) {
                for shown in [Drawing(), drawing] {
                    owner.drawing = shown
                    host.render()
                }
            }
            await #expect(throws: RefusingSigner.Refusal.self) { try await evidence.finish(signer: signer) }
            hand.draw(Hand.loop(9))
            let read = try Evidence(Array(try await evidence.finish(signer: key)))
            #expect(read.strokeCount == 2)
            #expect(try read.drawing().strokes.map(\.points) == owner.drawing.strokes.map(\.points))
            #expect(EvidenceVerifier().findings(about: read).allSatisfy { $0.verdict != .fails })
        }

        @Test("A pad that appears again tells the evidence what became of the drawing", arguments: 0..<3)
        func padsThatAppearAgainAdoptTheirDrawing(_ number: Int) async throws {
            let other = Drawing(
                size: InkSize(width: 100, height: 50), strokes: [try Stroke([StrokePoint(.zero, time: 0)])])
            let host = _Host(Page(owner: owner, evidence: evidence))
            // No onChange of the pad that appears again may see a change.
            if number == 2 { owner.drawing = other }
            var hand = try hand(on: host)
            try #require(hand.view as? SignatureView).model.clear()
            hand.draw(Hand.loop(12))
            let drawn = owner.drawing
            #expect(drawn.strokes.count == 1)
            owner.showsPad = false
            host.render()
            owner.drawing = [drawn, Drawing(), other][number]
            owner.showsPad = true
            host.render()
            guard number > 0 else {
                #expect(try Evidence(Array(try await evidence.finish(signer: key))).strokeCount == 1)
                return
            }
            await #expect(throws: number == 1 ? SignatureEvidenceError.empty : .notDrawn) {
                try await evidence.finish(signer: key)
            }
        }

        private func shownPad(of controller: SignatureViewController) throws -> SignatureView {
            let pad = try #require(controller.view.subviews.first as? SignatureView)
            controller.view.layoutIfNeeded()
            pad.layoutIfNeeded()
            return pad
        }

        @Test("The controller records evidence beside the app's own closure") func controllersRecordEvidence()
            async throws
        {
            let controller = SignatureViewController(evidence: evidence)
            var hand = Hand(try shownPad(of: controller))
            var events: [SignatureModel.Event] = []
            var flaws: [SignatureFlaw] = []
            controller.model.onEvent = { [evidence] event in
                events.append(event)
                if event == .ended { flaws = evidence.flaws() }
            }
            hand.draw(Hand.loop(12))
            #expect(events.first == .began && events.last == .ended && !flaws.contains(.onlyDots))
            hand.draw(Hand.loop(20))
            let tools = try #require(controller.toolbarItems)
            tools[0]._tap()
            tools[1]._tap()
            hand.draw(Hand.loop(8))
            tools[0]._tap()
            let read = try Evidence(Array(try await evidence.finish(signer: key)))
            #expect(read.opening.source == .captured && read.opening.texts == ["I agree"])
            // Three strokes, one of them twice.
            #expect(read.strokeCount == 4)
            #expect(try read.drawing().strokes == controller.model.drawing.strokes)
            #expect(controller.model.strokeCount == 2)
            var verifier = EvidenceVerifier(document: EvidenceDocument("The contract.".utf8))
            verifier.key = key.evidenceKey
            let findings = verifier.findings(about: read)
            #expect(findings.allSatisfy { $0.verdict != .fails }, "\(findings)")
            tools.last?._tap()
            hand.time += 60
            hand.draw(Hand.loop(9))
            let second = try Evidence(Array(try await evidence.finish(signer: key)))
            #expect(try second.drawing().strokes.map(\.start) == [0])
        }

        @Test("Evidence of a model is not signed for strokes that the app has replaced", arguments: [false, true])
        func replacedStrokesOfAModelAreNotSigned(_ isEmpty: Bool) async throws {
            let view = SignatureView()
            view.frame = CGRect(x: 0, y: 0, width: 280, height: 120)
            view.layoutIfNeeded()
            view.model.evidence = evidence
            var hand = Hand(view)
            hand.draw(Hand.loop(12))
            let other = Drawing(
                size: InkSize(width: 100, height: 50), strokes: [try Stroke([StrokePoint(.zero, time: 0)])])
            view.model.drawing = isEmpty ? Drawing() : other
            await #expect(throws: isEmpty ? SignatureEvidenceError.empty : .notDrawn) {
                try await evidence.finish(signer: key)
            }
            guard isEmpty else { return }
            hand.time += 60
            hand.draw(Hand.loop(9))
            // The signer may clear before the app does.
            view.model.clear()
            view.model.drawing = Drawing()
            hand.draw(Hand.loop(7))
            let read = try Evidence(Array(try await evidence.finish(signer: key)))
            #expect(read.strokeCount == 1)
            #expect(try read.drawing().strokes.map(\.start) == [0])
        }

        @Test("Other evidence of a model records the later strokes, and the same evidence stays")
        func otherEvidenceOfAModelTakesOver() async throws {
            let model = SignatureModel()
            let controller = SignatureViewController(model: model, evidence: evidence)
            var hand = Hand(try shownPad(of: controller))
            hand.draw(Hand.loop(12))
            model.evidence = evidence
            _ = SignatureViewController(model: model)
            #expect(model.evidence === evidence)
            #expect(try Evidence(Array(try await evidence.finish(signer: key))).strokeCount == 1)
            let other = SignatureEvidence(texts: ["I agree again"])
            model.evidence = other
            hand.draw(Hand.loop(9))
            await #expect(throws: SignatureEvidenceError.notDrawn) { try await other.finish(signer: key) }
            model.clear()
            hand.draw(Hand.loop(9))
            let read = try Evidence(Array(try await other.finish(signer: key)))
            #expect(read.opening.texts == ["I agree again"] && read.strokeCount == 1)
            await #expect(throws: SignatureEvidenceError.empty) { try await evidence.finish(signer: key) }
        }

        @Test("A typed name is no evidence of a hand") func typedNamesAreNotEvidence() async throws {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw(Hand.loop(12))
            let view = try #require(host.render().all().compactMap { $0.uiView as? SignatureView }.first)
            view.model.write("Ada")
            await #expect(throws: SignatureEvidenceError.notDrawn) { try await evidence.finish(signer: key) }
        }

        @Test("A name that is typed after a cancelled touch is no evidence of a hand")
        func typedNamesAfterACancelledTouchAreNotEvidence() async throws {
            let host = pad()
            let hand = try hand(on: host)
            let view = try #require(hand.view as? SignatureView)
            let touch = UITouch(_at: CGPoint(x: 20, y: 20), time: 1)
            view.touchesBegan([touch], with: nil)
            view.touchesCancelled([touch], with: nil)
            view.model.write("C")
            #expect(view.model.strokeCount == 1)
            await #expect(throws: SignatureEvidenceError.notDrawn) { try await evidence.finish(signer: key) }
        }

        @Test("Flaws are told before the signer leaves") func flawsAreTold() throws {
            let host = pad()
            var hand = try hand(on: host)
            hand.draw([CGPoint(x: 20, y: 20)])
            #expect(evidence.flaws() == [.onlyDots])
            #expect(evidence.flaws()[0].message == "There is no line, only dots. Sign again.")
            #expect(Set(SignatureFlaw.allCases.map(\.message)).count == SignatureFlaw.allCases.count)
            #expect(evidence.flaws(earlier: [SignatureQuality.digest(of: owner.drawing)]).contains(.repeated))
        }
    }
}
