// SPDX-License-Identifier: MIT
import Foundation
import HostileHTTP
import InkTestSupport
import Testing

/// Replays the corpus of `scripts/fuzz http` and seeded mutations of it, over sockets: a handler never runs without its
/// guard.
@Suite(.blocking) struct HostileHTTPTests {
    /// Other tests take processor time meanwhile, which cannot be told apart: `scripts/fuzz http` measures.
    private static let slowness = Double.infinity

    @Test("No handler runs without its guard") func noHandlerRunsWithoutItsGuard() throws {
        let folder = try TemporaryFolder()
        let service = try HostileHTTP(folder: folder.path("service"))
        let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus/http")
        let names = try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()
        let files = try names.map { Array(try Data(contentsOf: corpus.appendingPathComponent($0))) }
        try #require(files.count > 10)
        var random = SplitMix64(seed: 3)
        for (name, file) in zip(names, files) {
            #expect(throws: Never.self, "\(name)") { try service.feed(file, slowness: Self.slowness) }
            for _ in 0..<10 {
                let bytes = mutated(file, splicing: files.randomElement(using: &random) ?? file, &random)
                #expect(throws: Never.self, "\(Data(bytes).base64EncodedString())") {
                    try service.feed(bytes, slowness: Self.slowness)
                }
            }
        }
    }
}
