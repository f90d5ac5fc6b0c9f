// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkEvidence
import InkGeometry
import InkRaster
import InkStroke
import InkTestSupport
import Testing

@testable import InkLockService
@testable import SignedPDF

/// The ink that a signature shows on its page, compared with the drawing of its evidence.
@Suite(.blocking) struct SignedInkTests {
    private let folder: TemporaryFolder
    private let ada = Signer("Ada Example", 1)

    init() throws { folder = try TemporaryFolder() }

    private static let drawing = SyntheticHand.drawing(seed: 16)
    private static let place = SignaturePlace(page: 1, x: 72, y: 100, width: 180)
    private static let same = "\nholds     The signature shows the recorded ink on the page.\n"
    private static let other = "\nfails     The signature does not show the recorded ink on the page.\n"

    /// Returns a signed document whose evidence has one drawing, and whose page shows another.
    private func signed(
        _ document: [UInt8] = SamplePDF.contract(), showing shown: Drawing = drawing, recorded: Drawing = drawing,
        sealingTo recipient: Curve25519.KeyAgreement.PublicKey? = nil
    ) async throws -> [UInt8] {
        let clock = EvidenceClock(wallMilliseconds: 1_790_000_000_000, monotonicMilliseconds: 86_400_000)
        var recorder = try EvidenceRecorder(
            EvidenceOpening(
                source: .imported, begin: clock, size: recorded.size, document: EvidenceDocument(document)),
            sealingTo: recipient)
        try recorder.append(recorded)
        let evidence = try await recorder.finish(at: clock, rendering: Rendering(scale: 1), signer: ada.key)
        return try await PDFSigner(certificates: [ada.certificate], date: 0, evidence: evidence)
            .sign(document, with: shown, at: Self.place, key: ada.key)
    }

    /// Returns what `inklock verify` says about a document.
    private func verified(_ document: [UInt8], _ options: String...) throws -> (status: Int32, text: String) {
        try folder.write("document.pdf", document)
        let outcome = try InkLockProcess(["verify", "document.pdf"] + options, in: folder)
        return (outcome.status, String(decoding: outcome.output, as: UTF8.self))
    }

    @Test("verify says that the page shows the recorded ink, or that it does not")
    func verifyComparesTheInk() async throws {
        let honest = try verified(try await signed())
        #expect(honest.status == 0 && honest.text.contains(Self.same), "\(honest.text)")
        let forged = try await signed(showing: SyntheticHand.drawing(seed: 17))
        let found = try verified(forged)
        #expect(found.status == 1 && found.text.contains(Self.other), "\(found.text)")
        let outcome = try InkLockProcess(["verify", "document.pdf", "--json"], in: folder)
        #expect(outcome.status == 1 && outcome.errors == "inklock: document.pdf: 1 check fails\n")
        let reports = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
        let lines = try #require(reports.first?["lines"] as? [[String: String]])
        let line = try #require(lines.first { $0["subject"] == "ink" })
        #expect(line["verdict"] == "fails" && line["reason"] == "other-ink")
    }

    @Test("Sealed ink is compared with the recipient's key only")
    func sealedInkIsComparedWithTheKey() async throws {
        let notary = Curve25519.KeyAgreement.PrivateKey()
        try folder.write("notary.pem", notary.pemRepresentation.utf8)
        let forged = try await signed(showing: SyntheticHand.drawing(seed: 17), sealingTo: notary.publicKey)
        let closed = try verified(forged)
        let unknown =
            "\nunknown   It is not known whether the page shows the recorded ink, because the samples cannot be read.\n"
        #expect(closed.status == 0 && closed.text.contains(unknown), "\(closed.text)")
        let open = try verified(forged, "--open-with", "notary.pem")
        #expect(open.status == 1 && open.text.contains(Self.other), "\(open.text)")
    }

    @Test("A stroke that differs a little is other ink")
    func smallDifferencesAreFound() async throws {
        let signature = try #require(PDFSignature.all(in: try await signed()).first)
        #expect(signature.ink(comparedWith: Self.drawing) == .sameInk)
        for index in Self.drawing.strokes.indices {
            var strokes = Self.drawing.strokes
            var points = strokes[index].points
            guard let middle = points.indices.dropFirst(points.count / 2).first else { continue }
            points[middle].position.x += 0.25
            var changed = Stroke(brush: strokes[index].brush, model: strokes[index].model)
            try changed.append(contentsOf: points)
            strokes[index] = changed
            #expect(signature.ink(comparedWith: Drawing(size: Self.drawing.size, strokes: strokes)) == .otherInk)
            strokes.remove(at: index)
            #expect(signature.ink(comparedWith: Drawing(size: Self.drawing.size, strokes: strokes)) == .otherInk)
        }
        #expect(signature.ink(comparedWith: Drawing(size: Self.drawing.size)) == .otherInk)
    }

    @Test(
        "Honest ink is the same at every place, size and rotation, with every brush", arguments: 0..<12 as Range<UInt64>
    )
    func honestInkIsTheSame(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let boxes = [
            "/MediaBox[0 0 595 842]", "/MediaBox[100 200 695 1042]/CropBox[-50 -50 900 1200]",
            "/MediaBox[0.5 0.25 2000.125 2000.75]/CropBox[100.1 200.2 695.3 1042.4]",
        ]
        for turn in [0, 90, 180, 270, -90] {
            let unit = ["", "/UserUnit 2", "/UserUnit 0.3"].randomElement(using: &random)!
            let document = SamplePDF.contract(
                boxes: boxes.randomElement(using: &random)!, page: "/Rotate \(turn)\(unit)")
            let drawing = SyntheticHand.drawing(
                seed: seed,
                size: InkSize(
                    width: .random(in: 20...800, using: &random), height: .random(in: 20...150, using: &random)))
            let place = SignaturePlace(
                page: 1, x: .random(in: 0...20, using: &random), y: .random(in: 0...20, using: &random),
                width: .random(in: 5...100, using: &random))
            let signer = PDFSigner(certificates: [ada.certificate], date: 0)
            let once = try await signer.sign(document, with: drawing, at: place, key: ada.key)
            let twice = try await signer.sign(once, with: Self.drawing, at: place, key: ada.key)
            let inks = try PDFSignature.all(in: twice).map {
                [$0.ink(comparedWith: drawing), $0.ink(comparedWith: Self.drawing)]
            }
            #expect(inks == [[.sameInk, .otherInk], [.otherInk, .sameInk]], "seed \(seed), turned by \(turn)")
        }
    }

    @Test("Another version's ink is compared with the ink of this one only if it is the same")
    func contentsBelongToTheVersion() throws {
        let contents = try SignatureAppearance(Self.drawing).contents
        let digest = Hexadecimal.text(SHA256.hash(data: contents))
        let words: Comment = "a change of the contents needs another EvidenceRendering.currentEngine"
        #expect(EvidenceRendering.currentEngine == 2, words)
        #expect(digest == "688fb85f766ad6bbd73faad85b89adeb20a4a320e26501eee18fdbc9eb147e80", words)
    }

    // MARK: Forged fields

    /// A field and the objects around it, as ``PDFSigner`` writes them, to be changed.
    private struct Forgery {
        var program = "/Prop_Build<</App<</Name/InkLock>>>>"
        var field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/V 7 0 R/F 132/Rect[#]/P 3 0 R/AP<</N 9 0 R>>>>"
        var rect = ""
        var form = ""
        var contents: [UInt8] = []
        var page = "/Annots[8 0 R]"
        var fields = "[8 0 R]"
        /// More objects, from number 10.
        var others: [String] = []

        init(_ drawing: Drawing) throws {
            let appearance = try SignatureAppearance(drawing)
            (form, contents) = (appearance.dictionary(matrix: [1, 0, 0, 1, 0, 0]), appearance.contents)
            let height = 180 * appearance.size.height / appearance.size.width
            rect = "72 600 252 \(600 + height)"
        }

        mutating func replace(_ text: String, by other: String) {
            field = field.replacing(text, with: other)
            form = form.replacing(text, with: other)
            page = page.replacing(text, with: other)
        }

        /// Returns the document, signed.
        func signed(by signer: Signer) throws -> [UInt8] {
            let hole = String(repeating: "0", count: 4096)
            var objects: [Int: String] = [
                1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields\(fields)/SigFlags 3>>>>",
                3: "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>\(page)>>",
                7: "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached\(program)/ByteRange"
                    + String(repeating: " ", count: SignatureHole.rangeByteCount) + "/Contents<\(hole)>>>",
                8: field.replacing("#", with: rect),
                9: "\(form)\nstream\n\(String(decoding: contents, as: UTF8.self))\nendstream",
            ]
            for (index, object) in others.enumerated() { objects[10 + index] = object }
            var document = SamplePDF.updated(SamplePDF.contract(), objects)
            let ranges = try #require(Data(document).range(of: Data("/ByteRange ".utf8))).lowerBound + 10
            let start = try #require(Data(document).range(of: Data("/Contents<0".utf8))).lowerBound + 9
            let places = SignatureHole(
                ranges: ranges..<(ranges + SignatureHole.rangeByteCount), contents: start..<(start + hole.count + 2))
            document.replaceSubrange(places.ranges, with: places.byteRange(in: document.count))
            let signed = document[..<places.contents.lowerBound] + document[places.contents.upperBound...]
            let attributes = try CMSSignature.attributes(
                contentDigest: Array(SHA256.hash(data: signed)), certificates: [signer.certificate])
            let made = Array(try signer.key.signature(for: Data(attributes)).derRepresentation)
            let cms = try CMSSignature.encoded(
                attributes: attributes, signature: try #require(CMSSignature.normalized(made, .ecdsa)),
                algorithm: .ecdsa, certificates: [signer.certificate])
            document.replaceSubrange(places.contents, with: try places.contents(cms))
            return document
        }
    }

    private func ink(_ forgery: Forgery) throws -> PDFSignature.Ink {
        let signatures = try PDFSignature.all(in: forgery.signed(by: ada))
        try #require(signatures.count == 1 && signatures[0].problems.isEmpty)
        return signatures[0].ink(comparedWith: Self.drawing)
    }

    /// Changes that make a field show the recorded ink differently, or not at all.
    private static let changes: [String: @Sendable (inout Forgery) throws -> Void] = [
        "hidden": { $0.replace("/F 132", by: "/F 134") },
        "no view": { $0.replace("/F 132", by: "/F 164") },
        "not printed": { $0.replace("/F 132", by: "/F 128") },
        "no flags": { $0.replace("/F 132", by: "") },
        "no area": { $0.rect = "72 600 72 600" },
        "no area in large units": { forgery in
            forgery.page += "/UserUnit 1000"
            forgery.rect = "72 600 72 600"
        },
        "little area in large units": { forgery in
            forgery.page += "/UserUnit 1000"
            forgery.rect = "72 600 72.0004 600.0004"
        },
        "no height": { $0.rect = "72 600 252 600" },
        "a point": { $0.rect = "72 600 72.5 600.2" },
        "no rectangle": { $0.replace("/Rect[#]", by: "") },
        "rectangle of words": { $0.rect = "/A /B /C /D" },
        "reversed": { forgery in
            let edges = forgery.rect.split(separator: " ")
            forgery.rect = "\(edges[2]) \(edges[3]) \(edges[0]) \(edges[1])"
        },
        "beside the page": { forgery in
            let edges = forgery.rect.split(separator: " ").compactMap { Double($0) }
            forgery.rect = edges.map { "\($0 + 5000)" }.joined(separator: " ")
        },
        "stretched": { $0.rect = "72 600 252 800" },
        "cropped page": { $0.page += "/CropBox[300 0 595 842]" },
        "turned page": { $0.page += "/Rotate 90" },
        "turned form": { $0.replace("/Matrix[1 0 0 1 0 0]", by: "/Matrix[-1 0 0 -1 0 0]") },
        "moved form": { $0.replace("/Matrix[1 0 0 1 0 0]", by: "/Matrix[1 0 0 1 5 0]") },
        "no matrix": { $0.replace("/Matrix[1 0 0 1 0 0]", by: "") },
        "smaller box": { $0.replace("/BBox[0 0 ", by: "/BBox[50 0 ") },
        "no box": { $0.replace("/BBox[", by: "/Box[") },
        "clear ink": { $0.replace("/ca ", by: "/ca 0/Old ") },
        "clear state": { forgery in
            let range = try #require(forgery.form.range(of: "/ca "))
            forgery.form.replaceSubrange(range, with: "/ca 0.")
        },
        "blended": { $0.replace("<</ca", by: "<</BM/Multiply/ca") },
        "no resources": { $0.replace("/Resources<</Ext", by: "/Resources<</Text") },
        "a group": { $0.replace("/Subtype/Form", by: "/Subtype/Form/Group<</S/Transparency>>") },
        "a layer": { forgery in
            forgery.replace("/Subtype/Form", by: "/Subtype/Form/OC 10 0 R")
            forgery.others = ["<</Type/OCG/Name(A)>>"]
        },
        "a field's layer": { forgery in
            forgery.replace("/FT/Sig", by: "/FT/Sig/OC 10 0 R")
            forgery.others = ["<</Type/OCG/Name(A)>>"]
        },
        "states": { $0.replace("/N 9 0 R", by: "/N<</On 9 0 R/Off null>>") },
        "a state": { $0.replace("/AP", by: "/AS/On/AP") },
        "an action": { $0.replace("/AP", by: "/AA<</PV<</S/JavaScript/JS(1)>>>>/AP") },
        "down": { $0.replace("/N 9 0 R", by: "/N 9 0 R/D 9 0 R") },
        "only down": { $0.replace("/N 9 0 R", by: "/D 9 0 R") },
        "no appearance": { $0.replace("/AP<</N 9 0 R>>", by: "") },
        "no widget": { $0.replace("/Subtype/Widget", by: "") },
        "another kind": { $0.replace("/Subtype/Widget", by: "/Subtype/Square") },
        "not on the page": { $0.page = "" },
        "twice on the page": { $0.page = "/Annots[8 0 R 8 0 R]" },
        "on another page": { $0.replace("/P 3 0 R", by: "/P 4 0 R") },
        "on no page": { $0.replace("/P 3 0 R", by: "") },
        "on a page of its own": { forgery in
            forgery.replace("/P 3 0 R", by: "/P 10 0 R")
            forgery.others = ["<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[8 0 R]>>"]
        },
        "on a loop of pages": { forgery in
            forgery.replace("/P 3 0 R", by: "/P 10 0 R")
            forgery.others = ["<</Type/Page/Parent 10 0 R/Kids[10 0 R]/MediaBox[0 0 595 842]/Annots[8 0 R]>>"]
        },
        "several widgets": { forgery in
            forgery.fields = "[10 0 R]"
            forgery.replace("/FT/Sig/T(S)/V 7 0 R", by: "/Parent 10 0 R")
            forgery.others = [
                "<</FT/Sig/T(S)/V 7 0 R/Kids[8 0 R 11 0 R]>>", forgery.field.replacing("#", with: "10 10 90 90"),
            ]
            forgery.page = "/Annots[8 0 R 11 0 R]"
        },
        "a widget below the field": { forgery in
            forgery.replace("/FT/Sig", by: "/FT/Sig/Kids[10 0 R]")
            forgery.others = ["<</Type/Annot/Subtype/Widget/Parent 8 0 R/Rect[10 10 90 90]>>"]
        },
        "a stroke more": { forgery in
            let more = "0 0 m 9 9 l S\n"
            forgery.form = forgery.form.replacing(
                "/Length \(forgery.contents.count)", with: "/Length \(forgery.contents.count + more.utf8.count)")
            forgery.contents += more.utf8
        },
        "other numbers": { forgery in
            let place = try #require(Data(forgery.contents).range(of: Data(" l\n".utf8))).lowerBound - 1
            forgery.contents[place] ^= 1
        },
        "no ink": { forgery in
            forgery.form = forgery.form.replacing("/Length \(forgery.contents.count)", with: "/Length 1")
            forgery.contents = [32]
        },
        "compressed": { forgery in
            let digits = Hexadecimal.text(forgery.contents) + ">"
            forgery.form = forgery.form.replacing(
                "/Length \(forgery.contents.count)", with: "/Filter/ASCIIHexDecode/Length \(digits.utf8.count)")
            forgery.contents = Array(digits.utf8)
        },
    ]

    @Test("Ink that is shown in another way, or not at all, is found", arguments: changes.keys.sorted())
    func otherFieldsAreFound(name: String) throws {
        var forgery = try Forgery(Self.drawing)
        #expect(try ink(forgery) == .sameInk)
        let change = try #require(Self.changes[name])
        try change(&forgery)
        #expect(try ink(forgery) == .otherInk)
        // Another program may show ink as it likes, and nothing is said about that.
        forgery.program = ""
        #expect(try ink(forgery) == .unknownInk)
    }

    @Test("Indirect objects and other annotations make no difference")
    func indirectObjectsAreFollowed() throws {
        var forgery = try Forgery(Self.drawing)
        forgery.replace("/F 132", by: "/F 10 0 R")
        forgery.replace("/Rect[#]", by: "/Rect 11 0 R")
        forgery.replace("/AP<</N 9 0 R>>", by: "/AP 12 0 R")
        forgery.replace("/Matrix[1 0 0 1 0 0]", by: "/Matrix[1 0 0 13 0 R 0 0]")
        forgery.page = "/Annots 14 0 R"
        let annotations = "[<</Subtype/Square/Rect[0 0 9 9]>> 8 0 R]"
        forgery.others = ["132", "[\(forgery.rect)]", "<</N 9 0 R>>", "1", annotations]
        #expect(try ink(forgery) == .sameInk)
        forgery.program = ""
        #expect(try ink(forgery) == .sameInk)
    }

    @Test("Signatures of pages with very many annotations are reported as unknown")
    func pagesAreReadForAllSignaturesTogether() throws {
        var forgery = try Forgery(Self.drawing)
        forgery.others = [forgery.field.replacing("#", with: forgery.rect)]
        forgery.fields = "[8 0 R 10 0 R]"
        let annotations = String(repeating: "9 0 R ", count: 60_000)
        forgery.page = "/Annots[8 0 R 10 0 R \(annotations)]"
        let signatures = try PDFSignature.all(in: forgery.signed(by: ada))
        #expect(signatures.map { $0.ink(comparedWith: Self.drawing) } == [.sameInk, .unknownInk])
    }

    @Test("Forms that many signatures share are read once") func sharedFormsAreReadOnce() throws {
        var forgery = try Forgery(Self.drawing)
        let fields = (10..<50).map { "\($0) 0 R" }.joined(separator: " ")
        forgery.others = (10..<50).map { _ in forgery.field.replacing("#", with: forgery.rect) }
        forgery.fields = "[\(fields)]"
        forgery.page = "/Annots[\(fields)]"
        let document = try forgery.signed(by: ada)
        let signatures = try PDFSignature.all(in: document)
        let count = signatures.count { $0.ink(comparedWith: Self.drawing) == .sameInk }
        #expect(signatures.count == 40 && count * forgery.contents.count <= document.count && count > 0)
    }
}
