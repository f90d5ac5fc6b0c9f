// SPDX-License-Identifier: MIT
import InkGeometry
import InkTestSupport
import PicturePassword
import Testing

@Suite struct HostileGestureBytesTests {
    private let header: [UInt8] = [0x49, 0x4E, 0x4B, 0x47, 1]

    private func error(_ body: [UInt8]) -> GestureDecodingError? {
        do throws(GestureDecodingError) {
            _ = try PictureGesture(decoding: header + body)
            return nil
        } catch {
            return error
        }
    }

    @Test("Bytes of another type or version are rejected") func otherBytesAreForeign() {
        let gesture = Drawn.synthetic(seed: 1)
        #expect(throws: GestureDecodingError.wrongFormat) { try PictureGesture(decoding: []) }
        #expect(throws: GestureDecodingError.wrongFormat) { try GestureTemplate(decoding: gesture.encoded()) }
        #expect(throws: GestureDecodingError.wrongFormat) {
            try PictureGesture(decoding: Drawn.template(gesture).encoded())
        }
        var later = gesture.encoded()
        later[4] = 2
        #expect(throws: GestureDecodingError.unsupportedVersion(2)) { try PictureGesture(decoding: later) }
    }

    @Test("Non-canonical bytes are rejected") func nonCanonicalBytesAreRejected() {
        #expect(error([1, 0, 1, 1, 0, 0, 0]) == nil, "one path of one point")
        #expect(error([1, 0, 1, 1, 0, 0, 2]) == .invalid(offset: 5), "times that begin after the first touch")
        #expect(error([1, 0, 1, 1, 0, 0, 1]) == .invalid(offset: 11), "a time before it")
        #expect(error([1, 0, 0, 0, 0, 0]) == .invalid(offset: 7), "a part without fingers")
        #expect(error([1, 0, 1, 0, 0, 0, 0]) == .invalid(offset: 8), "a finger without points")
        #expect(error([1, 0xB6, 0x80, 4, 1, 1, 0, 0, 0]) == .invalid(offset: 6), "a kind beyond 16 bits")
        #expect(error([1, 0x80, 0, 1, 1, 0, 0, 0]) == .invalid(offset: 6), "a number that is longer than it need be")
        #expect(error([1, 2, 1, 0, 0, 0]) == nil, "one tap")
        #expect(error([1, 3, 1, 0, 0, 0]) == .truncated(offset: 11), "two taps with one point")
        // 2²⁴ steps are the limit: 2²⁵ as a zigzag number.
        #expect(error([1, 2, 1, 0x80, 0x80, 0x80, 16, 0, 0]) == nil)
        #expect(error([1, 2, 1, 0x82, 0x80, 0x80, 16, 0, 0]) == .invalid(offset: 8))
        let farthest = [UInt8](repeating: 0xFF, count: 9) + [1]
        #expect(error([1, 2, 1] + farthest + [0, 0]) == .invalid(offset: 8))
        #expect(error([1, 0, 1, 2, 0, 0, 0, 0, 0] + farthest) == .invalid(offset: 14))
    }

    @Test("Counts are bounded by the remaining bytes") func countsAreBoundedByTheRemainingBytes() {
        let huge = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
        let points = [UInt8](repeating: 0, count: 12)
        #expect(error(huge) == .truncated(offset: 5))
        #expect(error([1, 0] + huge + points) == .truncated(offset: 7))
        #expect(error([1, 0, 1] + huge + points) == .truncated(offset: 8))
        let template: [UInt8] = [0x49, 0x4E, 0x4B, 0x54, 1]
        let digest = [UInt8](repeating: 7, count: 65)
        #expect(throws: GestureDecodingError.truncated(offset: 6)) {
            try GestureTemplate(decoding: template + [0] + huge + points)
        }
        #expect(throws: GestureDecodingError.invalid(offset: 5)) {
            try GestureTemplate(decoding: template + [65] + digest + [1, 0])
        }
        #expect(throws: GestureDecodingError.invalid(offset: 6)) { try GestureTemplate(decoding: template + [0, 0]) }
        #expect(throws: Never.self) { try GestureTemplate(decoding: template + [0, 1, 0]) }
    }

    @Test("A template of an unknown verifier is rejected") func unknownVerifiersAreRejected() {
        func error(_ bytes: [UInt8]) -> GestureDecodingError? {
            do throws(GestureDecodingError) {
                _ = try GestureTemplate(decoding: [0x49, 0x4E, 0x4B, 0x54] + bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(error([2, 1, 0, 1, 0]) == nil)
        #expect(error([2]) == .truncated(offset: 5))
        #expect(error([2, 0, 0, 1, 0]) == .invalid(offset: 5), "the rule of squares has the first version")
        #expect(error([2, 3, 0, 1, 0]) == .invalid(offset: 5))
        #expect(error([0, 0, 1, 0]) == .unsupportedVersion(0))
        #expect(error([4, 1, 0, 1, 0]) == .unsupportedVersion(4))
        #expect(error([3, 1, 1, 0, 2, 0, 0]) == nil)
        #expect(error([3, 2, 1, 0, 2, 0, 0]) == .invalid(offset: 5), "an app's own verifier takes nothing in")
        #expect(error([3, 1, 0, 0, 2, 0, 0]) == .invalid(offset: 6))
        #expect(error([3, 1, 3, 0, 2, 0, 0]) == .invalid(offset: 6))
        #expect(error([3, 1, 1, 0, 1, 0]) == .invalid(offset: 8), "none of its samples was enrolled")
    }

    @Test("Truncated and extended bytes are rejected", arguments: 0..<20 as Range<UInt64>)
    func everyCutAndEveryTailIsRefused(seed: UInt64) throws {
        let bytes = Drawn.synthetic(seed: seed).encoded()
        for count in 0..<bytes.count {
            #expect(throws: GestureDecodingError.self) { try PictureGesture(decoding: bytes.prefix(count)) }
        }
        #expect(throws: GestureDecodingError.trailingBytes(offset: bytes.count)) {
            try PictureGesture(decoding: bytes + [0])
        }
        let template = Drawn.template(Drawn.synthetic(seed: seed)).encoded()
        for count in 0..<template.count {
            #expect(throws: GestureDecodingError.self) { try GestureTemplate(decoding: template.prefix(count)) }
        }
        #expect(throws: GestureDecodingError.trailingBytes(offset: template.count)) {
            try GestureTemplate(decoding: template + [9])
        }
    }

    @Test("Mutated bytes are rejected or canonical", arguments: 0..<20 as Range<UInt64>)
    func mutatedBytesAreRejectedOrCanonical(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let template = Drawn.template(Drawn.synthetic(seed: seed), Drawn.synthetic(seed: seed, attempt: 1))
        let original = template.encoded()
        let other = Drawn.template(Drawn.synthetic(seed: seed + 1)).encoded()
        var accepted = 0
        for _ in 0..<1000 {
            let bytes = mutated(original, splicing: other, &random)
            guard let decoded = try? GestureTemplate(decoding: bytes) else { continue }
            accepted += 1
            #expect(decoded.encoded() == bytes)
            for sample in decoded.samples {
                #expect(sample.quantised() == sample)
                #expect(sample.parts.allSatisfy { !$0.fingers.isEmpty && $0.fingers.allSatisfy { !$0.points.isEmpty } })
            }
        }
        #expect(accepted > 0, "some mutations only move points")
    }
}
