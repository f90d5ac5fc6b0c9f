// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

/// Replays the committed corpus of `scripts/fuzz pdf`, and a few seeded changes of each of its files.
@Suite(.blocking) struct HostileDocumentTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus/pdf")
    /// A build without optimisation takes longer, and the other threads of the tests count too.
    private static let slowness = 500.0

    @Test("Documents of the corpus and their changes break no promise", arguments: 0..<4 as Range<UInt64>)
    func corpusKeepsEveryPromise(seed: UInt64) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names.count >= 5)
        let reader = HostileDocument()
        var random = SplitMix64(seed: seed)
        for name in names {
            let file = Array(try Data(contentsOf: Self.folder.appendingPathComponent(name)))
            if seed == 0 { try await reader.feed(file, slowness: Self.slowness) }
            for _ in 0..<TestSize.count(full: 100, small: 6) {
                try await reader.feed(mutated(file, splicing: file, &random), slowness: Self.slowness)
            }
        }
    }
}
