// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import LockVault
import PicturePassword
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

/// A hand that draws three parts on a picture of 400 × 300, with small deviations.
@MainActor struct PictureHand {
    let view: PictureTouchView
    var time: Double
    var random: SplitMixed

    struct SplitMixed {
        var state: UInt64
        mutating func offset() -> CGFloat {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return CGFloat(state >> 33) / CGFloat(1 << 31) * 6 - 3
        }
    }

    init(_ view: PictureTouchView, seed: UInt64) {
        self.view = view
        time = ProcessInfo.processInfo.systemUptime
        random = SplitMixed(state: seed)
    }

    mutating func path(_ points: [CGPoint]) {
        let touch = UITouch(_at: points[0], time: time)
        view.touchesBegan([touch], with: nil)
        for (i, point) in points.enumerated() {
            time += 0.02
            let shaken = CGPoint(x: point.x + random.offset(), y: point.y + random.offset())
            touch._location = i == 0 ? points[0] : shaken
            touch._timestamp = time
            if i > 0 { view.touchesMoved([touch], with: nil) }
        }
        view.touchesEnded([touch], with: nil)
        time += 0.5
    }

    /// Draws a wave, a tap, and a downward stroke with a bend.
    mutating func password(isReversed: Bool = false) {
        var wave = (0..<60).map { k in
            CGPoint(x: 40 + 3 * CGFloat(k), y: 100 + 50 * CGFloat(ElementaryFunctions.sin(Double(k) / 7)))
        }
        if isReversed { wave.reverse() }
        path(wave)
        path([CGPoint(x: 320, y: 60)])
        path((0..<40).map { CGPoint(x: 300 - 0.06 * CGFloat($0 * $0), y: 110 + 4 * CGFloat($0)) })
    }
}

@MainActor final class PictureOwner {
    var template: GestureTemplate?
    var onSave: () -> Void = {}
    var answers: [PictureAnswer] = []
    var tried: [PictureGesture] = []
    var endings: [Bool] = []
    var others = 0

    static let size = CGSize(width: 400, height: 300)

    static func picture() throws -> PasswordPicture {
        // Light above, dark below, with a salient bright spot.
        var rgba: [UInt8] = []
        for y in 0..<300 {
            for x in 0..<400 {
                let isSpot = abs(x - 200) < 20 && abs(y - 150) < 20
                let tone = isSpot ? 255 : UInt8(180 - y / 2)
                rgba += [tone, tone, isSpot ? 0 : tone, 255]
            }
        }
        return PasswordPicture(try #require(RGBAImage.make(width: 400, height: 300, rgba: rgba)), digest: [1, 2, 3])
    }

    func check(_ gesture: PictureGesture) async -> PictureAnswer {
        tried.append(gesture)
        if !answers.isEmpty { return answers.removeFirst() }
        guard let template else { return .unavailable }
        return RasterVerifier().accepts(gesture, for: template) ? .accepted : .rejected
    }

    func save(_ template: GestureTemplate) async -> PictureAnswer {
        onSave()
        if !answers.isEmpty { return answers.removeFirst() }
        self.template = template
        return .accepted
    }

    func host(
        _ mode: PictureMode, parser: any GestureParsing = GestureParser(), trail: PictureTrail = .fire
    ) throws -> _Host<PicturePasswordView> {
        let host = _Host(
            PicturePasswordView(
                picture: try Self.picture(), mode: mode, parser: parser, trail: trail,
                onUseAnotherMethod: { self.others += 1 }, onFinish: { self.endings.append($0) }))
        host.size = Self.size
        host.render()
        return host
    }
}

extension _Host {
    var touchView: PictureTouchView? { render().all().compactMap { $0.uiView as? PictureTouchView }.first }
    var message: String? { find("inklock.message")?.label }
}

extension FrontEnd {
    @MainActor struct PicturePasswordViewTests {
        private let owner = PictureOwner()

        private func define() async throws -> _Host<PicturePasswordView> {
            let owner = owner
            let host = try owner.host(.define { await owner.save($0) })
            let view = try #require(host.touchView)
            for seed in 1...3 as ClosedRange<UInt64> {
                var hand = PictureHand(view, seed: seed)
                hand.password()
                host.tap("inklock.submit")
                await host.wait {
                    owner.endings.count == 1 || host.find("inklock.submit")?.attributes["disabled"] != nil
                }
                for _ in 0..<50 { await Task.yield() }
            }
            await host.wait { !owner.endings.isEmpty }
            return host
        }

        @Test("A sheet or scroll view around the picture does not take a path away")
        func aPanAroundThePictureTakesNoPath() throws {
            let (sheet, pan, view) = (UIView(frame: .zero), UIPanGestureRecognizer(), PictureTouchView())
            sheet.addGestureRecognizer(pan)
            sheet.addSubview(view)
            #expect(!pan._move(UITouch(_at: .zero), on: view))
        }

        @Test("Every button has its words, in rows or as symbols", arguments: 0..<4)
        func buttonsFitANarrowScreen(_ child: Int) throws {
            _Fit.child = child
            defer { _Fit.child = 0 }
            let host = try PictureOwner().host(.verify { _ in .rejected })
            let row = try #require(host.render().all().first { $0.kind == "ViewThatFits" })
            #expect(row.attributes["children"] == "4")
            #expect(row.children.map { $0.kind } == [child % 2 == 0 ? "HStack" : "VStack"])
            #expect(row.children.map { $0.attributes["labels"] } == [child < 2 ? "title" : "icon"])
            let labels = row.all().filter { $0.kind == "Button" }.map { $0.label }
            #expect(labels == ["Cancel", "Undo last part", "Start over", "Use another option", "Done"])
            #expect(host.find("inklock.submit")?.label == "Done")
        }

        @Test("A gesture drawn three times is enrolled and then accepted")
        func drawnThreeTimesIsDefinedAndLetsIn() async throws {
            let host = try await define()
            #expect(owner.endings == [true] && owner.template?.typicalSample.parts.count == 3)
            #expect(host.store.haptics == ["success"])
            let login = try owner.host(.verify { _ in .unavailable })
            login.root = try owner.host(.verify { await owner.check($0) }).root
            var hand = PictureHand(try #require(login.touchView), seed: 9)
            hand.password()
            #expect(login.find("inklock.picture")?.attributes["value"] == "3 parts drawn")
            login.tap("inklock.submit")
            await login.wait { owner.endings.count == 2 }
            #expect(owner.endings == [true, true])
        }

        @Test("While a password is defined, its parts are shown, and the first drawing on request")
        func partsAreShownWhileDefining() async throws {
            let owner = owner
            let host = try owner.host(.define { await owner.save($0) }, trail: .none)
            var hand = PictureHand(try #require(host.touchView), seed: 1)
            func lit() throws -> [Bool] {
                try host.render().all().filter { $0.kind == "Canvas" }
                    .map { colors(try #require($0.image(PictureOwner.size))).lit > 100 }
            }
            #expect(try lit() == [false, false])
            hand.password()
            #expect(try lit() == [false, true])
            for number in ["1", "2", "3"] { #expect(host._seen.contains(number)) }
            host.environment.layoutDirection = .rightToLeft
            let number = host.render().all().first { $0.text == "1" }
            #expect(number?.attributes["direction"] == "leftToRight", "beside its part")
            host.environment.layoutDirection = .leftToRight
            host.tap("inklock.submit")
            await host.wait { host.find("Show the first drawing") != nil }
            #expect(try lit() == [false, false])
            host.tap("Show the first drawing")
            #expect(try lit() == [false, true, false])
            host.tap("Start over")
            #expect(try lit() == [false, false] && host.find("Show the first drawing") == nil)
        }

        @Test("A password that could not be saved is saved without another drawing")
        func aFailedSaveKeepsTheDrawings() async throws {
            owner.answers = [.unavailable, .unavailable]
            let host = try await define()
            #expect(host.message?.hasPrefix("That did not work. Nothing has changed.") == true)
            #expect(owner.template == nil && owner.endings.isEmpty)
            AccessibilityNotification._said = []
            owner.onSave = { host.render() }
            host.tap("inklock.submit")
            await host.wait { !AccessibilityNotification._said.isEmpty }
            #expect(AccessibilityNotification._said == [host.message], "the second failure is announced too")
            host.tap("inklock.submit")
            await host.wait { !owner.endings.isEmpty }
            #expect(owner.endings == [true] && owner.template?.typicalSample.parts.count == 3)
        }

        @Test("An attempt that the lock could not begin does not close the picture")
        func attemptsThatCouldNotBeginAreUnavailable() {
            #expect(PictureAnswer(VaultError.refused(.attemptsAllowed)) == .unavailable)
            #expect(PictureAnswer(VaultError.refused(.wiped)) == .lockedOut(seconds: nil))
        }

        @Test("A password that the lock finds too easy to guess is drawn again, with the reason")
        func aDrawingThatTheLockRefusesIsForgotten() async throws {
            owner.answers = [PictureAnswer(VaultError.pictureRefused)]
            let host = try await define()
            #expect(host.message?.contains("too easy to guess") == true)
            #expect(owner.template == nil && owner.endings.isEmpty)
            #expect(host.find("inklock.submit")?.attributes["disabled"] != nil, "it is not saved again")
        }

        @Test("A gesture in the wrong direction is rejected, announced and cleared")
        func wrongDirectionIsRejectedAndSaidAloud() async throws {
            _ = try await define()
            AccessibilityNotification._said = []
            let login = try owner.host(.verify { await owner.check($0) })
            var hand = PictureHand(try #require(login.touchView), seed: 4)
            hand.password(isReversed: true)
            login.tap("inklock.submit")
            await login.wait { login.message?.hasPrefix("That did not match") == true }
            #expect(AccessibilityNotification._said.count == 1 && login.store.haptics == ["error"])
            #expect(owner.endings == [true])
            // The drawing is cleared.
            #expect(login.find("inklock.picture")?.attributes["value"] == "0 parts drawn")
        }

        @Test("The answer to a drawing whose check was cancelled does not count")
        func cancelledChecksDoNotCount() async throws {
            let (gate, open) = AsyncStream<Void>.makeStream()
            let owner = owner
            var isChecked = false
            let host = try owner.host(
                .verify { _ in
                    for await _ in gate { break }
                    isChecked = true
                    return .accepted
                })
            var hand = PictureHand(try #require(host.touchView), seed: 1)
            hand.password()
            host.tap("inklock.submit")
            await host.wait { host.message == "One moment…" }
            host.tap("Cancel")
            #expect(owner.endings == [false] && host.message != "One moment…")
            open.yield()
            await host.wait { owner.endings.count > 1 }
            #expect(isChecked && owner.endings == [false])
            hand.password()
            #expect(host.find("inklock.submit")?.attributes["disabled"] == nil)
        }

        @Test("A password that is being saved is saved in spite of Cancel")
        func cancelDoesNotInterruptASave() async throws {
            let (gate, open) = AsyncStream<Void>.makeStream()
            let owner = owner
            let host = try owner.host(
                .define(parameters: .init(sampleCount: 1)) { template in
                    for await _ in gate { break }
                    return await owner.save(template)
                })
            var hand = PictureHand(try #require(host.touchView), seed: 1)
            hand.password()
            host.tap("inklock.submit")
            await host.wait { host.message == "One moment…" }
            host.tap("Cancel")
            open.yield()
            await host.wait { !owner.endings.isEmpty }
            #expect(owner.endings == [true] && owner.template != nil)
        }

        @Test("Enrolment rejects a different drawing and one in a single spot")
        func anotherDrawingIsRefusedWhileDefining() async throws {
            let owner = owner
            let host = try owner.host(.define { await owner.save($0) })
            let view = try #require(host.touchView)
            var hand = PictureHand(view, seed: 1)
            hand.password()
            #expect(host.find("inklock.strength") != nil)
            host.tap("inklock.submit")
            await host.wait { host.render().all().contains { $0.text == "Draw it again to be sure" } }
            hand.password(isReversed: true)
            host.tap("inklock.submit")
            await host.wait { host.message?.hasPrefix("That was different") == true }
            #expect(host.message?.hasPrefix("That was different") == true)
            host.tap("Start over")
            #expect(host.render().all().contains { $0.text == "Draw your picture password" })
            hand.path([CGPoint(x: 50, y: 50)])
            host.tap("inklock.submit")
            await host.wait { host.message?.hasPrefix("That is all in one spot") == true }
            #expect(host.message?.hasPrefix("That is all in one spot") == true)
            // The drawing stays, and more is added to it.
            hand.password()
            host.tap("inklock.submit")
            await host.wait { host.render().all().contains { $0.text == "Draw it again to be sure" } }
            #expect(host.render().all().contains { $0.text == "Draw it again to be sure" })
        }

        @Test("Another picture starts without a drawing") func anotherPictureStartsAgain() throws {
            let owner = owner
            let host = try owner.host(.verify { await owner.check($0) })
            var hand = PictureHand(try #require(host.touchView), seed: 1)
            hand.password()
            #expect(host.find("inklock.picture")?.attributes["value"] == "3 parts drawn")
            let other = PasswordPicture(try PictureOwner.picture().image, digest: [4])
            host.root = PicturePasswordView(picture: other, mode: .verify { await owner.check($0) }) { _ in }
            #expect(host.find("inklock.picture")?.attributes["value"] == "0 parts drawn")
        }

        @Test("A digest with which no password could be defined ends the app") func longDigestsAreRefused() async {
            await #expect(processExitsWith: .success) {
                try await MainActor.run {
                    _ = PasswordPicture(try PictureOwner.picture().image, digest: [UInt8](repeating: 1, count: 64))
                }
            }
            await #expect(processExitsWith: .failure) {
                try await MainActor.run {
                    _ = PasswordPicture(try PictureOwner.picture().image, digest: [UInt8](repeating: 1, count: 65))
                }
            }
        }

        @Test("Pictures are made on any thread, and the parts of screens may be constants")
        func partsOfScreensAreSendable() async throws {
            enum Constants {
                nonisolated static let trail = PictureTrail.fire
                nonisolated static let mode = PictureMode.define { _ in .accepted }
                nonisolated static let button = PasscodeAccessory(label: "Card", symbol: "creditcard") { .accepted }
            }
            let image = try PictureOwner.picture().image
            let picture = await Task.detached { PasswordPicture(image, digest: [9]) }.value
            let screen = PicturePasswordView(picture: picture, mode: Constants.mode, trail: Constants.trail) { _ in }
            #expect(_Host(screen).find("inklock.picture") != nil)
            #expect(await Constants.button.action() == .accepted)
        }

        @Test("Simultaneous fingers form one part, which can be undone")
        func severalFingersAreOnePartAndPartsAreTakenBack() throws {
            let owner = owner
            let host = try owner.host(.verify { await owner.check($0) })
            let view = try #require(host.touchView)
            let time = ProcessInfo.processInfo.systemUptime
            let fingers = [
                UITouch(_at: CGPoint(x: 50, y: 50), time: time), UITouch(_at: CGPoint(x: 90, y: 50), time: time),
            ]
            view.touchesBegan(Set(fingers), with: nil)
            for finger in fingers {
                finger._timestamp = time + 0.2
                finger._location.y = 200
            }
            view.touchesMoved(Set(fingers), with: nil)
            view.touchesEnded(Set(fingers), with: nil)
            #expect(host.find("inklock.picture")?.attributes["value"] == "1 part drawn")
            host.tap("Undo last part")
            #expect(host.find("inklock.picture")?.attributes["value"] == "0 parts drawn")
            #expect(host.find("inklock.submit")?.attributes["disabled"] == "1")
        }

        @Test("A drawing is released with its screen") func aDrawingGoesWithItsScreen() throws {
            weak var pad: PicturePad?
            do {
                let owner = owner
                let host = try owner.host(.verify { await owner.check($0) })
                var hand = PictureHand(try #require(host.touchView), seed: 1)
                hand.password()
                pad = host.model(PicturePad.self)
                #expect(pad?.partCount == 3)
            }
            #expect(pad == nil)
        }

        @Test("Touches cancelled by the system form no part") func touchesCancelledBySystemAreNoPart() throws {
            let owner = owner
            let host = try owner.host(.verify { await owner.check($0) })
            let view = try #require(host.touchView)
            let touch = UITouch(_at: CGPoint(x: 50, y: 50), time: ProcessInfo.processInfo.systemUptime)
            view.touchesBegan([touch], with: nil)
            view.touchesCancelled([touch], with: nil)
            #expect(host.find("inklock.picture")?.attributes["value"] == "0 parts drawn")
        }

        @Test("A lockout blocks drawing until it ends and offers another option")
        func lockoutClosesThePictureAndOpensItAgain() async throws {
            let owner = owner
            owner.answers = [.lockedOut(seconds: 60), .lockedOut(seconds: nil)]
            let host = try owner.host(.verify { await owner.check($0) })
            let view = try #require(host.touchView)
            for (offset, words) in [(0.0, "Try again in"), (61, "Too many attempts. Please choose another option.")] {
                try #require(host.model(PicturePad.self)).clock = { offset }
                host.render()
                var hand = PictureHand(view, seed: 2)
                hand.password()
                host.tap("inklock.submit")
                await host.wait { host.message?.hasPrefix(words) == true }
                #expect(host.message?.hasPrefix(words) == true)
                hand.password()
                #expect(host.find("inklock.picture")?.attributes["value"] == "0 parts drawn")
            }
            #expect(owner.tried.count == 2)
            host.tap("Use another option")
            #expect(owner.others == 1)
        }

        private func light(_ trail: PictureTrail, reduced: Bool = false) throws -> (
            image: CGImage, host: _Host<PicturePasswordView>
        ) {
            let owner = owner
            let host = try owner.host(.verify { await owner.check($0) }, trail: trail)
            host.environment._reduceMotion = reduced
            host.render()
            let view = try #require(host.touchView)
            let touch = UITouch(_at: CGPoint(x: 100, y: 150), time: ProcessInfo.processInfo.systemUptime)
            view.touchesBegan([touch], with: nil)
            for k in 1...20 {
                touch._location.x += 10
                touch._timestamp = ProcessInfo.processInfo.systemUptime + Double(k) * 0.001
                view.touchesMoved([touch], with: nil)
            }
            let canvas = try #require(host.render().all().first { $0.kind == "Canvas" })
            return (try #require(canvas.image(PictureOwner.size)), host)
        }

        private func colors(_ image: CGImage) -> (lit: Int, red: Int) {
            var lit = 0
            var red = 0
            for y in stride(from: 0, to: image.height, by: 2) {
                for x in stride(from: 0, to: image.width, by: 2) {
                    let pixel = image._pixel(x, y)
                    if pixel.alpha > 8 { lit += 1 }
                    if pixel.alpha > 8, pixel.red > pixel.blue + 60 { red += 1 }
                }
            }
            return (lit, red)
        }

        @Test("Reduce Motion replaces the fire trail by a line") func fireBurnsAndLessMotionIsALine() throws {
            // Flames go out in less than a second of real time.
            let fires = try (0..<3).map { _ in colors(try light(.fire).image) }
            let fire = fires.max { $0.lit < $1.lit } ?? (0, 0)
            let line = colors(try light(.fire, reduced: true).image)
            #expect(fire.lit > 500 && fire.red > fire.lit / 3, "\(fire)")
            #expect(line.lit > 300 && line.red == 0, "\(line)")
            #expect(colors(try light(.none).image).lit == 0)
        }

        @Test("Frames pause when no trail is visible") func framesRestWhenNothingIsSeen() throws {
            let (_, host) = try light(.none)
            func isPaused() -> String? { host.render().all().first { $0.kind == "TimelineView" }?.attributes["paused"] }
            #expect(isPaused() == "false")
            _Clock.now += 1
            #expect(isPaused() == "true")
        }

        @Test("The debug view shows which squares an attempt hit") func debugViewShowsWhatAnAttemptHit() async throws {
            _ = try await define()
            let stored = try #require(owner.template?.typicalSample)
            var attempt = stored
            attempt.parts[1] = GesturePart(
                .tap(count: 1), fingers: [FingerPath([GesturePoint(InkPoint(x: 5, y: 5), time: 0)])])
            let picture = try PictureOwner.picture()
            let host = _Host(PictureDebugView(picture: picture, stored: stored, attempt: attempt))
            let rows = host.render().all().compactMap { $0.text }
            let inspection = GestureInspection(stored, attempt: attempt, by: RasterVerifier())
            let all = inspection.parts[0].fingers[0].squares.count
            #expect(rows == ["Part 1: \(all) of \(all) squares hit", "Part 2: 0 of 1 squares hit"] + [rows[2]])
            #expect(inspection.parts.map { $0.isMatch } == [true, false, true])
            let canvas = try #require(host.render().all().first { $0.kind == "Canvas" })
            let image = try #require(canvas.image(PictureOwner.size))
            // The inside of a square that was hit is green. The inside of the one that was missed is not.
            let frame = try #require(
                PictureFrame(fitting: InkSize(width: 400, height: 300), in: InkSize(PictureOwner.size)))
            func pixel(_ centre: InkPoint) -> (red: Int, green: Int, blue: Int, alpha: Int) {
                let p = frame.toSurface(centre)
                return image._pixel(Int(p.x * 2) + 16, Int(p.y * 2) + 16)
            }
            #expect(pixel(inspection.parts[1].fingers[0].squares[0].centre).alpha < 40)
            let hit = pixel(inspection.parts[0].fingers[0].squares[0].centre)
            #expect(hit.green > hit.red && hit.alpha > 100, "\(hit)")
        }

        @Test("A replay draws the whole gesture and then clears it") func replayDrawsTheGestureToItsEnd() async throws {
            _ = try await define()
            let gesture = try #require(owner.template?.typicalSample)
            let host = _Host(PictureReplayView(picture: try PictureOwner.picture(), gesture: gesture))
            host.size = PictureOwner.size
            func frame() throws -> Int {
                let canvas = try #require(host.render().all().first { $0.kind == "Canvas" })
                return colors(try #require(canvas.image(PictureOwner.size))).lit
            }
            #expect(try frame() == 0)
            host.tap("Replay")
            var most = 0
            for _ in 0..<200 {
                _Clock.now += 0.05
                most = max(most, try frame())
                if host.find("Replay")?.attributes["disabled"] == nil { break }
            }
            #expect(most > 100 && host.find("Replay")?.attributes["disabled"] == nil)
            #expect(try frame() == 0)
        }

        @Test("Another gesture ends a replay") func anotherGestureEndsTheReplay() async throws {
            _ = try await define()
            let picture = try PictureOwner.picture()
            let gesture = try #require(owner.template?.typicalSample)
            let host = _Host(PictureReplayView(picture: picture, gesture: gesture))
            host.tap("Replay")
            #expect(host.find("Replay")?.attributes["disabled"] == "1")
            host.root = PictureReplayView(picture: picture, gesture: PictureGesture([gesture.parts[0]]))
            #expect(host.find("Replay")?.attributes["disabled"] == nil)
        }

        @Test("The controller passes checks, choices and results to its delegate")
        func controllerAsksItsDelegate() async throws {
            @MainActor final class Delegate: PicturePasswordViewControllerDelegate {
                var events: [String] = []
                func picturePasswordViewController(
                    _ controller: PicturePasswordViewController, check gesture: PictureGesture
                ) async -> PictureAnswer {
                    events.append("check \(gesture.parts.count)")
                    return .accepted
                }
                func picturePasswordViewControllerDidRequestAnotherMethod(_ controller: PicturePasswordViewController) {
                    events.append("other")
                }
                func picturePasswordViewController(
                    _ controller: PicturePasswordViewController, didFinish isPassed: Bool
                ) {
                    events.append("\(isPassed)")
                }
            }
            let delegate = Delegate()
            let owner = UIViewController(nibName: nil, bundle: nil)
            let controller = PicturePasswordViewController(picture: try PictureOwner.picture(), purpose: .verify)
            controller.delegate = delegate
            owner.present(controller, animated: true)
            let child = try #require(controller.children.first as? UIHostingController<PicturePasswordView>)
            child._host.size = PictureOwner.size
            child._host.tap("Use another option")
            // The screen is dismissed with what it has presented.
            controller.present(UIViewController(nibName: nil, bundle: nil), animated: true)
            var hand = PictureHand(try #require(child._host.touchView), seed: 1)
            hand.password()
            child._host.tap("inklock.submit")
            await child._host.wait { delegate.events.count == 3 }
            #expect(delegate.events == ["other", "check 3", "true"] && owner.presentedViewController == nil)
        }
    }
}
