// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

@MainActor private final class Owner {
    var drawing = Drawing()
    var events: [SignatureModel.Event] = []
}

extension FrontEnd {
    @MainActor struct SignaturePadTests {
        private let owner = Owner()

        private func host(_ brush: Brush = .pen) -> _Host<SignaturePad> {
            let owner = owner
            return _Host(
                SignaturePad(
                    drawing: Binding(get: { owner.drawing }, set: { owner.drawing = $0 }), brush: brush,
                    onEvent: { owner.events.append($0) }))
        }

        private func view(of host: _Host<SignaturePad>) throws -> SignatureView {
            let view = try #require(host.render().all().compactMap { $0.uiView as? SignatureView }.first)
            view.frame = CGRect(x: 0, y: 0, width: 280, height: 120)
            view.layoutIfNeeded()
            return view
        }

        @Test("Strokes and edits in the pad update the binding") func bindingFollowsThePad() throws {
            let host = host()
            let view = try view(of: host)
            var hand = Hand(view)
            hand.draw(Hand.loop(12))
            #expect(owner.drawing.strokes.count == 1 && owner.drawing.size == InkSize(width: 280, height: 120))
            #expect(owner.events.first == .began && owner.events.last == .ended)
            host.tap("Undo")
            #expect(owner.drawing.isEmpty)
            host.tap("Redo")
            #expect(owner.drawing.strokes.count == 1)
            host.tap("Clear")
            #expect(owner.drawing.isEmpty && owner.events.last == .cleared)
            host.tap("Undo")
            #expect(owner.drawing.strokes.count == 1)
        }

        @Test("Every button has its words, in rows or as symbols", arguments: 0..<4)
        func buttonsFitANarrowScreen(_ child: Int) throws {
            _Fit.child = child
            defer { _Fit.child = 0 }
            let row = try #require(host().render().all().first { $0.kind == "ViewThatFits" })
            #expect(row.children.map { $0.attributes["labels"] } == [child < 2 ? "title" : "icon"])
            let labels = row.all().filter { $0.kind == "Button" }.map { $0.label }
            #expect(labels == ["Undo", "Redo", Wording.typeInstead, "Clear"])
        }

        @Test("The pad starts with the drawing of the binding") func padBeginsWithWhatIsDrawnAlready() throws {
            owner.drawing = Drawing(
                size: InkSize(width: 100, height: 50), strokes: [try Stroke([StrokePoint(.zero, time: 0)])])
            let view = try view(of: host())
            #expect(view.model.drawing == owner.drawing && view.model.strokeCount == 1)
        }

        @Test("A drawing set through the binding appears without undo history") func padFollowsTheBinding() throws {
            let host = host()
            let view = try view(of: host)
            host.render()
            owner.drawing = Drawing(
                size: InkSize(width: 100, height: 50), strokes: [try Stroke([StrokePoint(.zero, time: 0)])])
            host.render()
            #expect(view.model.drawing == owner.drawing)
            // The new drawing has no history.
            #expect(host.find("Undo")?.attributes["disabled"] == "1")
        }

        @Test("Strokes begin after those of a drawing that was loaded or written")
        func strokesBeginAfterThoseBeforeThem() throws {
            let view = try view(of: host())
            let model = view.model
            var hand = Hand(view)
            let line = [StrokePoint(.zero, time: 0), StrokePoint(InkPoint(x: 9, y: 9), time: 2)]
            let loaded = Drawing(size: InkSize(width: 280, height: 120), strokes: [try Stroke(line, start: 1)], date: 7)
            for isUsed in [false, true] {
                if isUsed { hand.draw(Hand.loop(5)) }
                model.drawing = loaded
                hand.time += 0.5
                let begin = hand.time
                hand.draw(Hand.loop(5))
                let next = hand.time
                hand.draw(Hand.loop(5))
                let starts = model.drawing.strokes.map { $0.start }
                #expect(starts.count == 3 && starts[0] == 1 && model.drawing.date == 7)
                #expect(abs(starts[1] - 3) < 1e-9 && abs(starts[2] - starts[1] - (next - begin)) < 1e-9, "\(starts)")
            }
            model.drawing = Drawing()
            model.write("Ada")
            let end = model.drawing.strokes.reduce(0) { max($0, $1.start + ($1.points.last?.time ?? 0)) }
            hand.draw(Hand.loop(5))
            let drawn = try #require(model.drawing.strokes.last)
            #expect(end > 0 && abs(drawn.start - end) < 1e-9)
        }

        @Test("A stroke goes to the drawing that is bound now") func strokesGoToTheCurrentBinding() throws {
            let (host, other) = (host(), Owner())
            var hand = Hand(try view(of: host))
            hand.draw(Hand.loop(5))
            host.render()
            let signed = owner.drawing
            host.root = SignaturePad(
                drawing: Binding(get: { other.drawing }, set: { other.drawing = $0 }),
                onEvent: { other.events.append($0) })
            host.render()
            hand.draw(Hand.loop(9))
            #expect(other.drawing.strokes.count == 1 && other.events.last == .ended)
            #expect(owner.drawing == signed)
        }

        @Test("A pad whose drawing was reset takes the next stroke") func aResetPadWorks() throws {
            let host = host()
            let view = try view(of: host)
            var hand = Hand(view)
            hand.draw(Hand.loop(5))
            host.render()
            owner.drawing = Drawing()
            host.render()
            #expect(view.model.isEmpty && view.model.drawing.size == InkSize(width: 280, height: 120))
            hand.draw(Hand.loop(9))
            #expect(owner.drawing.strokes.count == 1 && owner.drawing.size == InkSize(width: 280, height: 120))
        }

        @Test("A changed brush applies to the next stroke") func brushChangesForTheNextStroke() throws {
            let host = host()
            let view = try view(of: host)
            var hand = Hand(view)
            hand.draw(Hand.loop(5))
            let owner = owner
            host.root = SignaturePad(
                drawing: Binding(get: { owner.drawing }, set: { owner.drawing = $0 }), brush: .marker)
            host.render()
            hand.draw(Hand.loop(5))
            #expect(view.model.drawing.strokes.map { $0.brush } == [.pen, .marker])
        }

        @Test("A drawing is released with its pad") func aDrawingGoesWithItsPad() throws {
            weak var model: SignatureModel?
            do {
                let view = try view(of: host())
                var hand = Hand(view)
                hand.draw(Hand.loop(5))
                model = view.model
                #expect(model?.strokeCount == 1 && owner.drawing.strokes.count == 1)
            }
            #expect(model == nil)
        }

        @Test("SignatureCanvas matches the rendered drawing") func swiftUIsCanvasDrawsTheSame() throws {
            let model = SignatureModel(
                brush: .pencil,
                background: Background(color: .white, image: try Bitmap(width: 1, height: 1, color: .white)),
                scale: 2)
            let host = _Host(SignatureCanvas(model: model))
            host.size = CGSize(width: 280, height: 120)
            host.render()
            let points = Hand.loop(60)
            let drag = try #require(host.render().all().compactMap { $0.drag }.first)
            drag(points, points.indices.map { Date(timeIntervalSinceReferenceDate: 5 + Double($0) / 60) })
            model.brush = .pen
            drag(points.reversed(), points.indices.map { Date(timeIntervalSinceReferenceDate: 9 + Double($0) / 60) })
            #expect(model.strokeCount == 2 && model.drawing.size == InkSize(width: 280, height: 120))
            #expect(abs(model.drawing.strokes[1].start - 4) < 1e-9)
            let canvas = try #require(host.render().all().first { $0.kind == "Canvas" })
            let own = try Rendering(scale: 2, background: Background(color: .white)).bitmap(model.drawing)
            let seen = try #require(PixelComparison(canvas.image(host.size), own))
            #expect(seen.inked > 1_000 && seen.mean < 0.25 && seen.largest <= 40, "\(seen)")
        }

        @Test("A button and an accessibility action show a field that writes a typed name")
        func aNameIsTypedInsteadOfDrawn() throws {
            let host = host()
            let view = try view(of: host)
            host.tap("Type it instead")
            #expect(host.find("inklock.name")?.attributes["focused"] == "true")
            host.find("inklock.name")?.typed?("Ada 雪")
            host.tap("Use as signature")
            #expect(!owner.drawing.isEmpty && owner.events.last == .ended)
            #expect(host._seen.contains { $0.hasPrefix("One character was left out") })
            host.find("inklock.name")?.typed?("雪 山")
            host.tap("Use as signature")
            #expect(host._seen.contains(Wording.noLetters), "nothing is written")
            host.tap("Type it instead")
            #expect(host.find("inklock.name") == nil)
            let action = view.accessibilityCustomActions?.first { $0.name == "Type it instead" }
            #expect(try #require(action)._perform())
            #expect(host.find("inklock.name") != nil)
        }

        @Test("A typed signature can be undone and omits unsupported characters")
        func writtenSignatureForThoseWhoCannotDraw() throws {
            let model = SignatureModel()
            model.adopt(InkSize(width: 300, height: 120))
            #expect(model.write("Ada Lovelace") == 0 && !model.isEmpty)
            #expect(model.undo() && model.isEmpty)
            #expect(model.write("雪") == 1 && model.isEmpty)
        }

        @Test("Exports match the rendering, and impossible exports throw") func exportsAgreeWithEachOther() throws {
            let model = SignatureModel()
            model.adopt(InkSize(width: 300, height: 120))
            model.write("Ada")
            let drawing = model.drawing
            let image = try drawing.uiImage(Rendering(scale: 2))
            #expect(image.size == CGSize(width: 300, height: 120) && image.scale == 2)
            let own = try Rendering(scale: 2).bitmap(drawing)
            #expect(try #require(PixelComparison(image.cgImage, own)).largest <= 1)
            #expect(try drawing.pngData().starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(try drawing.pdfData().starts(with: Array("%PDF-1.7".utf8)))
            #expect(try drawing.svgData().starts(with: Array("<svg".utf8)))
            #expect(throws: DrawingExportError.empty) { try Drawing().pngData() }
            #expect(throws: DrawingExportError.tooLarge) {
                try drawing.cgImage(Rendering(scale: 1e6))
            }
        }

        private final class Delegate: SignatureViewControllerDelegate {
            var finished: Drawing?
            var isCancelled = false
            var accepts = true
            var onEnd: () -> Void = {}
            func signatureViewController(
                _ controller: SignatureViewController, shouldFinish drawing: Drawing
            ) -> Bool { accepts }
            func signatureViewController(_ controller: SignatureViewController, didFinish drawing: Drawing) {
                finished = drawing
                onEnd()
            }
            func signatureViewControllerDidCancel(_ controller: SignatureViewController) {
                isCancelled = true
                onEnd()
            }
        }

        @Test("The controller reports Done and Cancel to its delegate") func controllerTellsItsDelegate() throws {
            let controller = SignatureViewController()
            let delegate = Delegate()
            let navigation = UINavigationController(rootViewController: controller)
            navigation.viewWillAppear(false)
            #expect(!navigation.isToolbarHidden)
            navigation.viewWillDisappear(false)
            #expect(navigation.isToolbarHidden, "as it was")
            controller.delegate = delegate
            let pad = try #require(controller.view.subviews.first as? SignatureView)
            controller.view.layoutIfNeeded()
            pad.layoutIfNeeded()
            let done = try #require(controller.navigationItem.rightBarButtonItem)
            done._tap()
            #expect(delegate.finished == nil, "nothing is signed yet")
            var hand = Hand(pad)
            hand.draw(Hand.loop(9))
            done._tap()
            #expect(delegate.finished == controller.model.drawing && delegate.finished?.strokes.count == 1)
            // A stroke that waits for late samples is part of the signature.
            let touch = UITouch(_at: CGPoint(x: 10, y: 10), time: 200, type: .pencil)
            pad.touchesBegan([touch], with: nil)
            let estimate = UITouch(_at: CGPoint(x: 50, y: 50), time: 200.1, type: .pencil)
            estimate._index = 17
            estimate._expecting = .force
            pad.touchesMoved([touch], with: UIEvent(_coalesced: [estimate]))
            touch._location = CGPoint(x: 90, y: 50)
            touch._timestamp = 200.2
            pad.touchesEnded([touch], with: nil)
            #expect(controller.model.strokeCount == 1)
            done._tap()
            #expect(delegate.finished?.strokes.last?.points.count == 3 && controller.model.strokeCount == 2)
            controller.model.undo()
            let tools = try #require(controller.toolbarItems)
            tools[0]._tap()
            #expect(controller.model.isEmpty && !done.isEnabled)
            controller.navigationItem.leftBarButtonItem?._tap()
            #expect(delegate.isCancelled)
        }

        /// Signs on the screen of a controller, and returns its button Done.
        private func signed(_ controller: SignatureViewController) throws -> UIBarButtonItem {
            let pad = try #require(controller.view.subviews.first as? SignatureView)
            controller.view.layoutIfNeeded()
            pad.layoutIfNeeded()
            var hand = Hand(pad)
            hand.draw(Hand.loop(9))
            return try #require(controller.navigationItem.rightBarButtonItem)
        }

        @Test("The controller dismisses itself with its navigation controller, and tells its delegate afterwards")
        func controllerDismissesItself() throws {
            let (owner, delegate) = (UIViewController(nibName: nil, bundle: nil), Delegate())
            for isCancelled in [false, true] {
                let controller = SignatureViewController()
                controller.delegate = delegate
                delegate.onEnd = { #expect(owner.presentedViewController == nil) }
                owner.present(UINavigationController(rootViewController: controller), animated: true)
                let done = try signed(controller)
                delegate.accepts = false
                done._tap()
                #expect(owner.presentedViewController != nil)
                delegate.accepts = true
                controller.present(UIViewController(nibName: nil, bundle: nil), animated: true)
                if isCancelled { controller.navigationItem.leftBarButtonItem?._tap() } else { done._tap() }
                #expect(owner.presentedViewController == nil && delegate.isCancelled == isCancelled)
                #expect(delegate.finished?.strokes.count == 1)
            }
        }

        @Test("Done waits for a finger that still draws") func doneWaitsForTheStrokeInProgress() throws {
            let (controller, delegate) = (SignatureViewController(), Delegate())
            controller.delegate = delegate
            let done = try signed(controller)
            let pad = try #require(controller.view.subviews.first as? SignatureView)
            let touch = UITouch(_at: CGPoint(x: 10, y: 10), time: 200)
            pad.touchesBegan([touch], with: nil)
            done._tap()
            #expect(delegate.finished == nil)
            pad.touchesEnded([touch], with: nil)
            done._tap()
            #expect(delegate.finished?.strokes.count == 2)
        }

        @Test("A controller that was pushed is popped, and what presented its navigation controller stays")
        func pushedControllersArePopped() throws {
            let owner = UIViewController(nibName: nil, bundle: nil)
            let form = UIViewController(nibName: nil, bundle: nil)
            let (controller, delegate) = (SignatureViewController(), Delegate())
            controller.delegate = delegate
            let navigation = UINavigationController(rootViewController: form)
            owner.present(navigation, animated: true)
            navigation.pushViewController(controller, animated: true)
            #expect(!navigation.isToolbarHidden)
            try signed(controller)._tap()
            #expect(navigation.viewControllers == [form] && owner.presentedViewController === navigation)
            #expect(delegate.finished?.strokes.count == 1 && navigation.isToolbarHidden)
        }

        @Test("The controller's buttons follow the model beside the app's own closure")
        func buttonsOfTheControllerFollowTheModel() throws {
            let controller = SignatureViewController()
            let pad = try #require(controller.view.subviews.first as? SignatureView)
            controller.view.layoutIfNeeded()
            pad.layoutIfNeeded()
            var events: [SignatureModel.Event] = []
            controller.model.onEvent = { events.append($0) }
            let done = try #require(controller.navigationItem.rightBarButtonItem)
            let clear = try #require(controller.toolbarItems?.last)
            var hand = Hand(pad)
            hand.draw(Hand.loop(9))
            #expect(done.isEnabled && clear.isEnabled && events.last == .ended)
            let saved = controller.model.drawing
            controller.model.clear()
            #expect(!done.isEnabled && !clear.isEnabled && events.last == .cleared)
            events = []
            controller.model.drawing = saved
            #expect(done.isEnabled && clear.isEnabled && events.isEmpty)
        }
    }
}
