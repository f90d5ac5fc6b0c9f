// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTrail
import PicturePassword
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

/// A parser that gives every part a kind of its own.
private struct KindParser: GestureParsing {
    static let kind = GesturePart.Kind.other(7)

    func gesture(from paths: [FingerPath]) -> PictureGesture {
        var gesture = GestureParser().gesture(from: paths)
        for i in gesture.parts.indices { gesture.parts[i].kind = Self.kind }
        return gesture
    }
}

/// A trail in which each touch is seen for half a second.
private struct BriefTrail: Trail {
    private var last: Double?
    mutating func touch(_ finger: UInt32, at position: InkPoint, time: Double) { last = time }
    mutating func lift(_ finger: UInt32, time: Double) {}
    mutating func advance(to time: Double) { if let last, time - last > 0.5 { self.last = nil } }
    mutating func clear() { last = nil }
    var isQuiet: Bool { last == nil }
    func visitSprites(_ body: (TrailSprite) -> Void) {}
}

extension FrontEnd {
    /// Tests of an app's own verifier, parser and trail on the front end's screens.
    @MainActor struct PictureOwnPartsTests {
        private let owner = PictureOwner()

        /// Draws a wave, pauses, and draws a bend.
        private func draw(_ view: PictureTouchView, pause: Double = 0) {
            var hand = PictureHand(view, seed: 5)
            hand.path(
                (0..<60).map { k in
                    CGPoint(x: 40 + 3 * CGFloat(k), y: 100 + 50 * CGFloat(ElementaryFunctions.sin(Double(k) / 7)))
                })
            hand.time += pause
            hand.path((0..<40).map { CGPoint(x: 350 - 0.06 * CGFloat($0 * $0), y: 110 + 4 * CGFloat($0)) })
        }

        /// Draws twice, the second time more slowly, and returns the message and whether another drawing is requested.
        private func words(_ verifier: any GestureVerifier) async throws -> (message: String?, title: Bool) {
            let owner = owner
            let host = try owner.host(.define(verifier: verifier) { await owner.save($0) })
            let view = try #require(host.touchView)
            draw(view)
            host.tap("inklock.submit")
            await host.wait { host.words.contains("Draw it again to be sure") }
            draw(view, pause: 3)
            host.tap("inklock.submit")
            await host.wait { host.message?.hasPrefix("That was different") == true }
            return (host.message, host.words.contains("Draw it again to be sure"))
        }

        @Test("A custom verifier decides whether two drawings match")
        func ownVerifierDecidesWhetherDrawingsAreAlike() async throws {
            #expect(try await words(PacedVerifier()).message?.hasPrefix("That was different") == true)
            #expect(try await words(RasterVerifier()).message?.hasPrefix("That was different") == false)
        }

        @Test("The strength meter appears only for verifiers that it can rate")
        func meterIsShownForTheRuleThatItKnows() throws {
            for (verifier, isKnown) in [
                (RasterVerifier.undirected as any GestureVerifier, true), (PacedVerifier(), false),
            ] {
                let owner = owner
                let host = try owner.host(.define(verifier: verifier) { await owner.save($0) })
                draw(try #require(host.touchView))
                #expect((host.find("inklock.strength") != nil) == isKnown)
            }
        }

        @Test("The parser determines the kind of each part") func parserMakesTheGesture() async throws {
            for (parser, kind) in [
                (GestureParser() as any GestureParsing, GesturePart.Kind.path(isClosed: false)),
                (GestureParser(.init(tapRadius: 60)), .tap(count: 1)), (KindParser(), KindParser.kind),
            ] {
                let owner = PictureOwner()
                owner.answers = [.rejected]
                let host = try owner.host(.verify { await owner.check($0) }, parser: parser)
                var hand = PictureHand(try #require(host.touchView), seed: 1)
                hand.path([CGPoint(x: 100, y: 100), CGPoint(x: 120, y: 100), CGPoint(x: 140, y: 100)])
                host.tap("inklock.submit")
                await host.wait { !owner.tried.isEmpty }
                #expect(owner.tried.map { $0.parts.map { $0.kind } } == [[kind]])
            }
        }

        /// Returns the numbers of pixels of a frame in the glow's green, and of all that are not transparent.
        private func pixels(_ host: _Host<PicturePasswordView>) throws -> (green: Int, lit: Int) {
            let canvas = try #require(host.render().all().first { $0.kind == "Canvas" })
            let image = try #require(canvas.image(PictureOwner.size))
            var counts = (green: 0, lit: 0)
            for y in stride(from: 0, to: image.height, by: 2) {
                for x in stride(from: 0, to: image.width, by: 2) {
                    let pixel = image._pixel(x, y)
                    if pixel.alpha > 8 { counts.lit += 1 }
                    if pixel.alpha > 8, pixel.green > pixel.red + 60 { counts.green += 1 }
                }
            }
            return counts
        }

        @Test(
            "Reduce Motion draws the replacement of a custom trail",
            arguments: [(false, false, true), (true, false, false), (true, true, true)])
        func ownTrailIsDrawnUnlessLessMotionAsksForTheOther(
            isReduced: Bool, isStill: Bool, isGlowing: Bool
        ) throws {
            let owner = owner
            let trail: PictureTrail = isStill ? .custom(GlowTrail(), reducedMotion: GlowTrail()) : .custom(GlowTrail())
            let host = try owner.host(.verify { await owner.check($0) }, trail: trail)
            host.environment._reduceMotion = isReduced
            host.render()
            let view = try #require(host.touchView)
            let touch = UITouch(_at: CGPoint(x: 100, y: 150), time: ProcessInfo.processInfo.systemUptime)
            view.touchesBegan([touch], with: nil)
            touch._location.x += 60
            touch._timestamp += 0.01
            view.touchesMoved([touch], with: nil)
            let seen = try pixels(host)
            #expect(seen.lit > 100 && (seen.green > 100) == isGlowing, "\(seen)")
            view.touchesEnded([touch], with: nil)
            if isGlowing { #expect(try pixels(host).lit == 0, "the glow ends with the touch") }
        }

        @Test("A trail that has faded below a resting finger is drawn again when the finger moves on")
        func aRestingTrailGoesOn() throws {
            let owner = owner
            let host = try owner.host(.verify { await owner.check($0) }, trail: .custom(BriefTrail()))
            let pad = try #require(host.model(PicturePad.self))
            let view = try #require(host.touchView)
            let touch = UITouch(_at: CGPoint(x: 100, y: 150), time: ProcessInfo.processInfo.systemUptime)
            view.touchesBegan([touch], with: nil)
            #expect(pad.isAnimated)
            pad.trail.advance(to: touch.timestamp + 1)
            pad.rest()
            #expect(!pad.isAnimated)
            touch._location.x += 60
            touch._timestamp += 1
            view.touchesMoved([touch], with: nil)
            #expect(pad.isAnimated)
        }

        @Test("A replay under Reduce Motion shows no fire") func replayOfFireIsALineWhereLessMotionIsAskedFor() throws {
            let path = FingerPath(
                (0..<30).map { GesturePoint(InkPoint(x: 60 + 4 * Double($0), y: 160), time: Double($0) / 60) })
            let gesture = PictureGesture([GesturePart(.path(isClosed: false), fingers: [path])])
            func reds(isReduced: Bool) throws -> Int {
                let host = _Host(PictureReplayView(picture: try PictureOwner.picture(), gesture: gesture, trail: .fire))
                host.size = PictureOwner.size
                host.environment._reduceMotion = isReduced
                host.render()
                host.tap("Replay")
                var most = 0
                for _ in 0..<12 {
                    _Clock.now += 0.05
                    let canvas = try #require(host.render().all().first { $0.kind == "Canvas" })
                    let image = try #require(canvas.image(PictureOwner.size))
                    var count = 0
                    for x in stride(from: 0, to: image.width, by: 2) {
                        for y in stride(from: 0, to: image.height, by: 2) {
                            let pixel = image._pixel(x, y)
                            if pixel.alpha > 8, pixel.red > pixel.blue + 60 { count += 1 }
                        }
                    }
                    most = max(most, count)
                }
                return most
            }
            #expect(try reds(isReduced: false) > 100)
            #expect(try reds(isReduced: true) == 0)
        }

        @Test("The controller uses the given verifier, parser and trail")
        func controllerHandsItsPartsOn() async throws {
            @MainActor final class Keeper: PicturePasswordViewControllerDelegate {
                var saved: [GestureTemplate] = []
                func picturePasswordViewController(
                    _ controller: PicturePasswordViewController, check gesture: PictureGesture
                ) async -> PictureAnswer { .rejected }
                func picturePasswordViewController(
                    _ controller: PicturePasswordViewController, save template: GestureTemplate
                ) async -> PictureAnswer {
                    saved.append(template)
                    return .accepted
                }
                func picturePasswordViewController(
                    _ controller: PicturePasswordViewController, didFinish isPassed: Bool
                ) {}
            }
            let keeper = Keeper()
            let controller = PicturePasswordViewController(
                picture: try PictureOwner.picture(), purpose: .define, enrolment: .init(sampleCount: 1),
                verifier: PacedVerifier(), parser: KindParser(), trail: .custom(GlowTrail()))
            controller.delegate = keeper
            UIViewController(nibName: nil, bundle: nil).present(controller, animated: true)
            let child = try #require(controller.children.first as? UIHostingController<PicturePasswordView>)
            child._host.size = PictureOwner.size
            let view = try #require(child._host.touchView)
            let touch = UITouch(_at: CGPoint(x: 200, y: 30), time: ProcessInfo.processInfo.systemUptime)
            view.touchesBegan([touch], with: nil)
            #expect(try pixels(child._host).green > 100)
            view.touchesCancelled([touch], with: nil)
            draw(view)
            #expect(child._host.find("inklock.strength") == nil)
            child._host.tap("inklock.submit")
            await child._host.wait { !keeper.saved.isEmpty }
            #expect(
                keeper.saved.map { $0.typicalSample.parts.map { $0.kind } } == [[KindParser.kind, KindParser.kind]])
        }
    }
}
