// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkEvidence
import InkTestSupport
import SignedPDF
import Testing

@testable import InkLockService

/// Signed documents, as this command, poppler, qpdf and OpenSSL judge them.
@Suite(
    .blocking,
    .enabled(if: OtherPrograms.areInstalled, "needs openssl, poppler and qpdf"))
struct SignedPDFTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ink.json", SampleFiles.rows.utf8)
        try folder.write("contract.pdf", SamplePDF.contract())
        for (name, bytes) in Self.credentials { try folder.write(name, bytes) }
        try folder.write("all.crt", try folder.bytes("ec.crt") + folder.bytes("rsa.crt"))
    }

    /// The files of an authority, and of a signer for each kind of key. They are made once, because keys take time.
    private static let credentials: [(String, Data)] = {
        let line = """
            exec 2>/dev/null
            openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.pem -subj "/CN=Test Authority" -days 30 -out ca.crt &&
            for kind in "ec -pkeyopt ec_paramgen_curve:P-256" "rsa:2048"; do
                name=${kind%%[ :]*}
                openssl req -newkey $kind -nodes -keyout $name.pem -subj "/CN=Ada Example" -out $name.csr &&
                openssl x509 -req -in $name.csr -CA ca.crt -CAkey ca.pem -CAcreateserial -days 30 -out $name.one &&
                cat $name.one ca.crt > $name.crt || exit 1
            done
            """
        guard let folder = try? TemporaryFolder(), (try? InkLockProcess(shell: line, in: folder))?.status == 0 else {
            return []
        }
        return ["ca.crt", "ec.pem", "ec.crt", "rsa.pem", "rsa.crt"].compactMap { name in
            (try? folder.bytes(name)).map { (name, $0) }
        }
    }()

    private func run(_ line: String) throws -> InkLockProcess {
        try InkLockProcess(line.split(separator: " ").map(String.init), in: folder)
    }

    private func sign(_ input: String, _ output: String, key: String = "ec", at: String = "1,72,600,180") throws {
        let made = try run(
            "sign \(input) --signature ink.json --at \(at) --key \(key).pem --certificate \(key).crt -o \(output)")
        try #require(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
        let (before, after) = (try folder.bytes(input), try folder.bytes(output))
        #expect(after.starts(with: before), "the document's bytes stay as they are")
    }

    /// Requires that other programs find `count` valid signatures, and no fault in the document.
    private func expectValid(_ name: String, count: Int = 1) throws {
        let poppler = try InkLockProcess(shell: "pdfsig -nocert \(name)", in: folder)
        let text = String(decoding: poppler.output, as: UTF8.self)
        #expect(text.components(separatedBy: "Signature is Valid.").count - 1 == count, "\(text)")
        #expect(text.components(separatedBy: "Signature #").count - 1 == count)
        #expect(text.contains("Total document signed"))
        #expect(try InkLockProcess(shell: "qpdf --check \(name)", in: folder).status == 0)
        let own = try run("verify \(name) --certificate all.crt --json")
        #expect(own.status == 0 && own.errors.isEmpty, "\(own.errors)")
        let reports = try #require(JSONSerialization.jsonObject(with: own.output) as? [[String: Any]])
        #expect(reports.count == count)
    }

    @Test("Poppler, OpenSSL and qpdf accept a signed document", arguments: ["ec", "rsa"])
    func othersAcceptASignedDocument(key: String) throws {
        try sign("contract.pdf", "signed.pdf", key: key)
        try expectValid("signed.pdf")
        let own = try run("verify signed.pdf --certificate \(key).crt")
        #expect(own.status == 0, "\(own.errors)")
        let text = String(decoding: own.output, as: UTF8.self)
        #expect(
            text.hasPrefix(
                "InkSignature1, signed by \"Ada Example\"\nholds     What was signed has not changed since.\n"))
        #expect(text.contains("holds     The samples give the signed picture, pixel for pixel.\n"))
        #expect(text.contains("holds     The evidence belongs to this document as it was before this signature.\n"))
        let signer =
            key == "ec"
            ? "holds     The evidence was signed with the key of the certificate.\n"
            : "unknown   The evidence has a key of its own"
        #expect(text.contains(signer))

        // Rewritten strings keep their bytes in any encoding.
        let added = try folder.bytes("signed.pdf").dropFirst(try folder.bytes("contract.pdf").count)
        #expect(added.range(of: Data("/Lang <656ee9>".utf8)) != nil)

        // OpenSSL checks the CMS structure, the certificate's path and the signed bytes.
        let (content, cms) = try parts("signed.pdf")
        try folder.write("content", content)
        try folder.write("cms.der", cms)
        let openssl = try InkLockProcess(
            shell: """
                openssl cms -verify -inform DER -in cms.der -content content -binary -CAfile ca.crt -purpose any \
                    -cades -out /dev/null
                """, in: folder)
        #expect(openssl.status == 0, "\(openssl.errors)")
    }

    @Test(
        "No file that signing reads is overwritten",
        arguments: ["contract.pdf", "ink.json", "ec.pem", "ec.crt", "notary.pem"])
    func filesThatAreReadAreKept(name: String) throws {
        try folder.write("notary.pem", Curve25519.KeyAgreement.PrivateKey().publicKey.pemRepresentation.utf8)
        try folder.link("link", to: name)
        let bytes = try folder.bytes(name)
        for output in [name, "link"] {
            let outcome = try run(
                "sign contract.pdf --signature ink.json --at 1,72,600,180 --key ec.pem --certificate ec.crt "
                    + "--seal-to notary.pem --timestamp http://127.0.0.1:1/ -o \(output)")
            #expect(outcome.status == 64)
            #expect(
                outcome.errors == "inklock: \(output): this is a file that the command reads; choose another output\n")
            #expect(try folder.bytes(name) == bytes)
        }
    }

    /// Returns the signed bytes of a document's last signature, and the signature.
    private func parts(_ name: String) throws -> (content: [UInt8], cms: [UInt8]) {
        let bytes = Array(try folder.bytes(name))
        let text = String(decoding: bytes.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        let list = try #require(text.components(separatedBy: "/ByteRange[").last?.components(separatedBy: "]").first)
        let numbers = list.split(separator: " ").compactMap { Int($0) }
        let digits = bytes[(numbers[1] + 1)..<(numbers[2] - 1)].compactMap {
            Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init)
        }
        let cms = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        let length = 4 + Int(cms[2]) << 8 + Int(cms[3])
        return (Array(bytes[..<numbers[1]] + bytes[numbers[2]..<(numbers[2] + numbers[3])]), Array(cms[..<length]))
    }

    @Test("Documents of other kinds are signed, and a second signer adds theirs")
    func otherKindsAreSigned() throws {
        let kinds = [
            ("streams", "--object-streams=generate"), ("linear", "--linearize"),
            ("both", "--linearize --object-streams=generate"), ("plain", "--object-streams=disable --qdf"),
        ]
        for (name, options) in kinds {
            #expect(try InkLockProcess(shell: "qpdf contract.pdf \(options) \(name).pdf", in: folder).status == 0)
            try sign("\(name).pdf", "\(name)-1.pdf")
            try expectValid("\(name)-1.pdf")
            try sign("\(name)-1.pdf", "\(name)-2.pdf", key: "rsa", at: "2,300,100,200")
            try expectValid("\(name)-2.pdf", count: 2)
            let attached = try InkLockProcess(shell: "pdfdetach -list \(name)-2.pdf", in: folder)
            #expect(String(decoding: attached.output, as: UTF8.self).hasPrefix("2 embedded files"))
        }
    }

    @Test(
        "The ink lies at the place, upright, also on a turned page and where boxes differ",
        arguments: [
            "/MediaBox[0 0 595 842]", "/MediaBox[100 200 695 1042]/CropBox[-50 -50 900 1200]",
            "/MediaBox[695 1042 100 200]",
            "/MediaBox[0 0 2000 2000]/CropBox[100 200 695 1042]",
        ])
    func theInkLiesAtThePlace(boxes: String) throws {
        try folder.write("boxes.pdf", SamplePDF.contract(boxes: boxes))
        for (page, at) in [(1, "1,100,500,200"), (2, "2,400,100,200")] {
            try sign("boxes.pdf", "placed.pdf", at: at)
            let drawn = try InkLockProcess(
                shell: """
                    pdftoppm -cropbox -r 72 -f \(page) -l \(page) -singlefile -gray boxes.pdf before &&
                    pdftoppm -cropbox -r 72 -f \(page) -l \(page) -singlefile -gray placed.pdf after
                    """, in: folder)
            #expect(drawn.status == 0, "\(drawn.errors)")
            let (before, after) = (try grey("before.pgm"), try grey("after.pgm"))
            let changed = before.pixels.indices.filter { abs(Int(before.pixels[$0]) - Int(after.pixels[$0])) > 40 }
            let (xs, ys) = (changed.map { $0 % before.width }, changed.map { $0 / before.width })
            let numbers = at.split(separator: ",").compactMap { Int($0) }
            // The box is the ink and two points around it.
            let scale = 200.0 / 163
            #expect(abs((xs.min() ?? 0) - numbers[1] - 2) <= 3 && abs((xs.max() ?? 0) - numbers[1] - 198) <= 4)
            #expect(abs((ys.min() ?? 0) - numbers[2] - 2) <= 4, "\(ys.min() ?? 0)")
            #expect(abs(Double((ys.max() ?? 0) - (ys.min() ?? 0)) - 61 * scale) < 8)
        }
    }

    @Test(
        "A place counts in points, whatever the page's units are",
        arguments: [("2", 40.0, 80.0), ("0.5", 160, 320), ("0", 80, 160), ("-2", 80, 160), ("/A", 80, 160)])
    func placesCountInPoints(unit: String, left: Double, width: Double) throws {
        try folder.write("units.pdf", SamplePDF.contract(page: "/UserUnit \(unit)"))
        try sign("units.pdf", "placed.pdf", at: "1,80,80,160")
        let text = String(decoding: try folder.bytes("placed.pdf").map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        let list = try #require(text.components(separatedBy: "/Rect[").last?.components(separatedBy: "]").first)
        let edges = list.split(separator: " ").compactMap { Double($0) }
        #expect(edges.count == 4 && edges[0] == left && abs(edges[2] - edges[0] - width) < 0.01, "\(list)")
        #expect(abs(edges[3] - (842 - left)) < 0.01 && abs((edges[3] - edges[1]) / width - 65.0 / 163) < 0.1, "\(list)")
    }

    private func grey(_ name: String) throws -> (width: Int, pixels: [UInt8]) {
        let bytes = Array(try folder.bytes(name))
        let head = String(decoding: bytes.prefix(30).map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).prefix(4).compactMap { Int($0) }
        return (head[0], Array(bytes.suffix(head[0] * head[1])))
    }

    @Test("Documents that cannot be signed, or checked, are refused with the reason")
    func unsignableDocumentsAreRefused() throws {
        let made = try InkLockProcess(
            shell: """
                qpdf contract.pdf --encrypt user owner 256 -- locked.pdf && qpdf contract.pdf --encrypt "" o 256 -- half.pdf
                head -c 600 contract.pdf > cut.pdf
                sed 's/^trailer$/tralala/' contract.pdf > bad.pdf
                sed 's/0000000015/0000000016/' contract.pdf > shifted.pdf
                """, in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let place = "--at 1,72,600,180"
        for (name, options, message) in [
            ("locked.pdf", place, "the document is encrypted"), ("half.pdf", place, "the document is encrypted"),
            ("cut.pdf", place, "the document is damaged"), ("bad.pdf", place, "the document is damaged"),
            ("shifted.pdf", place, "the document is damaged"), ("ink.json", place, "this is not a PDF document"),
            ("contract.pdf", "--at 3,72,600,180", "there is no such page"),
            ("contract.pdf", "--at 1,500,600,180", "the ink would not lie on the page"),
            ("contract.pdf", "--at 1,0,0,1e-9", "the ink would not lie on the page, or be too small; choose"),
            ("contract.pdf", "--at 1,0,0,2", "the ink would not lie on the page, or be too small; choose"),
            ("contract.pdf", "\(place) --key rsa.pem", "the first certificate is not that of the key"),
        ] {
            let outcome = try run(
                "sign \(name) --signature ink.json --key ec.pem --certificate ec.crt \(options) -o out.pdf")
            #expect(outcome.status == 65, "\(name): \(outcome.errors)")
            #expect(outcome.errors.hasPrefix("inklock: \(name): \(message)"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("out.pdf")))
        }
        for (name, message) in [
            ("locked.pdf", "the document is encrypted, and inklock cannot check it; decrypting it would break its"),
            ("half.pdf", "the document is encrypted, and inklock cannot check it; decrypting it would break its"),
            ("shifted.pdf", "the document's structure is not sound, and inklock cannot check it; repairing it would"),
        ] {
            for command in ["verify", "evidence show"] {
                let outcome = try run("\(command) \(name)")
                #expect(outcome.status == 65, "\(outcome.errors)")
                #expect(outcome.errors.hasPrefix("inklock: \(name): \(message)"), "\(outcome.errors)")
            }
        }
        for (permission, status) in [(1, 65), (2, 0)] as [(Int, Int32)] {
            let lock = "<</Type/SigFieldLock/Action/All/P \(permission)>>"
            // A field and its signature, which is none of this program's.
            let field = "<</FT/Sig/T(A)/V<</Type/Sig/ByteRange[0 1 2 3]>>/Lock\(lock)>>"
            try folder.write(
                "lock.pdf",
                SamplePDF.updated(
                    SamplePDF.contract(),
                    [1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R]/SigFlags 3>>>>", 7: field]))
            let outcome = try run(
                "sign lock.pdf --signature ink.json --key ec.pem --certificate ec.crt \(place) -o lock-out.pdf")
            #expect(outcome.status == status, "\(outcome.errors)")
            let reason = "an earlier signature certifies the document and does not allow another one\n"
            #expect(outcome.errors == (status == 0 ? "" : "inklock: lock.pdf: \(reason)"))
        }
        let twice = "sign - --signature - \(place) --key ec.pem --certificate ec.crt -o out.pdf"
        let outcome = try InkLockProcess(
            twice.split(separator: " ").map(String.init), input: SampleFiles.rows.utf8, in: folder)
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.pdf")))
        #expect(try run("sign contract.pdf --signature ink.json --at 1,2,3 --key a --certificate b -o c").status == 64)
        let unsigned = try run("verify contract.pdf")
        #expect(unsigned.status == 1 && unsigned.errors == "inklock: contract.pdf: the document has no signature\n")
    }

    @Test("Of several drawings, only the one that is named is signed") func severalDrawings() throws {
        let bob = "[[[0,0,0],[60,40,0.1],[120,0,0.2]]]"
        try folder.write("two.json", "{\"ada\":\(SampleFiles.rows),\"bob\":\(bob)}".utf8)
        let place = "--at 1,72,600,180 --key ec.pem --certificate ec.crt"
        for (line, output) in [
            ("sign contract.pdf --signature two.json \(place)", "out.pdf"),
            ("evidence create two.json --key ec.pem", "out.inkevidence"),
        ] {
            let refused = try run("\(line) -o \(output)")
            #expect(refused.status == 64)
            // It names no option that the command has not.
            #expect(refused.errors == "inklock: two.json: it holds ada, bob; choose with --drawing\n")
            #expect(try run("\(line) -o \(output) --drawing carl").status == 65)
            #expect(try run("\(line) -o \(output) --drawing bob --from ink").status == 65)
            #expect(!FileManager.default.fileExists(atPath: folder.path(output)))
            for (choice, samples) in [("bob", ", 3 samples"), ("1", ", 81 samples")] {
                let made = try run("\(line) -o \(output) --drawing \(choice) --from rows")
                #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
                let shown = try run("evidence show \(output)")
                #expect(String(decoding: shown.output, as: UTF8.self).contains(samples), "\(line)")
            }
        }
    }

    @Test("Every changed byte of a signed document is found") func everyChangedByteIsFound() throws {
        try sign("contract.pdf", "signed.pdf")
        let bytes = Array(try folder.bytes("signed.pdf"))
        #expect(try isValid(bytes))
        var random = SplitMix64(seed: 16)
        let contents = try #require(Data(bytes).range(of: Data("/Contents<".utf8))).upperBound
        for i in 0..<TestSize.count(full: 10_000, small: 400) {
            var changed = bytes
            // A third of the changes are in the signature itself.
            let place =
                i % 3 == 0
                ? contents + Int.random(in: 0..<3000, using: &random) : Int.random(in: bytes.indices, using: &random)
            changed[place] ^= UInt8.random(in: 1...255, using: &random)
            #expect(try !isValid(changed), "byte \(place), seed 16")
        }
        // The same digits in the other case.
        var upper = bytes
        for place in try #require(digits(of: bytes)) where UInt8(ascii: "a")...UInt8(ascii: "f") ~= upper[place] {
            upper[place] ^= 0x20
        }
        #expect(try upper != bytes && !isValid(upper))
    }

    /// Returns where the digits of a document's first signature are.
    private func digits(of bytes: [UInt8]) -> Range<Int>? {
        guard let start = Data(bytes).range(of: Data("/Contents<".utf8))?.upperBound,
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return start..<end
    }

    /// Returns whether a document reads, has a signature by the expected certificate, and nothing is wrong with it.
    private func isValid(_ bytes: [UInt8]) throws -> Bool {
        let certificate = try SigningCertificate.chain(
            pem: String(decoding: folder.bytes("ec.crt"), as: UTF8.self))[0]
        guard let signatures = try? PDFSignature.all(in: bytes), let last = signatures.last else { return false }
        return signatures.allSatisfy { $0.problems.isEmpty && $0.certificate == certificate } && last.end == bytes.count
    }

    @Test("Signatures that are moved, and documents that are extended, are found") func structuralChangesAreFound()
        throws
    {
        try folder.write("other.pdf", SamplePDF.contract(text: "Another contract."))
        try sign("contract.pdf", "one.pdf")
        try sign("other.pdf", "two.pdf")
        let (one, two) = (Array(try folder.bytes("one.pdf")), Array(try folder.bytes("two.pdf")))
        // The signature of one document in the other.
        let (from, to) = (try #require(digits(of: one)), try #require(digits(of: two)))
        #expect(from.count == to.count)
        var moved = two
        moved.replaceSubrange(to, with: one[from])
        #expect(try isValid(one) && isValid(two) && !isValid(moved))
        // An update after the signature: the text of the page is replaced.
        let update = SamplePDF.updated(one, [SamplePDF.content: SamplePDF.contents("You owe everything.")])
        #expect(try !isValid(update))
        try folder.write("extended.pdf", update)
        let outcome = try run("verify extended.pdf")
        #expect(outcome.status == 1)
        #expect(
            String(decoding: outcome.output, as: UTF8.self).contains(
                "fails     Something was added to the document, and no valid signature covers it.\n"))
        // Bytes added or removed at the end.
        #expect(try !isValid(one + [10]) && !isValid(one.dropLast()))
    }

    @Test("Objects that are dropped, swapped, repeated or taken from another document are found")
    func rearrangedObjectsAreFound() throws {
        try folder.write("other.pdf", SamplePDF.contract(text: "Another contract."))
        try sign("contract.pdf", "one.pdf")
        try sign("other.pdf", "two.pdf")
        let (one, two) = (Array(try folder.bytes("one.pdf")), Array(try folder.bytes("two.pdf")))
        /// Returns the parts of a document: objects, cross-reference tables, and what is between them.
        func parts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
            let text = Data(bytes)
            var (parts, start) = ([ArraySlice<UInt8>](), 0)
            while let end = text[start...].range(of: Data("endobj\n".utf8))?.upperBound {
                parts.append(bytes[start..<end])
                start = end
            }
            return parts + [bytes[start...]]
        }
        let (own, foreign) = (parts(one), parts(two))
        #expect(own.count > 10 && own.count == foreign.count)
        var random = SplitMix64(seed: 161)
        for i in 0..<TestSize.count(full: 1000, small: 80) {
            var changed = own
            let (a, b) = (Int.random(in: own.indices, using: &random), Int.random(in: own.indices, using: &random))
            switch i % 7 {
            case 0: changed.remove(at: a)
            case 1: changed.swapAt(a, b)
            case 2: changed.insert(changed[a], at: b)
            case 3: changed[a] = foreign[a]
            case 4: changed.insert(foreign[a], at: b)
            case 5: changed.removeSubrange(min(a, b)...max(a, b))
            default:
                // All from one place on is that of the other document, or is added to this one.
                if i % 2 == 0 { changed.replaceSubrange(a..., with: foreign[a...]) } else { changed += foreign[a...] }
            }
            let bytes = Array(changed.joined())
            guard bytes != one, bytes != two else { continue }
            #expect(try !isValid(bytes), "change \(i), seed 161")
        }
    }

    @Test("A document's certificate and sealed samples are checked") func certificatesAreCompared() throws {
        try sign("contract.pdf", "signed.pdf")
        let shown = try run("evidence show signed.pdf")
        #expect(String(decoding: shown.output, as: UTF8.self).contains("\ndocument  contract.pdf, "))
        #expect(try run("evidence verify signed.pdf --document contract.pdf").status == 0)
        #expect(try run("evidence show contract.pdf").errors == "inklock: contract.pdf: there is no evidence in it\n")
        let other = try run("verify signed.pdf --certificate rsa.crt")
        #expect(other.status == 1)
        #expect(
            String(decoding: other.output, as: UTF8.self).contains(
                "fails     It was signed with a different certificate"))
        let keys = try InkLockProcess(
            shell:
                "openssl genpkey -algorithm x25519 -out notary.pem && openssl pkey -in notary.pem -pubout -out n.pub",
            in: folder)
        #expect(keys.status == 0)
        let place = "--signature ink.json --at 1,72,600,180 --key ec.pem --certificate ec.crt"
        #expect(try run("sign contract.pdf \(place) --seal-to n.pub -o sealed.pdf").status == 0)
        let closed = String(decoding: try run("verify sealed.pdf").output, as: UTF8.self)
        #expect(closed.contains("unknown   The samples are sealed."))
        let opened = String(decoding: try run("verify sealed.pdf --open-with notary.pem").output, as: UTF8.self)
        #expect(opened.contains("holds     The samples give the signed picture, pixel for pixel.\n"))
    }

    @Test("Keys are found in OpenSSL's files despite other text") func keysAreFound() throws {
        let made = try InkLockProcess(
            shell: """
                openssl ecparam -name prime256v1 -genkey -out own.pem &&
                openssl req -new -x509 -key own.pem -subj "/CN=Ada" -days 30 -out own.crt &&
                openssl rsa -in rsa.pem -traditional -out traditional.pem 2>/dev/null &&
                cat own.crt own.pem > both.pem && cat rsa.crt traditional.pem > rsa-both.pem &&
                openssl pkcs12 -export -inkey own.pem -in own.crt -passout pass:x -out own.p12 &&
                openssl pkcs12 -in own.p12 -passin pass:x -nodes -out bag.pem 2>/dev/null &&
                { echo "Public key"; openssl pkey -in own.pem -pubout; } > own.pub &&
                openssl ec -in own.pem -aes256 -passout pass:x -out locked.pem 2>/dev/null
                """, in: folder)
        try #require(made.status == 0, "\(made.errors)")
        for (key, certificate) in [
            ("own.pem", "own.crt"), ("both.pem", "both.pem"), ("bag.pem", "bag.pem"), ("rsa-both.pem", "rsa-both.pem"),
        ] {
            let options = "--signature ink.json --at 1,72,600,180 --key \(key) --certificate \(certificate)"
            let outcome = try run("sign contract.pdf \(options) -o signed.pdf")
            #expect(outcome.status == 0, "\(key): \(outcome.errors)")
            #expect(try run("verify signed.pdf --certificate \(certificate)").status == 0)
        }
        #expect(try run("evidence create ink.json --key bag.pem -o a.inkevidence").status == 0)
        #expect(try run("evidence verify a.inkevidence --key own.pub").status == 0)
        for key in ["locked.pem", "own.crt", "own.pub"] {
            let outcome = try run("evidence create ink.json --key \(key) -o b")
            #expect(outcome.status == 65 && outcome.errors.contains("it is not a private key of"), "\(outcome.errors)")
        }
    }

    @Test("Bytes of any kind are read or refused", arguments: 0..<TestSize.count(full: 40, small: 4) as Range<Int>)
    func anyBytesAreReadOrRefused(seed: Int) throws {
        try sign("contract.pdf", "signed.pdf")
        let bytes = Array(try folder.bytes("signed.pdf"))
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<40 {
            let changed = mutated(bytes, splicing: bytes, &random)
            guard changed != bytes else { continue }
            #expect(try !isValid(changed), "seed \(seed)")
        }
    }
}

/// The programs that judge signed documents.
private enum OtherPrograms {
    static let areInstalled = ["openssl", "pdfdetach", "pdfsig", "pdftoppm", "qpdf"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
}
