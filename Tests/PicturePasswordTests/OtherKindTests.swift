// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword
import Testing

@Suite struct OtherKindTests {
    private func gesture(_ kind: GesturePart.Kind) -> PictureGesture {
        PictureGesture([GesturePart(kind, fingers: [Drawn.path([(20, 20), (250, 40)])])])
    }

    @Test("A custom kind matches only itself") func anAppsOwnKindMatchesOnlyItself() {
        let verifier = RasterVerifier.undirected
        let template = Drawn.template(gesture(.other(7)))
        #expect(verifier.accepts(gesture(.other(7)), for: template))
        #expect(!verifier.accepts(gesture(.other(8)), for: template))
        #expect(!verifier.accepts(gesture(.path(isClosed: false)), for: template))
        #expect(!verifier.accepts(gesture(.other(7)), for: Drawn.template(gesture(.path(isClosed: false)))))
        let far = PictureGesture([GesturePart(.other(7), fingers: [Drawn.path([(20, 120), (250, 140)])])])
        #expect(!verifier.accepts(far, for: template), "its path counts as well")
        #expect(verifier.accepts(gesture(.path(isClosed: false)), for: Drawn.template(gesture(.path(isClosed: true)))))
    }

    @Test("The number of a custom kind is preserved", arguments: [0, 1, 300, UInt16.max])
    func numberOfAnOwnKindIsPreserved(
        number: UInt16
    ) throws {
        #expect(try PictureGesture(decoding: gesture(.other(number)).encoded()).parts.map(\.kind) == [.other(number)])
    }

    @Test("Gestures of a custom kind are not common shapes") func ownKindsAreNotCommonShapes() {
        #expect(CommonShape(gesture(.path(isClosed: false))) == .line)
        #expect(CommonShape(gesture(.other(0))) == nil)
    }
}
