// SPDX-License-Identifier: MIT
import Foundation
import Ink
import InkLock
import Testing

/// Tests of an app with its own verifier, kind of gesture, trail and store, from the first touch to the result.
@Suite struct OwnPartsTests {
    private typealias Screen = PictureScreen<HoldParser, RippleTrail>
    private let picture: [UInt8] = Array(repeating: 0xAB, count: 32)

    private func screen() throws -> Screen {
        let frame = try #require(
            PictureFrame(fitting: InkSize(width: 1200, height: 900), in: InkSize(width: 390, height: 844)))
        return Screen(frame, parser: HoldParser(), trail: RippleTrail())
    }

    /// Draws a line, pauses for `pause` seconds, and rests a finger for `rest` seconds.
    private func draw(
        offset: Double = 0, pause: Double = 1, rest: Double = 0.8, on screen: inout Screen
    ) -> PictureGesture {
        screen.touchesBegan(1, InkPoint(x: 40 + offset, y: 300), 0)
        for step in 1...30 {
            let across = Double(step) * 10
            screen.touchesMoved(1, InkPoint(x: 40 + offset + across, y: 300 + abs(150 - across)), Double(step) * 0.02)
        }
        screen.touchesEnded(1, 0.6)
        screen.touchesBegan(2, InkPoint(x: 200 + offset, y: 500), pause)
        screen.touchesMoved(2, InkPoint(x: 203 + offset, y: 501), pause + rest / 2)
        screen.touchesEnded(2, pause + rest)
        return screen.finish()
    }

    @Test("A resting finger is a hold and a quick one a tap") func aRestingFingerIsAHoldAndAQuickOneATap() throws {
        var screen = try screen()
        #expect(draw(on: &screen).parts.map(\.kind) == [.path(isClosed: false), HoldParser.hold])
        #expect(draw(rest: 0.2, on: &screen).parts.map(\.kind) == [.path(isClosed: false), .tap(count: 1)])
    }

    @Test("Custom parts make a working login") func theAppsOwnPartsMakeALogin() throws {
        var screen = try screen()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // An app would encrypt with its platform's cryptography. Inverting the bits shows that the closures are called.
        let store = FileStore(
            url: folder.appendingPathComponent("picture-password"), seal: { Data($0.map { ~$0 }) },
            open: { Data($0.map { ~$0 }) })

        var enrolment = try #require(Enrolment(pictureDigest: picture, verifier: RhythmVerifier()))
        var template: GestureTemplate?
        for offset in [0.0, 4, 8] {
            if case .complete(let complete) = try enrolment.add(draw(offset: offset, on: &screen)) {
                template = complete
            }
        }
        let replays = try #require(ReplayGuard(key: Array(0..<16)))
        var login = PicturePasswordAuthenticator(
            pictureDigest: picture, verifier: RhythmVerifier(), store: store, replays: replays)
        #expect(try login.attempt(draw(offset: 2, on: &screen)) == .notEnrolled)
        try login.enrol(#require(template))

        #expect(try login.attempt(draw(offset: 2, on: &screen)) == .accepted)
        #expect(try login.attempt(draw(offset: 2, on: &screen)) == .replayed)
        #expect(try login.attempt(draw(offset: 3, pause: 2, on: &screen)) == .rejected, "the pause is too long")
        #expect(
            try login.attempt(draw(offset: 3, rest: 0.2, on: &screen)) == .rejected, "a tap is not a hold")
        #expect(try login.attempt(draw(offset: 60, on: &screen)) == .rejected)

        let file = try Data(contentsOf: store.url)
        #expect(file == Data(try #require(try store.load()).encoded().map { ~$0 }), "the store encrypts")
        try login.remove()
        #expect(try login.attempt(draw(offset: 2, on: &screen)) == .notEnrolled)
    }

    @Test("A custom trail is shown and fades") func theOwnTrailIsSeenAndGoesOut() throws {
        var screen = try screen()
        screen.touchesBegan(1, InkPoint(x: 40, y: 300), 10)
        screen.touchesMoved(1, InkPoint(x: 90, y: 300), 10.2)
        screen.touchesBegan(2, InkPoint(x: 90, y: 20), 10.2)
        let sprites = screen.sprites(at: 10.3)
        #expect(
            sprites.map(\.position) == [InkPoint(x: 40, y: 300), InkPoint(x: 90, y: 300)], "no sprite above the picture"
        )
        #expect(sprites[0].radius > sprites[1].radius && sprites[0].color.alpha < sprites[1].color.alpha)
        #expect(screen.sprites(at: 10.6).count == 1)
        #expect(screen.sprites(at: 11).isEmpty)
    }
}
