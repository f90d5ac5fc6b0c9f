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
        #expect(verifier.accepts(template, gesture(.other(7))))
        #expect(!verifier.accepts(template, gesture(.other(8))))
        #expect(!verifier.accepts(template, gesture(.path(isClosed: false))))
        #expect(!verifier.accepts(Drawn.template(gesture(.path(isClosed: false))), gesture(.other(7))))
        let far = PictureGesture([GesturePart(.other(7), fingers: [Drawn.path([(20, 120), (250, 140)])])])
        #expect(!verifier.accepts(template, far), "its path counts as well")
        #expect(verifier.accepts(Drawn.template(gesture(.path(isClosed: true))), gesture(.path(isClosed: false))))
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
