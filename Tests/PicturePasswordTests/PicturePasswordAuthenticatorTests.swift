// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct PicturePasswordAuthenticatorTests {
    private struct Broken: Error, Equatable {}

    /// A store that keeps bytes, as a real store does, and fails on request.
    private struct ByteStore: TemplateStore {
        var bytes: [UInt8]?
        var isBroken = false

        func load() throws(Broken) -> GestureTemplate? {
            if isBroken { throw Broken() }
            guard let bytes else { return nil }
            do { return try GestureTemplate(decoding: bytes) } catch { throw Broken() }
        }
        mutating func save(_ template: GestureTemplate) throws(Broken) {
            if isBroken { throw Broken() }
            bytes = template.encoded()
        }
        mutating func remove() throws(Broken) { bytes = nil }
    }

    private let key = [UInt8](repeating: 7, count: 16)
    private let good = Drawn.synthetic(seed: 3)
    private let again = Drawn.synthetic(seed: 3, attempt: 1)

    private func login(_ store: ByteStore = ByteStore(), picture: [UInt8] = [1, 2, 3]) throws
        -> PicturePasswordAuthenticator<RasterVerifier, ByteStore>
    {
        let replays = try #require(ReplayGuard(key: key))
        return PicturePasswordAuthenticator(
            pictureDigest: picture, verifier: RasterVerifier.undirected, store: store, replays: replays)
    }

    @Test("The drawing of the owner is accepted and another is rejected")
    func itAcceptsTheOwnerAndRejectsAnother() throws {
        var login = try login()
        #expect(try login.attempt(again) == .notEnrolled)
        try login.enrol(Drawn.template(good))
        #expect(try login.attempt(again) == .accepted)
        #expect(try login.attempt(Drawn.synthetic(seed: 4)) == .rejected)
        try login.remove()
        #expect(try login.attempt(again) == .notEnrolled)
    }

    @Test("An exact replay is rejected") func nothingPassesTwice() throws {
        var login = try login()
        try login.enrol(Drawn.template(good))
        let other = Drawn.synthetic(seed: 4)
        #expect(try login.attempt(good) == .replayed, "an enrolled drawing")
        #expect(try login.attempt(again) == .accepted)
        #expect(try login.attempt(again) == .replayed, "an accepted one")
        #expect(try login.attempt(other) == .rejected)
        #expect(try login.attempt(other) == .replayed, "a rejected one")
        let bytes = login.replays.encoded()
        var restarted = PicturePasswordAuthenticator(
            pictureDigest: [1, 2, 3], verifier: RasterVerifier.undirected, store: login.store,
            replays: try ReplayGuard(decoding: bytes, key: key))
        #expect(try restarted.attempt(again) == .replayed, "after a restart")
        var careless = try self.login(login.store)
        #expect(try careless.attempt(good) == .replayed, "an enrolled drawing even when the guard was lost")
    }

    @Test("Drawings of a replaced template still count as replays")
    func drawingsOfAnOldTemplateAreStillReplays() throws {
        var login = try login()
        try login.enrol(Drawn.template(good))
        try login.enrol(Drawn.template(again))
        #expect(try login.attempt(good) == .replayed)
        #expect(try login.attempt(Drawn.synthetic(seed: 3, attempt: 2)) == .accepted)
    }

    @Test("A template works only with its own picture") func aTemplateOpensOnlyItsOwnPicture() throws {
        var login = try login()
        try login.enrol(Drawn.template(good))
        var other = try self.login(login.store, picture: [9])
        #expect(try other.attempt(again) == .otherPicture)
    }

    /// Reversed drawings tell the kinds apart: the rule of squares alone accepts them.
    @Test("A template is compared by the kind of verifier that enrolled it") func templatesChooseTheirVerifier() throws
    {
        struct Own: GestureVerifier {
            var threshold: Double { 1 }
            func compare(_ probe: PictureGesture, with template: GestureTemplate) -> GestureComparison<Never> {
                GestureComparison(score: probe.parts.count > 1 ? 1 : 0, parts: [])
            }
        }
        // Backwards it is clearly another drawing.
        let (good, again) = (Drawn.synthetic(seed: 1), Drawn.synthetic(seed: 1, attempt: 1))
        func verdict(_ kind: VerifierKind, _ verifier: some GestureVerifier, _ probe: PictureGesture) throws
            -> PictureVerdict
        {
            var login = PicturePasswordAuthenticator(
                pictureDigest: [1, 2, 3], verifier: verifier, store: ByteStore(),
                replays: try #require(ReplayGuard(key: key)))
            try login.enrol(Drawn.template(good, verifier: kind))
            return try login.attempt(probe)
        }
        let path = [(20.0, 20.0), (250, 40), (200, 250), (60, 120)]
        let single = PictureGesture([Drawn.part(path.reversed())])
        let backwards = PictureGesture(
            good.parts.map { part in
                var part = part
                part.fingers = part.fingers.map { finger in
                    FingerPath(
                        zip(finger.points, finger.points.reversed()).map {
                            GesturePoint($1.position, time: $0.time)
                        })
                }
                return part
            })
        #expect(good.parts.count > 1)
        // The verifier of the same kind decides with its own settings.
        #expect(try verdict(.raster, RasterVerifier.undirected, backwards) == .accepted)
        #expect(try verdict(.raster, RasterVerifier(), backwards) == .rejected)
        // Templates of InkLock's other verifier are left to that.
        #expect(try verdict(.raster, TrainedVerifier(), again) == .accepted)
        #expect(try verdict(.raster, TrainedVerifier(), backwards) == .rejected)
        #expect(try verdict(.trained, RasterVerifier.undirected, again) == .accepted)
        #expect(try verdict(.trained, RasterVerifier.undirected, backwards) == .rejected)
        // An app's own verifier decides everything, and what it enrolled is for no other.
        for kind in VerifierKind.allCases {
            #expect(try verdict(kind, Own(), backwards) == .accepted)
            #expect(try verdict(kind, Own(), single) == .rejected)
        }
        #expect(try verdict(.custom, TrainedVerifier(), again) == .rejected)
        #expect(try verdict(.custom, RasterVerifier.undirected, again) == .rejected)
    }

    @Test("Store errors are rethrown and nothing is remembered") func storeErrorsAreRethrownAndNothingIsRemembered()
        throws
    {
        var broken = try login(ByteStore(isBroken: true))
        #expect(throws: Broken()) { try broken.attempt(again) }
        #expect(throws: Broken()) { try broken.enrol(Drawn.template(good)) }
        #expect(!broken.replays.isReplay(again) && !broken.replays.isReplay(good))
    }
}
