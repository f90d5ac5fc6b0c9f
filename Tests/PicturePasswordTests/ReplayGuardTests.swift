// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct ReplayGuardTests {
    private let key: [UInt8] = Array(0..<16)

    private func replays(_ parameters: ReplayGuard.Parameters = .init()) throws -> ReplayGuard {
        try #require(ReplayGuard(key: key, parameters: parameters))
    }

    /// Returns a gesture that differs from the others by its position.
    private func gesture(_ number: Int) -> PictureGesture { PictureGesture([Drawn.tapPart(Double(number), 5)]) }

    @Test("Only the same drawing is recognised", arguments: 0..<20 as Range<UInt64>)
    func onlyTheSameDrawingIsRecognised(seed: UInt64) throws {
        var replays = try replays()
        let drawn = Drawn.synthetic(seed: seed)
        #expect(!replays.isReplay(drawn))
        replays.remember(drawn, as: .tried)
        #expect(replays.isReplay(drawn) && replays.isReplay(drawn.quantised()))
        #expect(try replays.isReplay(PictureGesture(decoding: drawn.encoded())))
        #expect(!replays.isReplay(Drawn.synthetic(seed: seed, attempt: 1)))
        var nudged = drawn.quantised()
        nudged.parts[0].fingers[0].points[0].position.x += 0.0625
        #expect(!replays.isReplay(nudged))
    }

    @Test("The oldest is dropped, and failures never displace successes")
    func theOldestIsForgottenAndFailuresDoNotDisplaceSuccesses() throws {
        var replays = try replays(.init(acceptedCapacity: 3, triedCapacity: 2))
        for number in 0..<4 { replays.remember(gesture(number), as: .accepted) }
        replays.remember(gesture(3), as: .accepted)
        for number in 10..<20 { replays.remember(gesture(number), as: .tried) }
        #expect((0..<20).filter { replays.isReplay(gesture($0)) } == [1, 2, 3, 18, 19])
    }

    @Test("The replay guard survives a restart") func itSurvivesARestart() throws {
        var replays = try replays()
        for number in 0..<5 { replays.remember(gesture(number), as: number < 3 ? .accepted : .tried) }
        let bytes = replays.encoded()
        let again = try ReplayGuard(decoding: bytes, key: key)
        #expect((0..<6).filter { again.isReplay(gesture($0)) } == [0, 1, 2, 3, 4])
        #expect(again.encoded() == bytes && bytes.count == 5 + 1 + 3 * 16 + 1 + 2 * 16 + 16)
        let small = try ReplayGuard(decoding: bytes, key: key, parameters: .init(acceptedCapacity: 1, triedCapacity: 1))
        #expect((0..<6).filter { small.isReplay(gesture($0)) } == [2, 4], "the newest are kept")
    }

    @Test("Changed bytes are rejected") func changedBytesAreRejected() throws {
        var replays = try replays()
        for number in 0..<3 { replays.remember(gesture(number), as: .tried) }
        let bytes = replays.encoded()
        for i in bytes.indices {
            var damaged = bytes
            damaged[i] ^= 1
            #expect(throws: GestureDecodingError.self) { try ReplayGuard(decoding: damaged, key: key) }
            #expect(throws: GestureDecodingError.self) { try ReplayGuard(decoding: bytes.prefix(i), key: key) }
        }
        #expect(throws: GestureDecodingError.unauthentic) { try ReplayGuard(decoding: bytes + [0], key: key) }
        #expect(throws: GestureDecodingError.unauthentic) {
            try ReplayGuard(decoding: bytes, key: key.map { $0 ^ 1 })
        }
        #expect(throws: GestureDecodingError.unauthentic) { try ReplayGuard(decoding: bytes, key: []) }
        #expect(ReplayGuard(key: []) == nil)
    }
}
