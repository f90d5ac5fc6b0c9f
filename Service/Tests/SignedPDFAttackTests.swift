// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkEvidence
import InkGeometry
import InkRaster
import InkStroke
import Testing

@testable import InkLockService
@testable import SignedPDF

/// Documents that an attacker made to look as if someone else had signed them, or to use up time and memory.
@Suite(.blocking) struct SignedPDFAttackTests {
    private let folder: TemporaryFolder
    private let ada = Signer("Ada Example", 1)
    private let bob = Signer("Bob Example", 2)

    init() throws { folder = try TemporaryFolder() }

    /// Identifiers of algorithms.
    private enum OID {
        static let ecdsaWithSHA256 = Signer.ecdsaWithSHA256
        static let ecdsaWithSHA512: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 4]
        static let rsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 0x0B]
        static let rsaPSS: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 0x0A]
    }

    private static let drawing = Drawing(
        size: InkSize(width: 40, height: 20),
        strokes: [
            try! Stroke([
                StrokePoint(InkPoint(x: 5, y: 5), time: 0), StrokePoint(InkPoint(x: 30, y: 15), time: 0.1),
                StrokePoint(InkPoint(x: 35, y: 5), time: 0.2),
            ])
        ])

    /// Returns evidence of the drawing.
    private static func evidence(for document: [UInt8]?, by signer: Signer) async throws -> [UInt8] {
        let clock = EvidenceClock(wallMilliseconds: 1_790_000_000_000, monotonicMilliseconds: 86_400_000)
        var recorder = try EvidenceRecorder(
            EvidenceOpening(begin: clock, size: drawing.size, document: document.map { EvidenceDocument($0) }))
        try recorder.append(drawing)
        return try await recorder.finish(at: clock, rendering: Rendering(scale: 1), signer: signer.key)
    }

    private func signed(
        _ document: [UInt8], by signer: Signer, issuers: [SigningCertificate] = [], evidence: [UInt8]? = nil
    ) async throws -> [UInt8] {
        let place = SignaturePlace(page: 1, x: 72, y: 100, width: 180)
        let chain = [signer.certificate] + issuers
        return try await PDFSigner(certificates: chain, date: 0, evidence: evidence)
            .sign(document, with: Self.drawing, at: place, key: signer.key)
    }

    /// Returns what `inklock verify` says about a document if all signers' certificates are trusted.
    private func verified(
        _ document: [UInt8], trusting more: [SigningCertificate] = []
    ) throws -> (status: Int32, text: String) {
        try folder.write("document.pdf", document)
        let pem = ([ada.certificate, bob.certificate] + more).map {
            let text = Data($0.der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        }
        try folder.write("all.crt", pem.joined().utf8)
        let outcome = try InkLockProcess(["verify", "document.pdf", "--certificate", "all.crt"], in: folder)
        return (outcome.status, String(decoding: outcome.output, as: UTF8.self))
    }

    // MARK: Forged signatures

    /// Returns the string of the last signature with its brackets.
    private func hole(_ bytes: [UInt8]) throws -> Range<Int> {
        let key = try #require(Data(bytes).range(of: Data("/Contents<".utf8), options: .backwards))
        return (key.upperBound - 1)..<(1 + (try #require(bytes[key.upperBound...].firstIndex(of: UInt8(ascii: ">")))))
    }

    private func filled(_ bytes: [UInt8], _ cms: [UInt8]) throws -> [UInt8] {
        var filled = bytes
        let hole = try hole(bytes)
        filled.replaceSubrange(hole, with: try SignatureHole(ranges: 0..<0, contents: hole).contents(cms))
        return filled
    }

    private func structure(_ bytes: [UInt8]) throws -> CMSSignature {
        let digits = Array(bytes[try hole(bytes)].dropFirst().dropLast())
        let cms = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
        return try CMSSignature(Array(cms[..<(4 + Int(cms[2]) << 8 + Int(cms[3]))]))
    }

    /// Replaces a document's last signature by one that another program could have made.
    private func replaced(
        _ document: [UInt8], by certificate: SigningCertificate, algorithm: DocumentAlgorithm = .ecdsa,
        _ identifiers: (from: [UInt8], to: [UInt8])? = nil, signature: (Data) throws -> [UInt8]
    ) throws -> [UInt8] {
        var document = document
        let builder = try #require(Data(document).range(of: Data("/Name/InkLock>".utf8), options: .backwards))
        document.replaceSubrange(builder, with: "/Name/Another>".utf8)
        let hole = try hole(document)
        let attributes = try CMSSignature.attributes(
            contentDigest: Array(SHA256.hash(data: document[..<hole.lowerBound] + document[hole.upperBound...])),
            certificates: [certificate])
        var cms = Data(
            try CMSSignature.encoded(
                attributes: attributes, signature: try signature(Data(attributes)), algorithm: algorithm,
                certificates: [certificate]))
        if let (from, to) = identifiers {
            cms.replaceSubrange(try #require(cms.range(of: Data(from), options: .backwards)), with: to)
        }
        return try filled(document, Array(cms))
    }

    @Test("Names and reasons cannot pass for a report's own words, nor command the terminal")
    func namesAreQuoted() async throws {
        let name = "A\", \"B\\\u{1B}\u{202E}\nholds"
        let mallory = Signer(name, 9)
        let place = SignaturePlace(page: 1, x: 72, y: 100, width: 180)
        let document = try await PDFSigner(certificates: [mallory.certificate], reason: name, date: 0)
            .sign(SamplePDF.contract(), with: Self.drawing, at: place, key: mallory.key)
        let text = try verified(document).text
        let quoted = #""A\", \"B\\\u{1b}\u{202e}\u{a}holds""#
        #expect(text.hasPrefix("InkSignature1, signed by \(quoted), reason \(quoted)\n"), "\(text)")
        #expect(!text.contains("\nholds\n") && !text.contains("\nholds\""))
    }

    @Test("A certificate beside a signature that cannot be checked is not the signer's")
    func unknownKeysSignNothing() async throws {
        let key = Curve25519.Signing.PrivateKey().publicKey
        let certificate = Signer.certificate("Carol Example", 3, publicKey: Array(key.derRepresentation))
        let forged = try replaced(try await signed(SamplePDF.contract(), by: bob), by: certificate) { _ in
            [UInt8](repeating: 0, count: 70)
        }
        #expect(try PDFSignature.all(in: forged).map(\.problems) == [[.unknownKey]])
        let (status, text) = try verified(forged, trusting: [certificate])
        #expect(status == 1)
        #expect(text.contains("\nfails     The signature's key type is not supported"), "\(text)")
        #expect(!text.contains("that you gave"), "\(text)")
    }

    @Test("A signature whose algorithm is stated as another one is refused")
    func statedAlgorithmsAreCompared() async throws {
        let document = try await signed(SamplePDF.contract(), by: bob)
        func problems(
            _ algorithm: DocumentAlgorithm, _ identifiers: (from: [UInt8], to: [UInt8])?
        ) throws -> [[PDFSignature.Problem]] {
            let forged = try replaced(document, by: ada.certificate, algorithm: algorithm, identifiers) {
                try ada.key.documentSignature(for: Array($0))
            }
            return try PDFSignature.all(in: forged).map(\.problems)
        }
        #expect(try problems(.ecdsa, nil) == [[]])
        #expect(try problems(.ecdsa, (OID.ecdsaWithSHA256, OID.ecdsaWithSHA512)) == [[.structure]])
        #expect(try problems(.rsa, (OID.rsaWithSHA256, OID.rsaPSS)) == [[.structure]])
    }

    @Test("Of the two forms of a signature of ECDSA, one is written and accepted") func signaturesHaveOneForm()
        async throws
    {
        /// Returns the signature with the other value of s.
        func other(_ signature: [UInt8]) throws -> [UInt8] {
            let order: [UInt8] = [
                0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA,
                0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
            ]
            let raw = Array(try P256.Signing.ECDSASignature(derRepresentation: signature).rawRepresentation)
            var (negated, borrow) = (order, 0)
            for i in order.indices.reversed() {
                let difference = Int(order[i]) - Int(raw[32 + i]) - borrow
                borrow = difference < 0 ? 1 : 0
                negated[i] = UInt8(truncatingIfNeeded: difference)
            }
            return Array(
                try P256.Signing.ECDSASignature(rawRepresentation: Data(raw[..<32] + negated)).derRepresentation)
        }
        // About half of them have the greater s when they are made.
        for _ in 0..<8 {
            let document = try await signed(SamplePDF.contract(), by: ada)
            let cms = try structure(document)
            #expect(cms.certificate.isValid(try other(cms.signature), over: cms.attributes) == true)
            let changed = try filled(
                document,
                try CMSSignature.encoded(
                    attributes: cms.attributes, signature: try other(cms.signature), algorithm: .ecdsa,
                    certificates: [ada.certificate]))
            #expect(try PDFSignature.all(in: document).map(\.problems) == [[]])
            #expect(try PDFSignature.all(in: changed).map(\.problems) == [[.structure]])
        }
    }

    @Test("A certificate that is added to a signature is found") func addedCertificatesAreFound() async throws {
        let issuer = Signer("Test Authority", 4).certificate
        let document = try await signed(SamplePDF.contract(), by: ada, issuers: [issuer])
        let cms = try structure(document)
        func problems(_ certificates: [SigningCertificate]) throws -> [[PDFSignature.Problem]] {
            let changed = try filled(
                document,
                try CMSSignature.encoded(
                    attributes: cms.attributes, signature: cms.signature, algorithm: .ecdsa,
                    certificates: [ada.certificate] + certificates))
            return try PDFSignature.all(in: changed).map(\.problems)
        }
        #expect(try problems([issuer]) == [[]])
        #expect(try problems([issuer, bob.certificate]) == [[.structure]])
        #expect(try problems([issuer, issuer]) == [[.structure]])
        #expect(try problems([]).first?.contains(.certificate) == true)
    }

    // MARK: Documents with several signatures

    /// Returns the number and the contents of the object that begins with a text.
    private func object(_ start: String, in bytes: [UInt8]) throws -> (number: Int, contents: String) {
        let data = Data(bytes)
        let key = try #require(data.range(of: Data(" 0 obj\n\(start)".utf8)))
        let digits = data[..<key.lowerBound].reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            .reversed()
        let end = try #require(data[key.upperBound...].range(of: Data("\nendobj".utf8)))
        return (
            try #require(Int(String(decoding: digits, as: UTF8.self))),
            start + String(decoding: data[key.upperBound..<end.lowerBound].map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        )
    }

    @Test("An invalid later signature covers nothing of what was added") func invalidSignaturesCoverNothing()
        async throws
    {
        let once = try await signed(SamplePDF.contract(), by: ada)
        let twice = try await signed(once, by: bob)
        let added = "Something was added to the document, and no valid signature covers it."
        #expect(try !verified(twice).text.contains(added))
        let forged = try replaced(twice, by: bob.certificate) { _ in
            Array(try P256.Signing.PrivateKey().signature(for: Data("another text".utf8)).derRepresentation)
        }
        let (status, text) = try verified(forged)
        let first = try #require(text.components(separatedBy: "InkSignature2").first)
        #expect(status != 0 && first.contains(added), "\(text)")
    }

    @Test("What a later update writes into an earlier signature is not shown as signed by it")
    func laterUpdatesChangeNoEarlierSignature() async throws {
        let contract = SamplePDF.contract()
        let evidence = try await Self.evidence(for: contract, by: ada)
        let first = try await signed(contract, by: ada, evidence: evidence)
        // Ada's dictionary gets a reason, her evidence and the text of the page are replaced. Then Bob signs all.
        let (dictionary, contents) = try object("<</Type/Sig/", in: first)
        let attachment = try object("<</Type/EmbeddedFile", in: first).number
        let update = SamplePDF.updated(
            first,
            [
                dictionary: contents.replacing("<</Type/Sig/", with: "<</Type/Sig/Reason(Ada agrees to pay)/"),
                attachment: "<</Type/EmbeddedFile/Length 6>>\nstream\nforged\nendstream",
                SamplePDF.content: SamplePDF.contents("You owe everything."),
            ])
        let document = try await signed(update, by: bob)
        let signatures = try PDFSignature.all(in: document)
        #expect(signatures.map(\.certificate) == [ada.certificate, bob.certificate])
        #expect(signatures.map(\.end) == [first.count, document.count])
        #expect(signatures.map(\.problems) == [[], []])
        #expect(signatures.map(\.reason) == [nil, nil])
        #expect(signatures[0].evidence == evidence)
        let (status, text) = try verified(document)
        #expect(status == 0, "\(text)")
        let reports = text.components(separatedBy: "\n\n")
        #expect(reports[0].hasPrefix("InkSignature1, signed by \"Ada Example\"\n"))
        let warning = "\nunknown   A later signature covers what was added after this one. It can change what the pages"
        #expect(reports[0].contains(warning) && !reports[1].contains(warning), "\(text)")
        #expect(reports[1].contains("\nholds     Nothing was added to the document after this signature."))
    }

    @Test("Evidence of another document is found, and so is evidence of none")
    func evidenceOfOtherDocumentsIsFound() async throws {
        let contract = SamplePDF.contract()
        let own = "\nholds     The evidence belongs to this document as it was before this signature.\n"
        let other = "\nfails     The evidence belongs to another document.\n"
        for (document, status, words) in [
            (contract, 0, own), ([UInt8](repeating: 120, count: 100_000), 1, other), ([], 1, other),
            // The beginning of the same document, which is no document of its own.
            (Array(contract.prefix(100)), 1, other),
            (nil, 1, "\nfails     The evidence names no document.\n"),
        ] as [([UInt8]?, Int32, String)] {
            let evidence = try await Self.evidence(for: document, by: ada)
            let outcome = try verified(try await signed(contract, by: ada, evidence: evidence))
            #expect(outcome.status == status && outcome.text.contains(words), "\(outcome.text)")
        }
    }

    // MARK: Documents that use up time and memory

    @Test("Nodes that are reached in many ways are counted each time", arguments: ["fields", "names"])
    func sharedNodesAreCounted(kind: String) throws {
        let entry = kind == "fields" ? "/AcroForm<</Fields[4 0 R]>>" : "/Names<</EmbeddedFiles 4 0 R>>"
        /// A few objects with as many ways to the last one as a power of 7.
        func document(levels: Int) -> [UInt8] {
            var objects = [
                "<</Type/Catalog/Pages 2 0 R\(entry)>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
                "<</Type/Page/Parent 2 0 R>>",
            ]
            for _ in 0..<levels {
                let next = objects.count + 2
                objects.append("<</Kids[\(String(repeating: "\(next) 0 R ", count: 7))]>>")
            }
            return SamplePDF.document(objects + ["<<>>"])
        }
        #expect(try PDFSignature.all(in: document(levels: 3)).isEmpty)
        // 137,257 nodes. More levels would not end without a limit.
        #expect(throws: PDFError.damaged) { try PDFSignature.all(in: document(levels: 6)) }
    }

    @Test("References to nothing are counted like other nodes", arguments: ["names", "fields", "pages"])
    func missingNodesAreCounted(kind: String) async throws {
        // A node with many kids that do not exist, which is reached in many ways.
        func document(_ ways: Int, _ kids: Int) -> [UInt8] {
            let trees = ["names": "/Names<</EmbeddedFiles 4 0 R>>", "fields": "/AcroForm<</Fields[4 0 R]>>"]
            let tree = trees[kind] ?? ""
            let pages = kind == "pages" ? "3 0 R 4 0 R" : "3 0 R"
            return SamplePDF.document([
                "<</Type/Catalog/Pages 2 0 R\(tree)>>", "<</Type/Pages/Kids[\(pages)]/Count 1/MediaBox[0 0 595 842]>>",
                "<</Type/Page/Parent 2 0 R>>", "<</Kids[\(String(repeating: "5 0 R ", count: ways))]>>",
                "<</Kids[\(String(repeating: "null ", count: kids))]>>",
            ])
        }
        // More ways would not end without a limit, in the memory of this machine.
        let hostile = document(400, 400)
        if kind == "pages" {
            await #expect(throws: PDFError.damaged) { try await signed(hostile, by: ada) }
        } else {
            #expect(throws: PDFError.damaged) { try PDFSignature.all(in: hostile) }
        }
    }

    /// Compared with keys of the same length, whose text has no marks to sort.
    @Test("Comparing keys with many marks costs what their length justifies") func longKeysAreComparedAsBytes() throws {
        func seconds(_ text: String) throws -> Double {
            func document(_ key: String) -> [UInt8] {
                SamplePDF.document([
                    "<</Type/Catalog/Pages 2 0 R/\(key) 1>>",
                    "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>", "<</Type/Page/Parent 2 0 R>>",
                ])
            }
            let (first, second) = (document("A" + text), document("A" + text + "\u{302}"))
            let times = [(first, true), (second, false)].map { later, isEqual in
                RequestCostTests.seconds {
                    var left = PDFComparison.objectLimit
                    #expect(PDFComparison.isStamped(later, from: first, &left) == isEqual)
                }
            }
            return times.reduce(0, +)
        }
        let marks = String(repeating: "\u{301}", count: 30_000) + String(repeating: "\u{323}", count: 30_000)
        let plain = try seconds(String(repeating: "\u{E9}", count: 60_000))
        // Sorting the marks takes some hundred times as long.
        #expect(try seconds(marks) < 20 * plain)
    }

    @Test("Pages that are nested too deeply are refused", arguments: [8, 62, 63, 5000])
    func deepPageTreesAreRefused(depth: Int) async throws {
        // Each node has one kid, the last of which is the page.
        let first = 2
        var objects = ["<</Type/Catalog/Pages \(first) 0 R>>"]
        for number in first..<(first + depth) {
            let parent = number == first ? "/MediaBox[0 0 595 842]" : "/Parent \(number - 1) 0 R"
            objects.append("<</Type/Pages/Kids[\(number + 1) 0 R]/Count 1\(parent)>>")
        }
        objects.append("<</Type/Page/Parent \(first + depth - 1) 0 R>>")
        let document = SamplePDF.document(objects)
        if depth < 63 {
            let signed = try await signed(document, by: ada)
            #expect(try PDFSignature.all(in: signed).map(\.problems) == [[]])
        } else {
            await #expect(throws: PDFError.damaged) { try await signed(document, by: ada) }
        }
    }

    @Test("All evidence that is read is no larger than the document") func sharedAttachmentsAreReadOnce() throws {
        let text = String(repeating: "x", count: 100_000)
        let fields = (6..<26).map { "\($0) 0 R" }.joined(separator: " ")
        let attached = "/Names<</EmbeddedFiles<</Names[(S.inkevidence) 4 0 R]>>>>"
        let document = SamplePDF.document(
            [
                "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[\(fields)]>>\(attached)>>",
                "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>", "<</Type/Page/Parent 2 0 R>>",
                "<</EF<</F 5 0 R>>>>", "<</Length \(text.count)>>\nstream\n\(text)\nendstream",
            ] + Array(repeating: "<</FT/Sig/T(S)/V<</ByteRange[0 0 0 999999]>>>>", count: 20))
        let signatures = try PDFSignature.all(in: document)
        #expect(signatures.count == 20)
        let sizes = signatures.compactMap(\.evidence?.count)
        #expect(!sizes.isEmpty && sizes.reduce(0, +) <= document.count, "\(sizes)")
    }
}

/// A key with a certificate.
struct Signer {
    /// The identifier of the algorithm of the certificate.
    static let ecdsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2]

    let key = P256.Signing.PrivateKey()
    let certificate: SigningCertificate

    init(_ name: String, _ serial: UInt8) {
        certificate = Self.certificate(name, serial, publicKey: Array(key.publicKey.derRepresentation))
    }

    /// Returns a certificate of version 1 without a valid signature, which is not checked.
    static func certificate(_ name: String, _ serial: UInt8, publicKey: [UInt8]) -> SigningCertificate {
        func node(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
            let body = parts.flatMap(\.self)
            return [tag] + (body.count < 128 ? [] : [0x81]) + [UInt8(body.count)] + body
        }
        let algorithm = node(0x30, node(0x06, ecdsaWithSHA256))
        let commonName: [UInt8] = [0x55, 4, 3]
        let name = node(0x30, node(0x31, node(0x30, node(0x06, commonName), node(0x0C, Array(name.utf8)))))
        let times = ["260101000000Z", "360101000000Z"].map { node(0x17, Array($0.utf8)) }
        let body = node(
            0x30, node(0x02, [serial]), algorithm, name, node(0x30, times[0], times[1]), name, publicKey)
        return try! SigningCertificate(der: node(0x30, body, algorithm, node(0x03, [0])))
    }
}
