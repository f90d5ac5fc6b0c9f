// SPDX-License-Identifier: MIT
import Foundation
import HostileInput
import InkTestSupport
import Testing

/// Replays the committed corpus of `scripts/fuzz`, and a few seeded mutations of each of its files.
@Suite struct CorpusTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    /// A build without optimisation takes longer, on a machine that does other things besides.
    private static let slowness = 60.0
    private static let byteLimit = 200_000

    private static func files(_ name: String) throws -> [[UInt8]] {
        let folder = root.appendingPathComponent("Fuzz/Corpus/\(name)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    @Test("The corpus and its mutations cause no violation", arguments: HostileInput.all)
    func corpusKeepsEveryPromise(_ input: HostileInput) throws {
        let files = try Self.files(input.name)
        try #require(!files.isEmpty, "\(input) has no corpus")
        var random = SplitMix64(seed: 11)
        for file in files {
            #expect(throws: Never.self) { try input.feed(file, slowness: Self.slowness) }
            for _ in 0..<20 {
                let bytes = mutated(file, splicing: files.randomElement(using: &random) ?? file, &random)
                #expect(throws: Never.self, "\(Data(bytes).base64EncodedString())") {
                    try input.feed(bytes, slowness: Self.slowness)
                }
            }
        }
    }

    @Test("The corpus is small and covers exactly the known readers") func corpusIsSmallAndOfKnownReaders() throws {
        let folder = Self.root.appendingPathComponent("Fuzz/Corpus")
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(names.subtracting(["http", "pdf"]) == Set(HostileInput.all.map(\.name)))
        let sizes = try names.map { name in try Self.files(name).reduce(0) { $0 + $1.count } }
        #expect(sizes.reduce(0, +) < Self.byteLimit)
    }

    /// A corpus of another format would go unnoticed, because input that is refused breaks no promise.
    @Test("The corpus of the vault's forms is accepted") func corpusOfTheVaultIsAccepted() throws {
        for file in try Self.files("vault-record") { #expect(HostileInput.isVaultRecord(file)) }
        for file in try Self.files("ledger-entry") { #expect(HostileInput.isLedgerEntry(file)) }
    }

    /// The time limit and the promises are real: a reader that breaks them is found.
    @Test("An input that takes too long is detected") func anInputThatTakesTooLongIsFound() throws {
        let gestures = try #require(HostileInput.all.first { $0.name == "gestures" })
        #expect(throws: BrokenPromiseError.self) {
            try gestures.feed([UInt8](repeating: 0x55, count: 4000), slowness: 1e-9)
        }
    }
}
