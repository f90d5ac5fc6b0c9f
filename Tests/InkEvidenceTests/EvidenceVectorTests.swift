// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkStroke
import InkTestSupport
import Testing

@testable import InkEvidence

/// Evidence in `Vectors/evidence/vectors.json`, which `Vectors/check-evidence.mjs` checks by itself.
///
/// With `INKLOCK_WRITE_EVIDENCE` set, the tests write the file, and the corpus of fuzzing, again.
@Suite struct EvidenceVectorTests {
    private struct Vector: Codable {
        var name: String
        var evidence: Data
        /// The document, as text.
        var document: String?
        /// The raw public key that is expected, and the recipient's raw private key.
        var key: Data?
        var recipientKey: Data?
        /// The verdict of each subject, its reason, and the block if there is one.
        var findings: [String: String]
        /// The positions of all samples in order, if they can be read.
        var positions: [Double]?
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let file = root.appendingPathComponent("Vectors/evidence/vectors.json")
    private static let notary = try! Curve25519.KeyAgreement.PrivateKey(
        rawRepresentation: [UInt8](repeating: 5, count: 32))

    @Test("The recorded evidence has the recorded findings") func recordedEvidence() async throws {
        if ProcessInfo.processInfo.environment["INKLOCK_WRITE_EVIDENCE"] != nil { try await Self.write() }
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: Self.file))
        #expect(vectors.count == 11)
        for vector in vectors {
            #expect(try Self.findings(vector) == vector.findings, "\(vector.name)")
            #expect(try Self.positions(vector) == vector.positions, "\(vector.name)")
        }
        let reasons = Set(vectors.flatMap { $0.findings.values.map { $0.split(separator: " ")[0] } })
        #expect(reasons == ["holds", "fails", "unknown"])
    }

    /// The recorded signatures are right by the equation of Ed25519.
    @Test("No signature is valid for a key of small order") func keysOfSmallOrderSignNothing() throws {
        struct Forgery: Decodable {
            var name, key, signature: String
        }
        struct Forgeries: Decodable {
            var clientData, authenticatorData: String
            var cases: [String: [Forgery]]
        }
        func bytes(_ hex: String) -> [UInt8] {
            let digits = hex.compactMap { $0.hexDigitValue.map { UInt8($0) } }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
        let file = Self.root.appendingPathComponent("Vectors/passkey/signatures.json")
        let recorded = try JSONDecoder().decode(Forgeries.self, from: Data(contentsOf: file))
        let message = bytes(recorded.authenticatorData) + SHA256.hash(data: Data(recorded.clientData.utf8))
        let forgeries = recorded.cases.values.joined().filter { $0.name.hasPrefix("key: small order") }
        #expect(forgeries.count >= 8)
        for forgery in forgeries {
            let key = EvidenceKey.ed25519(bytes(forgery.key).suffix(32))
            #expect(!key.isValid(bytes(forgery.signature), over: message), "\(forgery.name)")
        }
    }

    private static func findings(_ vector: Vector) throws -> [String: String] {
        var verifier = EvidenceVerifier(document: vector.document.map { EvidenceDocument($0.utf8) })
        verifier.key = try vector.key.map {
            $0.count == 32
                ? EvidenceKey(try Curve25519.Signing.PublicKey(rawRepresentation: $0))
                : EvidenceKey(try P256.Signing.PublicKey(rawRepresentation: $0))
        }
        verifier.recipientKey = try vector.recipientKey.map {
            try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0)
        }
        let findings = verifier.findings(about: try Evidence(Array(vector.evidence)))
        return Dictionary(
            uniqueKeysWithValues: findings.map { finding in
                let block = finding.block.map { " \($0)" } ?? ""
                return ("\(finding.subject)", "\(finding.verdict) \(finding.reason)\(block)")
            })
    }

    private static func positions(_ vector: Vector) throws -> [Double]? {
        let key = try vector.recipientKey.map { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
        guard let drawing = try? Evidence(Array(vector.evidence)).drawing(opening: key) else { return nil }
        return drawing.strokes.flatMap { $0.points.flatMap { [$0.position.x, $0.position.y] } }
    }

    // MARK: Writing

    private static func write() async throws {
        let contract = "The contract."
        func vector(_ name: String, _ bytes: [UInt8], key: Data? = nil, recipient: Data? = nil) throws -> Vector {
            var vector = Vector(
                name: name, evidence: Data(bytes), document: contract, key: key, recipientKey: recipient, findings: [:])
            vector.findings = try findings(vector)
            vector.positions = try positions(vector)
            return vector
        }
        func made(_ seed: UInt64, sealed: Bool = false, document: EvidenceDocument? = SignedDrawing.document)
            -> SignedDrawing
        {
            var made = SignedDrawing(seed: seed, document: document)
            if sealed { made.recipient = notary.publicKey }
            return made
        }
        let edwards = SignedDrawing.ed25519()
        let curve = SignedDrawing.p256()
        let plain = try await made(1).signed(by: edwards)
        let sealed = try await made(3, sealed: true).signed(by: curve)
        var broken = try EvidenceFile(plain)
        broken.blocks.remove(at: 1)
        var forged = try EvidenceFile(plain)
        forged.signature = try EvidenceFile(try await made(2).signed(by: edwards)).signature
        var anyone = try EvidenceFile(plain)
        let identity = [1] + [UInt8](repeating: 0, count: 31)
        try anyone.close(for: .ed25519(identity), signature: identity + [UInt8](repeating: 0, count: 32))
        var imported = made(4, document: nil)
        imported.opening.source = .imported
        imported.opening.device = EvidenceDevice()
        var (slept, setBack) = (made(7), made(7))
        slept.end.wallMilliseconds += 600_000
        setBack.end.wallMilliseconds -= 600_000
        let vectors = [
            try vector("Ed25519", plain, key: edwards.publicKey.rawRepresentation),
            try vector("another key", plain, key: curve.publicKey.rawRepresentation),
            try vector("P-256, sealed", sealed, key: curve.publicKey.rawRepresentation),
            try vector("P-256, opened", sealed, recipient: notary.rawRepresentation),
            try vector("a block is missing", broken.encoded()),
            try vector("the signature of another file", forged.encoded()),
            try vector("another document", try await made(5, document: EvidenceDocument([1])).signed(by: edwards)),
            try vector("imported, without a document", try await imported.signed(by: curve)),
            try vector("a key of small order", anyone.encoded(), key: Data(identity)),
            try vector("the signer's device slept", try await slept.signed(by: edwards)),
            try vector("the clock was set back", try await setBack.signed(by: edwards)),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try (encoder.encode(vectors) + Data("\n".utf8)).write(to: file)

        let corpus = root.appendingPathComponent("Fuzz/Corpus/evidence")
        try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
        var small = made(6)
        small.drawing.strokes = [try Stroke(Array(small.drawing.strokes[0].points.prefix(3)))]
        for (name, bytes) in [
            ("plain", try await small.signed(by: edwards)), ("broken", broken.encoded()),
            ("imported", try await imported.signed(by: curve)),
        ] {
            try Data(bytes).write(to: corpus.appendingPathComponent(name))
        }
        small.recipient = notary.publicKey
        try Data(try await small.signed(by: curve)).write(to: corpus.appendingPathComponent("sealed"))
    }
}

extension EvidenceFile {
    /// Puts another key in the last block, and another signature at the end.
    fileprivate mutating func close(for key: EvidenceKey, signature: [UInt8]) throws {
        let last = blocks.count - 1
        let block = try EvidenceBlock(blocks[last])
        guard case .closing(let closing) = block.content else { throw EvidenceError.invalidSignature }
        let changed = EvidenceClosing(
            end: closing.end, strokeCount: closing.strokeCount, sampleCount: closing.sampleCount,
            rendering: closing.rendering, key: key)
        blocks[last] = EvidenceBlock(index: last, previous: block.previous, content: .closing(changed)).encoded()
        self.signature = signature
    }
}
