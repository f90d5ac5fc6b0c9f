// SPDX-License-Identifier: MIT
import InkGeometry
import InkRaster
import InkStroke
import Testing
import UIKit

@testable import InkLockUI

extension FrontEnd {
    @MainActor struct SignatureViewTests {
        let view: SignatureView

        init() {
            view = SignatureView(model: SignatureModel(background: Background(color: .white), scale: 2))
            view.frame = CGRect(x: 0, y: 0, width: 280, height: 120)
            view.layoutIfNeeded()
        }

        @Test("Every coalesced sample is kept at its precise position")
        func everyCoalescedSampleIsKeptAtItsPrecisePlace() {
            let points = Hand.loop(40)
            var hand = Hand(view)
            hand.draw(points)
            let stroke = view.model.drawing.strokes.first
            // The end of a touch repeats the position of its last sample.
            #expect(stroke?.points.map { $0.position } == points.map { InkPoint($0) })
            #expect(stroke?.points.first?.time == 0)
            #expect(stroke?.points.allSatisfy { $0.pressure == nil } == true)
        }

        @Test("A sheet or scroll view around the pad does not take a stroke away")
        func aPanAroundThePadTakesNoStroke() {
            let (sheet, pan) = (UIView(frame: view.frame), UIPanGestureRecognizer())
            sheet.addGestureRecognizer(pan)
            sheet.addSubview(view)
            let touch = UITouch(_at: CGPoint(x: 40, y: 20), time: 0)
            view.touchesBegan([touch], with: nil)
            #expect(!pan._move(touch, on: view))
            for y in 21..<60 {
                (touch._location, touch._timestamp) = (CGPoint(x: 40, y: y), Double(y) / 100)
                view.touchesMoved([touch], with: nil)
            }
            view.touchesEnded([touch], with: nil)
            #expect(view.model.strokeCount == 1)
            let other = UIView(frame: view.frame)
            sheet.addSubview(other)
            #expect(pan._move(touch, on: other))
            // A recognizer of the app's own on the pad still works.
            view.addGestureRecognizer(pan)
            #expect(pan._move(touch, on: view))
        }

        @Test("Pixels on screen match the exported drawing", arguments: [Brush.pen, .marker, .pencil])
        func whatIsSeenIsWhatIsExported(_ brush: Brush) throws {
            view.model.brush = brush
            var hand = Hand(view)
            hand.draw(Hand.loop())
            hand.draw(Hand.loop(30, in: CGRect(x: 40, y: 30, width: 100, height: 60)))
            // Exclude the line and the cross, which are not ink.
            let paper = view._image()
            view.model.background = Background(color: .white, image: try Bitmap(width: 1, height: 1, color: .white))
            let own = try Rendering(scale: 2, background: Background(color: .white)).bitmap(view.model.drawing)
            let seen = try #require(PixelComparison(view._image(), own))
            #expect(seen.inked > 1_000)
            #expect(seen.mean < 0.25, "mean difference \(seen.mean)")
            #expect(seen.largest <= (brush.tip == .pencil ? 40 : 24), "largest difference \(seen.largest)")
            let withPaper = try #require(PixelComparison(paper, own))
            #expect(withPaper.mean > seen.mean)
        }

        @Test("Predicted samples keep translucent ink even and are then removed")
        func translucentInkIsEvenWhileItIsDrawnAhead() throws {
            view.model.brush = .marker
            view.model.background = Background(color: .white, image: try Bitmap(width: 1, height: 1, color: .white))
            let touch = UITouch(_at: CGPoint(x: 40, y: 60), time: 0)
            view.touchesBegan([touch], with: nil)
            let reports = (1...20).map { UITouch(_at: CGPoint(x: 40 + 5 * $0, y: 60), time: Double($0) / 100) }
            let predicted = (21...24).map { UITouch(_at: CGPoint(x: 40 + 5 * $0, y: 60), time: Double($0) / 100) }
            view.touchesMoved([touch], with: UIEvent(_coalesced: reports, predicted: predicted))
            let image = view._image()
            let colors = Set(stride(from: 90, to: 310, by: 2).map { "\(image._pixel($0, 120))" })
            #expect(colors.count == 1, "one colour along the line: \(colors)")
            #expect(image._pixel(310, 120).blue < 250, "predicted samples are drawn")
            touch._location = CGPoint(x: 140, y: 60)
            touch._timestamp = 0.2
            view.touchesEnded([touch], with: nil)
            #expect(view._image()._pixel(310, 120).blue == 255, "predicted samples are removed")
        }

        @Test("Apple Pencil force and tilt are recorded, even if reported late")
        func penTellsForceAndTiltAndTellsThemLate() {
            let touch = UITouch(_at: CGPoint(x: 10, y: 10), time: 1, type: .pencil)
            touch._force = 1
            touch._altitude = .pi / 4
            touch._azimuth = 0.5
            view.touchesBegan([touch], with: nil)
            let estimate = UITouch(_at: CGPoint(x: 50, y: 50), time: 1.1, type: .pencil)
            estimate._force = 1
            estimate._index = 17
            estimate._expecting = .force
            view.touchesMoved([touch], with: UIEvent(_coalesced: [estimate]))
            #expect(view.model.drawing.strokes[0].points.count == 1, "an estimated sample waits")
            touch._location = CGPoint(x: 90, y: 50)
            touch._timestamp = 1.2
            view.touchesEnded([touch], with: nil)
            #expect(view.model.strokeCount == 0, "the stroke waits for final samples")

            let late = UITouch(_at: CGPoint(x: 50, y: 50), time: 1.1, type: .pencil)
            late._index = 17
            late._force = 4
            view.touchesEstimatedPropertiesUpdated([late])
            let points = view.model.drawing.strokes[0].points
            #expect(view.model.strokeCount == 1)
            #expect(points.map { $0.pressure } == [0.25, 1, 1], "a lifted pen measures no force")
            #expect(abs((points[0].tilt ?? 0) - .pi / 4) < 1e-12 && points[0].azimuth == 0.5)
        }

        @Test("A stroke ends without its late samples when the next one begins")
        func strokeEndsWithoutItsLateReports() async throws {
            let touch = UITouch(_at: CGPoint(x: 10, y: 10), time: 1, type: .pencil)
            touch._index = 3
            touch._expecting = .force
            view.touchesBegan([touch], with: nil)
            view.touchesEnded([touch], with: nil)
            #expect(view.model.strokeCount == 0)
            // The next stroke does not wait for the previous one's samples.
            var hand = Hand(view)
            hand.draw(Hand.loop(10))
            #expect(view.model.strokeCount == 2)
        }

        @Test("Palm touches give way to Apple Pencil and leave no stroke") func palmsAreIgnoredAndGiveWayToThePen() {
            let palm = UITouch(_at: CGPoint(x: 200, y: 100), time: 1)
            view.touchesBegan([palm], with: nil)
            let pen = UITouch(_at: CGPoint(x: 20, y: 20), time: 1.05, type: .pencil)
            view.touchesBegan([pen], with: nil)
            palm._location = CGPoint(x: 220, y: 110)
            view.touchesMoved([palm], with: nil)
            // The palm touches down after the pen.
            let heel = UITouch(_at: CGPoint(x: 250, y: 110), time: 1.1)
            view.touchesBegan([heel], with: nil)
            heel._location = CGPoint(x: 260, y: 115)
            view.touchesMoved([heel], with: nil)
            pen._location = CGPoint(x: 60, y: 20)
            pen._timestamp = 1.2
            view.touchesMoved([pen], with: nil)
            view.touchesEnded([palm], with: nil)
            view.touchesEnded([pen], with: nil)
            #expect(view.model.strokeCount == 1)
            #expect(view.model.drawing.strokes[0].sampleBounds.maxX == 60)
        }

        @Test("Cancelled touches leave no ink") func cancelledTouchesLeaveNothing() {
            let touch = UITouch(_at: CGPoint(x: 10, y: 10))
            view.touchesBegan([touch], with: nil)
            view.touchesMoved([touch], with: UIEvent(predicted: [UITouch(_at: CGPoint(x: 30, y: 10))]))
            view.touchesCancelled([touch], with: nil)
            #expect(view.model.isEmpty && view.model.preview == nil)
        }

        @Test("A finger on another view of the model adds nothing to the stroke") func onlyOneViewDrawsAStroke() {
            let other = SignatureView(model: view.model)
            other.frame = view.frame
            other.layoutIfNeeded()
            let first = UITouch(_at: CGPoint(x: 20, y: 20), time: 1)
            let second = UITouch(_at: CGPoint(x: 200, y: 100), time: 1.1)
            view.touchesBegan([first], with: nil)
            other.touchesBegan([second], with: nil)
            (second._location, second._timestamp) = (CGPoint(x: 220, y: 100), 1.2)
            other.touchesMoved([second], with: nil)
            other.touchesEnded([second], with: nil)
            (first._location, first._timestamp) = (CGPoint(x: 40, y: 20), 1.3)
            view.touchesMoved([first], with: nil)
            view.touchesEnded([first], with: nil)
            let strokes = view.model.drawing.strokes
            #expect(
                strokes.map { $0.points.map { $0.position } } == [[InkPoint(x: 20, y: 20), InkPoint(x: 40, y: 20)]])
            var hand = Hand(other)
            hand.draw(Hand.loop(9))
            #expect(view.model.strokeCount == 2)
        }

        @Test("A model that is exchanged during a stroke keeps nothing of it") func anExchangedModelKeepsNoStroke() {
            let model = view.model
            let touch = UITouch(_at: CGPoint(x: 20, y: 20), time: 1)
            view.touchesBegan([touch], with: nil)
            view.model = SignatureModel()
            (touch._location, touch._timestamp) = (CGPoint(x: 40, y: 20), 1.1)
            view.touchesMoved([touch], with: nil)
            view.touchesEnded([touch], with: nil)
            #expect(view.model.isEmpty && model.isEmpty)
            view.model = model
            var hand = Hand(view)
            hand.draw([CGPoint(x: 200, y: 60), CGPoint(x: 210, y: 60)])
            #expect(model.drawing.strokes.map { $0.points.map { $0.position.y } } == [[60, 60]])
        }

        @Test("Only the area around a new stroke is redrawn") func onlyTheNeighbourhoodIsDrawnAgain() {
            var hand = Hand(view)
            hand.draw(Hand.loop())
            _ = view._image()
            #expect(view._dirty == nil)
            hand.draw([CGPoint(x: 200, y: 50), CGPoint(x: 210, y: 52), CGPoint(x: 220, y: 54)])
            let dirty = view._dirty ?? .null
            #expect(dirty.contains(CGPoint(x: 210, y: 52)) && dirty.width < 60 && dirty.height < 40)
        }

        @Test("A resized view scales the drawing without changing it") func drawingSurvivesAResize() throws {
            var hand = Hand(view)
            hand.draw(Hand.loop())
            let before = view.model.drawing
            view.frame = CGRect(x: 0, y: 0, width: 140, height: 300)
            view.layoutIfNeeded()
            #expect(view.model.drawing == before)
            let image = view._image()
            // At half the size and centred, the ink lies between 120 and 180 points.
            let rows = (0..<600).filter { y in
                (0..<280).contains { x in image._pixel(x, y).red < 128 && image._pixel(x, y).alpha > 0 }
            }
            let first = try #require(rows.first)
            let last = try #require(rows.last)
            #expect(first >= 240 && last <= 360)
            // Touches are converted to the scaled drawing.
            hand.draw([CGPoint(x: 70, y: 150)])
            #expect(view.model.drawing.strokes[1].points[0].position == InkPoint(x: 140, y: 60))
        }

        @Test("Ink that comes back after the view was resized is the same") func undoneClearingSurvivesAResize() {
            var hand = Hand(view)
            hand.draw(Hand.loop())
            let before = view.model.drawing
            view.model.clear()
            view.frame = CGRect(x: 0, y: 0, width: 140, height: 300)
            view.layoutIfNeeded()
            view.model.undo()
            #expect(view.model.drawing == before)
        }

        @Test("VoiceOver reads the number of strokes and offers editing actions") func voiceOverTellsAndEdits() {
            #expect(view.accessibilityLabel == "Signature" && view.accessibilityValue == "empty")
            #expect(view.accessibilityCustomActions?.isEmpty == true)
            var hand = Hand(view)
            hand.draw(Hand.loop(10))
            hand.draw(Hand.loop(10))
            #expect(view.accessibilityValue == "2 strokes")
            let undo = view.accessibilityCustomActions?.first { $0.name == "Undo" }
            #expect(undo?._perform() == true && view.accessibilityValue == "1 stroke")
            #expect(view.accessibilityCustomActions?.map { $0.name } == ["Undo", "Redo", "Clear"])
        }
    }
}
