// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

@testable import InkEvidence

/// Changes to signed evidence. Each must be refused, or found by a check that fails.
@Suite struct TamperingTests {
    private static let verifier = EvidenceVerifier(
        document: SignedDrawing.document, key: SignedDrawing.ed25519().evidenceKey, recipientKey: nil)

    /// Returns whether the changed bytes are refused or a check fails.
    private func isFound(_ bytes: [UInt8], _ verifier: EvidenceVerifier = Self.verifier) -> Bool {
        guard let evidence = try? Evidence(bytes) else { return true }
        return !verifier.findings(about: evidence).failing.isEmpty
    }

    private func made(_ seed: UInt64, sealed: Bool) -> SignedDrawing {
        var made = SignedDrawing(seed: seed)
        if sealed {
            let notary = try! Curve25519.KeyAgreement.PrivateKey(
                rawRepresentation: [UInt8](repeating: 5, count: 32))
            made.recipient = notary.publicKey
        }
        return made
    }

    @Test("A change of any byte is found", arguments: [false, true]) func anyByteIsFound(sealed: Bool) async throws {
        var random = SplitMix64(seed: 16)
        var made = made(8, sealed: sealed)
        made.drawing.strokes = Array(made.drawing.strokes.prefix(1))
        let bytes = try await made.signed(by: SignedDrawing.ed25519())
        #expect(!isFound(bytes))
        let count = TestSize.count(full: 10_000, small: 1000)
        for i in 0..<count {
            var changed = bytes
            // Every place first, if there are enough changes.
            let place = count >= bytes.count && i < bytes.count ? i : Int.random(in: 0..<bytes.count, using: &random)
            changed[place] ^= UInt8.random(in: 1...255, using: &random)
            #expect(isFound(changed), "byte \(place), seed 16")
        }
    }

    @Test("A change of any byte is found with ECDSA") func anyByteIsFoundWithECDSA() async throws {
        var random = SplitMix64(seed: 17)
        let bytes = try await made(9, sealed: false).signed(by: SignedDrawing.p256())
        let verifier = EvidenceVerifier(document: SignedDrawing.document, key: SignedDrawing.p256().evidenceKey)
        #expect(!isFound(bytes, verifier))
        for i in 0..<TestSize.count(full: 4000, small: 300) {
            var changed = bytes
            // The signature in particular.
            let place = i < 128 ? bytes.count - 1 - i : Int.random(in: 0..<bytes.count, using: &random)
            changed[place] ^= UInt8.random(in: 1...255, using: &random)
            #expect(isFound(changed, verifier), "byte \(place), seed 17")
        }
    }

    @Test("Random damage is found", arguments: 0..<TestSize.count(full: 40, small: 4) as Range<Int>)
    func randomDamageIsFound(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let bytes = try await made(UInt64(seed), sealed: seed % 2 == 0).signed(by: SignedDrawing.ed25519())
        let other = try await made(UInt64(seed) + 1000, sealed: false).signed(by: SignedDrawing.ed25519())
        for _ in 0..<25 {
            let changed = mutated(bytes, splicing: other, &random)
            guard changed != bytes else { continue }
            #expect(isFound(changed), "seed \(seed)")
        }
    }

    /// Changes by an attacker who has no key: rearranging blocks, and computing the chain again.
    @Test("Structural changes are found") func structuralChangesAreFound() async throws {
        var resampledCount = 0
        for seed in 0..<TestSize.count(full: 100, small: 8) {
            if try await findsStructuralChanges(seed: seed) { resampledCount += 1 }
        }
        #expect(resampledCount > 0)
    }

    /// Requires that changes of one drawing are found. Returns whether samples could be left out.
    private func findsStructuralChanges(seed: Int) async throws -> Bool {
        var random = SplitMix64(seed: UInt64(seed))
        let sealed = seed % 3 == 2
        let first = try EvidenceFile(try await made(UInt64(seed), sealed: sealed).signed(by: SignedDrawing.ed25519()))
        let second = try EvidenceFile(
            try await made(UInt64(seed) + 500, sealed: sealed).signed(by: SignedDrawing.ed25519()))
        func find(_ name: String, _ change: (inout EvidenceFile) throws -> Void) rethrows {
            for isChained in [false, true] {
                var file = first
                try change(&file)
                if isChained { Self.chain(&file) }
                guard file.blocks != first.blocks || file.signature != first.signature else { continue }
                #expect(isFound(file.encoded()), "\(name), chained again: \(isChained), seed \(seed)")
            }
        }
        let middle = 1..<(first.blocks.count - 1)
        let place = Int.random(in: middle, using: &random)
        find("dropped") { $0.blocks.remove(at: place) }
        find("repeated") { $0.blocks.insert($0.blocks[place], at: place) }
        find("swapped") { file in
            let other = Int.random(in: middle, using: &random)
            file.blocks.swapAt(place, other)
        }
        find("replaced") { $0.blocks[place] = second.blocks[1] }
        find("opening of another") { $0.blocks[0] = second.blocks[0] }
        find("closing of another") { $0.blocks[$0.blocks.count - 1] = second.blocks[second.blocks.count - 1] }
        find("signature of another") { $0.signature = second.signature }
        find("truncated") { $0.blocks.removeSubrange(1..<($0.blocks.count - 1)) }
        try find("document replaced") { file in
            let block = try EvidenceBlock(file.blocks[0])
            guard case .opening(var opening, let sealing) = block.content else { return }
            opening.document = EvidenceDocument("Another contract.".utf8)
            file.blocks[0] = EvidenceBlock(index: 0, previous: [], content: .opening(opening, sealing)).encoded()
        }
        try find("text replaced") { file in
            let block = try EvidenceBlock(file.blocks[0])
            guard case .opening(var opening, let sealing) = block.content else { return }
            opening.texts = ["I agree to everything."]
            file.blocks[0] = EvidenceBlock(index: 0, previous: [], content: .opening(opening, sealing)).encoded()
        }
        guard !sealed else { return false }
        var isResampled = false
        try find("resampled") { file in
            let block = try EvidenceBlock(file.blocks[place])
            guard case .samples(let piece) = block.content, piece.points.count > 2 else { return }
            let thinned = SamplePiece(
                head: piece.head, isEnd: piece.isEnd,
                points: piece.points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
            file.blocks[place] = EvidenceBlock(index: place, previous: block.previous, content: .samples(thinned))
                .encoded()
            isResampled = true
        }
        try find("moved by an ulp") { file in
            let block = try EvidenceBlock(file.blocks[place])
            guard case .samples(let piece) = block.content else { return }
            var points = piece.points
            points[0].position.x = points[0].position.x.nextUp
            file.blocks[place] = EvidenceBlock(
                index: place, previous: block.previous,
                content: .samples(SamplePiece(head: piece.head, isEnd: piece.isEnd, points: points))
            ).encoded()
        }
        return isResampled
    }

    /// Numbers the blocks and computes their digests again, as an attacker would.
    private static func chain(_ file: inout EvidenceFile) {
        var last: [UInt8] = []
        for i in file.blocks.indices {
            guard let block = try? EvidenceBlock(file.blocks[i]) else { return }
            file.blocks[i] = EvidenceBlock(index: i, previous: last, content: block.content).encoded()
            last = EvidenceFile.digest(file.blocks[i])
        }
    }

    @Test("The first block out of place is named") func brokenBlocksAreNamed() async throws {
        var hand = SyntheticHand(seed: 3)
        var made = SignedDrawing(seed: 3)
        made.drawing.strokes = [try Stroke(hand.samples(400))]
        let file = try EvidenceFile(try await made.signed(by: SignedDrawing.ed25519()))
        func chain(_ change: (inout EvidenceFile) -> Void) throws -> EvidenceFinding? {
            var changed = file
            change(&changed)
            return Self.verifier.findings(about: try Evidence(changed.encoded()))[.chain]
        }
        #expect(try chain { _ in }?.verdict == .holds)
        #expect(try chain { $0.blocks.remove(at: 3) } == EvidenceFinding(.chain, .fails, .brokenChain, block: 3))
        #expect(
            try chain { $0.blocks.swapAt(2, 5) } == EvidenceFinding(.chain, .fails, .brokenChain, block: 2))
        #expect(
            try chain { $0.blocks[4][$0.blocks[4].count - 4] ^= 1 }
                == EvidenceFinding(.chain, .fails, .brokenChain, block: 5))
    }

    @Test("A forger who signs with another key is found by the key alone") func forgersNeedTheKey() async throws {
        let forged = try await made(1, sealed: false).signed(by: SignedDrawing.ed25519(99))
        let failing = Self.verifier.findings(about: try Evidence(forged)).failing
        #expect(failing == [EvidenceFinding(.signer, .fails, .otherKey)])
    }

    @Test("A picture that is not that of the samples is found, though it is signed") func picturesMustFit() async throws
    {
        let made = made(2, sealed: false)
        var file = try EvidenceFile(try await made.signed(by: SignedDrawing.ed25519()))
        let last = file.blocks.count - 1
        let block = try EvidenceBlock(file.blocks[last])
        guard case .closing(let closing) = block.content else {
            Issue.record("the last block is no closing block")
            return
        }
        let other = try EvidenceRendering(SyntheticHand.drawing(seed: 77), Rendering(scale: 2))
        func signed(_ rendering: EvidenceRendering, samples: Int) throws -> [EvidenceFinding] {
            let changed = EvidenceClosing(
                end: closing.end, strokeCount: closing.strokeCount, sampleCount: samples, rendering: rendering,
                key: closing.key)
            file.blocks[last] = EvidenceBlock(index: last, previous: block.previous, content: .closing(changed))
                .encoded()
            let message = EvidenceFile.message(algorithm: -8, lastBlock: EvidenceFile.digest(file.blocks[last]))
            file.signature = try SignedDrawing.ed25519().evidenceSignature(for: message)
            return Self.verifier.findings(about: try Evidence(file.encoded())).failing
        }
        #expect(
            try signed(other, samples: closing.sampleCount) == [EvidenceFinding(.rendering, .fails, .otherPixels)])
        #expect(
            try signed(closing.rendering, samples: 1) == [EvidenceFinding(.samples, .fails, .otherCounts)])
    }
}
