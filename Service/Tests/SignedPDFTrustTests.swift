// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import InkTestSupport
import Testing
import X509

@testable import InkLockService
@testable import SignedPDF

/// Timestamps and certificate paths, with OpenSSL as authority and as responder.
@Suite(.blocking, .enabled(if: OpenSSLAuthority.isInstalled, "needs openssl and poppler"))
struct SignedPDFTrustTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ink.json", SampleFiles.rows.utf8)
        try folder.write("contract.pdf", SamplePDF.contract())
        for (name, bytes) in OpenSSLAuthority.files { try folder.write(name, bytes) }
    }

    private func run(_ line: String) throws -> InkLockProcess {
        try InkLockProcess(line.split(separator: " ").map(String.init), in: folder)
    }

    private func sign(_ output: String, signer: String = "ada", timestamp server: TimestampServer? = nil) throws {
        let made = try attempt(output, signer: signer, timestamp: server)
        try #require(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    }

    private func attempt(
        _ output: String, signer: String = "ada", timestamp server: TimestampServer? = nil
    ) throws -> InkLockProcess {
        let stamp = server.map { "--timestamp http://127.0.0.1:\($0.port)/tsr" } ?? ""
        let options = "--signature ink.json --at 1,72,600,180 --key \(signer).pem --certificate \(signer).crt"
        return try run("sign contract.pdf \(options) \(stamp) -o \(output)")
    }

    /// A responder that is OpenSSL's.
    private func responder(_ section: String = "new") throws -> TimestampServer {
        try TimestampServer { [folder] query in
            try TimestampServer.Answer(reply: OpenSSLAuthority.reply(to: query, section, in: folder))
        }
    }

    private func roots(_ name: String) throws -> TrustedRoots {
        try TrustedRoots(pem: String(decoding: folder.bytes(name), as: UTF8.self))
    }

    private func signature(_ name: String) throws -> PDFSignature {
        let signatures = try PDFSignature.all(in: Array(try folder.bytes(name)))
        try #require(signatures.count == 1 && signatures[0].problems.isEmpty, "\(signatures.map(\.problems))")
        return signatures[0]
    }

    // MARK: Timestamps

    @Test("OpenSSL's responder stamps a document, and all agree", arguments: ["new", "long"])
    func timestampsAreMade(section: String) throws {
        let begin = Date().timeIntervalSince1970
        try sign("signed.pdf", timestamp: try responder(section))
        let end = Date().timeIntervalSince1970
        let stamp = try #require(try signature("signed.pdf").timestamp)
        #expect((begin - 1)...end ~= stamp.time && stamp.accuracy == 1.5)
        #expect(stamp.certificate.commonName == "Test Responder")

        let unknown = try run("verify signed.pdf")
        let text = String(decoding: unknown.output, as: UTF8.self)
        #expect(unknown.status == 0)
        #expect(text.contains("\nunknown   A timestamp says that it was signed before 20"), "\(text)")
        #expect(!text.contains("the device's own clock"))
        let trusted = String(decoding: try run("verify signed.pdf --trust ca.crt").output, as: UTF8.self)
        #expect(
            trusted.contains("\nholds     The certificate leads to one that you trust. Whether it was revoked is not"))
        #expect(trusted.contains("\nholds     It was signed before 20"), "\(trusted)")
        #expect(trusted.contains("Z, as a timestamp of \"Test Responder\" says.\n"))

        let poppler = try InkLockProcess(shell: "pdfsig -nocert signed.pdf", in: folder)
        #expect(String(decoding: poppler.output, as: UTF8.self).contains("Signature is Valid."))
        let cms = try structure("signed.pdf")
        try folder.write("token.der", try #require(cms.timestampToken))
        try folder.write("value", cms.signature)
        let openssl = try InkLockProcess(
            shell: "openssl ts -verify -token_in -in token.der -data value -CAfile ca.crt", in: folder)
        #expect(openssl.status == 0, "\(openssl.errors)")
    }

    @Test("Without a timestamp, the time is unknown") func withoutATimestampTheTimeIsUnknown() throws {
        try sign("signed.pdf")
        let text = String(decoding: try run("verify signed.pdf --trust ca.crt").output, as: UTF8.self)
        #expect(
            text.contains("\nunknown   It is not proven when it was signed: only the device's own clock says so.\n"))
        #expect(!text.contains("timestamp"))
    }

    @Test("A list of trusted certificates may have others, keys and text") func listsOfRootsHaveOthers() throws {
        try sign("signed.pdf")
        // OpenSSL makes the key of a kind that no policy accepts.
        let made = try InkLockProcess(
            shell: """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:brainpoolP256r1 -nodes -subj /CN=Other \
                    -keyout other.key -out other.crt && printf 'Autorit\\351\\n' | cat - other.key other.crt ca.crt >all.pem
                """, in: folder)
        try #require(made.status == 0, "\(made.errors)")
        let verified = try run("verify signed.pdf --trust all.pem")
        let text = String(decoding: verified.output, as: UTF8.self)
        #expect(text.contains("\nholds     The certificate leads to one that you trust."), "\(text)")
        #expect(verified.errors.contains("certificates of unsupported kinds are left out: 1"), "\(verified.errors)")
        #expect(try run("verify signed.pdf --trust other.crt").status == 65, "none is left")
    }

    private func structure(_ name: String) throws -> CMSSignature {
        let bytes = Array(try folder.bytes(name))
        let hole = try Self.hole(bytes)
        let digits = Array(bytes[hole])
        let all = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
        return try CMSSignature(Array(all[..<(4 + Int(all[2]) << 8 + Int(all[3]))]))
    }

    /// Returns the digits of the document's signature.
    private static func hole(_ bytes: [UInt8]) throws -> Range<Int> {
        let start = try #require(Data(bytes).range(of: Data("/Contents<".utf8))).upperBound
        return start..<(try #require(bytes[start...].firstIndex(of: UInt8(ascii: ">"))))
    }

    /// Returns the problems and the timestamp of a document whose signature has another token.
    private func replaced(_ name: String, token: [UInt8]) throws -> PDFSignature {
        let cms = try structure(name)
        let certificates = cms.signedData.certificates
        let encoded = try CMSSignature.encoded(
            attributes: cms.attributes, signature: cms.signature, algorithm: .ecdsa,
            certificates: [cms.certificate] + certificates.filter { $0 != cms.certificate }, timestampToken: token)
        var bytes = Array(try folder.bytes(name))
        let digits = try Self.hole(bytes)
        let hole = (digits.lowerBound - 1)..<(digits.upperBound + 1)
        bytes.replaceSubrange(hole, with: try SignatureHole(ranges: 0..<0, contents: hole).contents(encoded))
        return try #require(try PDFSignature.all(in: bytes).first)
    }

    @Test("No change of a timestamp gives another time") func changedTimestampsAreFound() throws {
        let server = try responder()
        try sign("one.pdf", timestamp: server)
        try sign("two.pdf", timestamp: server)
        let (one, two) = (try structure("one.pdf"), try structure("two.pdf"))
        let token = try #require(one.timestampToken)
        #expect(try replaced("one.pdf", token: token).problems.isEmpty)
        // The timestamp of another signature.
        #expect(try replaced("one.pdf", token: try #require(two.timestampToken)).problems == [.timestamp])
        let stamp = try #require(try signature("one.pdf").timestamp)
        // Another time: each digit of the GeneralizedTime, which has 15 bytes.
        let digits = try #require(Data(token).range(of: Data([0x18, 15, UInt8(ascii: "2")]))).upperBound
        for place in (digits - 1)..<(digits + 13) {
            var changed = token
            changed[place] = changed[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            #expect(try replaced("one.pdf", token: changed).problems == [.timestamp], "byte \(place)")
        }
        var random = SplitMix64(seed: 3161)
        var found = 0
        let count = TestSize.count(full: 2000, small: 50)
        for _ in 0..<count {
            var changed = token
            let place = Int.random(in: changed.indices, using: &random)
            changed[place] ^= UInt8.random(in: 1...255, using: &random)
            let signature = try replaced("one.pdf", token: changed)
            if signature.problems.isEmpty {
                // Certificates of issuers and other parts that the responder does not sign.
                #expect(signature.timestamp?.time == stamp.time && signature.timestamp?.accuracy == stamp.accuracy)
                #expect(signature.timestamp?.certificate == stamp.certificate)
            } else {
                found += 1
            }
        }
        #expect(found > count / 3)
    }

    @Test("A token by a certificate that is not for timestamps is refused") func responderCertificatesAreChecked()
        throws
    {
        try sign("one.pdf", timestamp: try responder())
        let token = try #require(try structure("one.pdf").timestampToken)
        try folder.write("token.der", token)
        /// Signs what the responder signed with another key.
        func signedAgain(by name: String) throws -> [UInt8] {
            let made = try InkLockProcess(
                shell: """
                    openssl cms -verify -inform DER -in token.der -noverify -out info.der 2>/dev/null &&
                    openssl cms -sign -binary -nodetach -cades -md sha256 -econtent_type 1.2.840.113549.1.9.16.1.4 \
                        -in info.der -signer \(name).crt -inkey \(name).pem -outform DER -out again.der
                    """, in: folder)
            try #require(made.status == 0, "\(made.errors)")
            return Array(try folder.bytes("again.der"))
        }
        let same = try replaced("one.pdf", token: try signedAgain(by: "new"))
        let first = try signature("one.pdf").timestamp
        #expect(same.problems.isEmpty && same.timestamp?.time == first?.time)
        #expect(try replaced("one.pdf", token: try signedAgain(by: "ada")).problems == [.timestamp])
    }

    @Test("A responder that gives no timestamp of the signature is refused, and nothing is written")
    func badRespondersAreRefused() throws {
        let other = try TimestampServer { [folder] query in
            // A correct answer to another request.
            try folder.write("other.bin", [1, 2, 3])
            let made = try InkLockProcess(
                shell: "openssl ts -query -data other.bin -sha256 -cert -out other.tsq", in: folder)
            try #require(made.status == 0)
            return .init(reply: try OpenSSLAuthority.reply(to: folder.bytes("other.tsq"), "new", in: folder))
        }
        let old = try TimestampServer { [folder] query in
            // A correct answer to an earlier request for the same signature, as far as anyone can tell: without its
            // nonce.
            let start = try #require(Data(query).range(of: Data([4, 32]))).upperBound
            let digest = query[start..<(start + 32)].map { String(format: "%02x", $0) }.joined()
            let made = try InkLockProcess(
                shell: "openssl ts -query -digest \(digest) -sha256 -cert -no_nonce -out old.tsq", in: folder)
            try #require(made.status == 0)
            return .init(reply: try OpenSSLAuthority.reply(to: folder.bytes("old.tsq"), "new", in: folder))
        }
        let invalid = "the responder's answer is not a valid timestamp of this signature"
        // PKIStatusInfo with the status 2: a rejection.
        let refusal: [UInt8] = [0x30, 5, 0x30, 3, 2, 1, 2]
        for (server, message) in [
            (other, invalid), (old, invalid),
            (try responder("unfit"), "the responder refused to make a timestamp"),
            (try TimestampServer { _ in .init(reply: refusal) }, "the responder refused to make a timestamp"),
            (try TimestampServer { _ in .init(reply: [0x30, 0]) }, invalid),
            (try TimestampServer { _ in .init(reply: [1, 2, 3]) }, invalid),
            (
                try TimestampServer { _ in .init(reply: [], status: "503 Busy") },
                "the timestamp responder answers with status 503"
            ),
            (
                try TimestampServer { _ in .init(reply: [UInt8](repeating: 48, count: 100_000)) },
                "the timestamp responder answers with too many bytes"
            ),
            (try TimestampServer { _ in .init([]) }, "the timestamp responder gives no answer"),
            (try TimestampServer { _ in .init(Array("nonsense\r\n".utf8)) }, "the timestamp responder gives no answer"),
        ] {
            let outcome = try attempt("out.pdf", timestamp: server)
            #expect(outcome.status == 69, "\(outcome.errors)")
            #expect(outcome.errors == "inklock: http://127.0.0.1:\(server.port)/tsr: \(message)\n")
            #expect(!FileManager.default.fileExists(atPath: folder.path("out.pdf")))
        }
        let options = "--signature ink.json --at 1,72,600,180 --key ada.pem --certificate ada.crt -o out.pdf"
        let closed = try run("sign contract.pdf \(options) --timestamp http://127.0.0.1:1/")
        #expect(closed.status == 69)
        #expect(closed.errors == "inklock: http://127.0.0.1:1/: the timestamp responder cannot be reached\n")
        #expect(try run("sign contract.pdf \(options) --timestamp https://127.0.0.1/").status == 64)
    }

    // MARK: Timestamps of documents

    /// A responder that is asked without HTTP.
    private struct Responder: TimestampSource {
        let folder: TemporaryFolder

        func timestampResponse(to request: [UInt8]) throws -> [UInt8] {
            Array(try OpenSSLAuthority.reply(to: request, "new", in: folder))
        }
    }

    /// Returns a document with a timestamp of it in an update, as PAdES has it at the level B-LTA.
    /// - Parameters:
    ///   - rect: The rectangle of the timestamp's field.
    ///   - entries: The kind and the name of the field, and other entries.
    ///   - root: The number of the catalogue.
    ///   - page: The number of the page that gets the field.
    ///   - more: Other objects that the update replaces.
    ///   - message: The bytes that the responder gets instead of the document.
    ///   - update: Adds the objects.
    private func stamped(
        _ document: [UInt8], rect: String = "0 0 0 0", entries: String? = nil, root: Int = 1, page: Int = 3,
        more: [Int: String] = [:], of message: [UInt8]? = nil,
        by update: ([UInt8], [Int: String]) -> [UInt8] = { SamplePDF.updated($0, $1) }
    ) async throws -> [UInt8] {
        // The objects of an earlier timestamp keep their numbers.
        let text = String(decoding: document.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        let first = 900 + 10 * text.components(separatedBy: "/DocTimeStamp").count
        /// Returns the contents that an object has last.
        func contents(_ number: Int) throws -> String {
            let last = try #require(text.components(separatedBy: "\n\(number) 0 obj\n").last)
            return try #require(last.components(separatedBy: "\nendobj").first)
        }
        func extended(_ number: Int, _ key: String, by reference: Int) throws -> String {
            let contents = try contents(number)
            let start = try #require(contents.range(of: "\(key) [")).upperBound
            let end = try #require(contents[start...].firstIndex(of: "]"))
            return contents[..<end] + " \(reference) 0 R " + contents[end...]
        }
        let (room, ranges) = (16_384, String(repeating: " ", count: SignatureHole.rangeByteCount))
        let dictionary = "<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/ByteRange"
        let entries = entries ?? "/Type/Annot/Subtype/Widget/P \(page) 0 R/T(Stamp\(first == 910 ? "" : "\(first)"))"
        let field = "<</FT/Sig/V \(first + 1) 0 R/F 132/Rect[\(rect)]\(entries)>>"
        var objects = [
            root: try extended(root, "/Fields", by: first).replacing(#/ \/DSS [0-9]+ 0 R/#, with: "").replacing(
                " /AcroForm ", with: " /DSS \(first + 2) 0 R /AcroForm "),
            page: try extended(page, "/Annots", by: first), first: field,
            first + 1: "\(dictionary)\(ranges)/Contents<\(String(repeating: "0", count: room))>>>",
            first + 2: "<</Type/DSS>>",
        ]
        objects.merge(more) { $1 }
        var bytes = update(document, objects)
        let start = try #require(Data(bytes).range(of: Data(dictionary.utf8), options: .backwards)).upperBound
        let open = start + ranges.count + "/Contents".count
        let hole = SignatureHole(ranges: start..<(start + ranges.count), contents: open..<(open + room + 2))
        bytes.replaceSubrange(hole.ranges, with: hole.byteRange(in: bytes.count))
        let signed = Array(bytes[..<hole.contents.lowerBound] + bytes[hole.contents.upperBound...])
        let token = try await Responder(folder: folder).token(of: message ?? signed)
        bytes.replaceSubrange(hole.contents, with: try hole.contents(token))
        return bytes
    }

    private func verified(_ bytes: [UInt8], _ options: String = "") throws -> (status: Int32, text: String) {
        try folder.write("document.pdf", bytes)
        let outcome = try run("verify document.pdf \(options)")
        return (outcome.status, String(decoding: outcome.output, as: UTF8.self))
    }

    @Test("A timestamp of a document is checked, and adds nothing to what was signed")
    func timestampsOfDocumentsAreChecked() async throws {
        try sign("signed.pdf")
        let signed = Array(try folder.bytes("signed.pdf"))
        let once = try await stamped(signed)
        for (document, count) in [(once, 1), (try await stamped(once), 2)] {
            let (status, text) = try verified(document)
            #expect(status == 0, "\(text)")
            let reports = text.components(separatedBy: "\n\n")
            #expect(reports.count == 1 + count)
            #expect(reports[0].contains("\nholds     Nothing but timestamps was added to the document after this"))
            #expect(reports[0].contains("\nholds     The samples give the signed picture"))
            let head =
                (count == 1 ? "Stamp" : "Stamp920") + ", a timestamp of the document\n"
                + "unknown   A timestamp says that the document existed before 20"
            #expect(reports[count].hasPrefix(head) && reports[count].split(separator: "\n").count == 3, "\(text)")
            #expect(reports[count].contains("\nholds     Nothing was added to the document after this signature."))
            let trusted = try verified(document, "--trust ca.crt --certificate ada.crt")
            #expect(trusted.status == 0, "\(trusted.text)")
            #expect(trusted.text.contains("timestamp of the document\nholds     The document existed before 20"))
        }
        try folder.write("stamped.pdf", once)
        #expect(try run("evidence show stamped.pdf").status == 0)
        let poppler = try InkLockProcess(shell: "pdfsig -nocert stamped.pdf", in: folder)
        #expect(String(decoding: poppler.output, as: UTF8.self).contains("Signature is Valid."))
        let options = "--signature ink.json --at 2,72,300,180 --key ada.pem --certificate ada.crt"
        #expect(try run("sign stamped.pdf \(options) -o again.pdf").status == 0)
        let again = try verified(Array(try folder.bytes("again.pdf")))
        #expect(again.status == 0 && !again.text.contains("Nothing but timestamps"), "\(again.text)")
    }

    @Test("A timestamp of a document covers nothing else that was added, and no change of it is missed")
    func timestampsOfDocumentsCoverThemselves() async throws {
        try sign("signed.pdf")
        let signed = Array(try folder.bytes("signed.pdf"))
        let once = try await stamped(signed)
        for place in [40, signed.count + 40, once.count - 20] {
            var changed = once
            changed[place] ^= 1
            #expect(try verified(changed).status != 0, "byte \(place)")
        }
        let other = try verified(try await stamped(signed, of: [1, 2, 3]))
        #expect(other.status == 1)
        #expect(other.text.contains("\nfails     The timestamp is damaged, of an unsupported"), "\(other.text)")
        let added = "\nfails     Something was added to the document, and no valid signature covers it."
        let page = [SamplePDF.content: SamplePDF.contents("You owe everything.")]
        let updated = SamplePDF.updated(signed, page)
        for (number, document) in [
            try await stamped(signed, more: page), try await stamped(updated),
            try await stamped(signed, rect: "0 0 500 800"), SamplePDF.updated(once, page),
            try await stamped(SamplePDF.updated(once, page)),
            try await stamped(signed, more: [2: "<</Type/Pages/Kids[4 0 R 3 0 R]/Count 2/MediaBox[0 0 595 842]>>"]),
            try await stamped(signed, more: [920: "<</Title(Accepted)>>"]) {
                SamplePDF.updated($0, $1, trailer: "/Info 920 0 R")
            },
        ].enumerated() {
            let (status, text) = try verified(document, "--trust ca.crt")
            #expect(status == 1 && text.contains(added), "document \(number): \(text)")
        }
    }

    /// PDFium draws an appearance without a box at its own size, for example.
    @Test("A field that could show something is not that of a timestamp") func fieldsOfTimestampsShowNothing()
        async throws
    {
        try sign("signed.pdf")
        let signed = Array(try folder.bytes("signed.pdf"))
        func form(_ contents: String, _ entries: String = "") -> String {
            "<</Type/XObject/Subtype/Form\(entries)/Length \(contents.utf8.count)>>\nstream\n\(contents)\nendstream"
        }
        let widget = "/Type/Annot/Subtype/Widget/P 3 0 R"
        let (field, box) = ("\(widget)/T(Stamp)/AP<</N 920 0 R>>", "/BBox[0 0 0 0]/Resources<</ProcSet[/PDF]>>")
        let white = "1 g 0 0 595 842 re f"
        for (entries, form, rect, isHidden) in [
            (field, form("% DSBlank\n", box), nil, true), (field, form("", box), nil, true),
            (field, form("789c030000000001>", "\(box)/Filter[/ASCIIHexDecode/FlateDecode]"), nil, false),
            ("\(widget)/T(Stamp)/MK<<>>/M(D:20260101)/Ff 1", "null", nil, true),
            // As pyHanko writes it.
            ("\(widget)/T(Stamp)/TU(Timestamp)", "null", nil, true),
            ("/T(Stamp)", "null", nil, true), ("\(field)", "null", "7 8 7 8", true),
            (field, form(white), nil, false), (field, form(white, box), nil, false),
            (field, form("% DSBlank\n\(white)", box), nil, false), (field, form("", "\(box)/Ref<<>>"), nil, false),
            (field, form(String(repeating: " ", count: 2000), box), nil, false),
            ("\(widget)/T(Stamp)/AP<</N<</On 920 0 R>>>>", form(""), nil, false),
            ("\(widget)/T(Stamp)/AP<</N 920 0 R/D 920 0 R>>", form(""), nil, false),
            ("\(widget)/T(Stamp)/MK<</CA(Paid)>>", "null", nil, false),
            ("/Type/Annot/Subtype/Text/T(I cancel this contract.)", "null", "72 500 72 500", false),
            ("/Type/Page/T(Stamp)", "null", nil, false), ("\(widget)/T(Stamp)/TU(Paid)", "null", nil, false),
            ("\(widget)/T(Stamp)/Ff(x)", "null", nil, false), ("\(widget)/T(Stamp)/A<<>>", "null", nil, false),
            ("/T(Stamp)/P 920 0 R", "<</Type/Page>>", nil, false), ("/T(Stamp)/P 5 0 R", "null", nil, false),
            ("\(widget)", "null", nil, false), ("\(widget)/T(A.B)", "null", nil, false),
            ("\(widget)/T(InkSignature1)", "null", nil, false),
            (field, "null", "0 0 0.00000000000000000000000001 0", false),
            (field, "null", "900000000 0 900000000 0", false),
        ] as [(String, String, String?, Bool)] {
            let document = try await stamped(
                signed, rect: rect ?? "0 0 0 0", entries: entries, more: [920: form])
            let (status, text) = try verified(document, "--trust ca.crt")
            #expect(status == (isHidden ? 0 : 1), "\(entries) \(form): \(text)")
            #expect(text.contains("Nothing but timestamps was added") == isHidden, "\(entries) \(form): \(text)")
        }
    }

    @Test("The data that comes with a timestamp is no part of a page") func dataForCheckingIsNotOnPages() async throws {
        let page = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</ExtGState 1 0 R>>>>"
        let content = "/DSS gs 0 0 500 800 re f"
        try folder.write(
            "contract.pdf",
            SamplePDF.document([
                "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>", page,
                "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream",
            ]))
        try sign("signed.pdf")
        let signed = Array(try folder.bytes("signed.pdf"))
        #expect(try verified(try await stamped(signed, more: [912: "<</Type/DSS/ca 0>>"])).status == 1)
        try folder.write("contract.pdf", SamplePDF.contract())
        try sign("signed.pdf")
        let stream = SamplePDF.contents("Certificates")
        #expect(
            try verified(try await stamped(Array(try folder.bytes("signed.pdf")), more: [912: stream])).status == 1)
    }

    @Test("Metadata may say which program wrote a timestamp, and when") func metadataIsCompared() async throws {
        func metadata(_ contents: String, _ entries: String = "") -> String {
            let text = "<?xpacket begin?><x:xmpmeta>\(contents)</x:xmpmeta>\n\n<?xpacket end?>"
            let keys = "/Type/Metadata/Subtype/XML\(entries)/Length \(text.utf8.count)"
            return "<<\(keys)>>\nstream\n\(text)\nendstream"
        }
        let (title, date) = ("<dc:title>Contract</dc:title>", "<xmp:ModifyDate>2026-01-01</xmp:ModifyDate>")
        let page = "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"
        func signed(_ contents: String, page: String = page) throws -> [UInt8] {
            try folder.write(
                "contract.pdf",
                SamplePDF.document([
                    "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>",
                    "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>", page, SamplePDF.contents("Text"),
                    metadata(contents),
                ]))
            try sign("signed.pdf")
            return Array(try folder.bytes("signed.pdf"))
        }
        let program = "\n <pdf:Producer>iText (AGPL)</pdf:Producer>"
        for (old, new, entries, isEqual) in [
            (title + date, title + "<xmp:ModifyDate>2026-02-02</xmp:ModifyDate>", "", true),
            (title + date, title + program, "", true), (title, title + date, "", true),
            ("<a xmp:ModifyDate=\"1\"/>", "<a xmp:ModifyDate='2' xmpMM:InstanceID=\"3\"/>", "", true),
            (title + date, "<dc:title>Other</dc:title>" + date, "", false), (title + date, date, "", false),
            (title, title + "<pdf:Producer><a/></pdf:Producer>", "", false), (title, title, "/Zz 1", false),
            ("<!-- xmp:ModifyDate=\"1\" \(title)-->", "<!-- xmp:ModifyDate=\"-->\" \(title)-->", "", false),
            (title, title + String(repeating: " ", count: 70_000), "", false),
        ] {
            let document = try await stamped(try signed(old), more: [5: metadata(new, entries)])
            let (status, text) = try verified(document, "--trust ca.crt")
            #expect(status == (isEqual ? 0 : 1), "\(new.prefix(100)): \(text)")
        }
        // The stream is on the page as well.
        let shown = try signed(date, page: "<</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R]>>")
        #expect(try verified(try await stamped(shown, more: [5: metadata(program)])).status == 1)
    }

    /// Programs begin with another section of a linearized document as soon as it has its stated length.
    @Test("A timestamp cannot give a linearized document its length") func lengthsOfLinearizedDocumentsAreChecked()
        async throws
    {
        for (entries, isHonest) in [
            ("/Linearized 1/L 700", true), ("/L 99999", true), ("/Linearized 1/L 99999", false),
            ("/Linearized 1/L 0000000000000000000099999", false), ("/L 700/L +99999/Linearized 1", false),
            ("/Linear#69zed 1/#4c#0099999", false), ("/Linearized 1/L%\n700", false),
        ] {
            try folder.write("contract.pdf", SamplePDF.contract(after: "20 0 obj\n<<\(entries)>>\nendobj\n"))
            try sign("signed.pdf")
            let (status, text) = try verified(
                try await stamped(Array(try folder.bytes("signed.pdf"))), "--trust ca.crt")
            #expect(status == (isHonest ? 0 : 1), "\(entries): \(text)")
        }
        try folder.write("contract.pdf", SamplePDF.contract())
        try #require(try InkLockProcess(shell: "qpdf --linearize contract.pdf linear.pdf", in: folder).status == 0)
        try folder.write("contract.pdf", try folder.bytes("linear.pdf"))
        try sign("signed.pdf")
        let signed = Array(try folder.bytes("signed.pdf"))
        let text = String(decoding: signed, as: UTF8.self)
        let root = try #require(text.firstMatch(of: #/\/Root ([0-9]+) 0 R/#).flatMap { Int($0.1) })
        let page = try #require(text.firstMatch(of: #/\n([0-9]+) 0 obj\n<< \/Annots/#).flatMap { Int($0.1) })
        let stamp = try await stamped(signed, root: root, page: page) { SamplePDF.updated($0, $1, root: root) }
        let outcome = try verified(stamp, "--trust ca.crt")
        #expect(outcome.status == 0 && text.contains("/Linearized 1"), "\(outcome.text)")
    }

    /// qpdf finds the old page in each of them, and other programs another one.
    @Test("An update that programs read in different ways is no timestamp") func unclearUpdatesAreNoTimestamps()
        async throws
    {
        let forged = SamplePDF.contents("You owe everything.")
        try sign("signed.pdf")
        let signed = Array(try folder.bytes("signed.pdf"))
        let content = try #require(Data(signed).range(of: Data("\n\(SamplePDF.content) 0 obj\n".utf8))).lowerBound + 1
        let old = String(format: "%010d", content)
        let hidden = "\(SamplePDF.content) 0 obj\n\(forged)\nendobj\n"
        let row = "01" + String(format: "%08x", content) + "00>"
        let stream =
            "912 0 obj\n<</Type/XRef/Size 913/W[1 4 1]/Index[5 1]/Filter/ASCIIHexDecode/Length \(row.utf8.count)>>\n"
            + "stream\n\(row)\nendstream\nendobj\n"
        var documents: [String: [UInt8]] = [:]
        documents["another generation"] = try await stamped(signed, more: [5: forged]) {
            SamplePDF.updated($0, $1, generations: [5: 1])
        }
        documents["an object that is not in the table"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, hidden: hidden)
        }
        documents["a number twice"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, hidden: hidden, entries: "5 1\n\(old) 00000 n \n5 1\n@ 00000 n \n")
        }
        documents["a second table in a stream"] = try await stamped(signed) {
            SamplePDF.updated(
                $0, $1, hidden: stream, entries: "5 1\n0000000000 00001 f \n", trailer: "/XRefStm @")
        }
        documents["an object that is free"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, entries: "800 1\n0000000000 00001 f \n")
        }
        documents["a table far from the end"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, end: "%" + String(repeating: " ", count: 990))
        }
        documents["a table whose place is far from the end"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, gap: String(repeating: " ", count: 100))
        }
        documents["an empty part of a table"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, entries: "2147483647 0\n")
        }
        documents["a tab before the entries of a table"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, entries: "0 1\t\n0000000000 65535 f \n")
        }
        documents["an entry of a table that ends otherwise"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, entries: "0 1\n0000000000 65535 f\t\n")
        }
        documents["a reference to nothing"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, trailer: "/Info 99999 0 R")
        }
        documents["a packed reference to nothing"] = try await stamped(
            signed, more: [912: "<</Type/DSS/Certs[99999 0 R]>>"]
        ) { SamplePDF.updatedWithStream($0, $1, packed: [1, 3, 910, 912]) }
        documents["entries of a stream in a table"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, trailer: "/Type/XRef/W[1 2 1]")
        }
        documents["an identifier of another kind"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, trailer: "/ID[[(a)](b)]")
        }
        documents["zeros before a number"] = try await stamped(signed, more: [800: " null"]) {
            var update = SamplePDF.updated($0, $1)
            let start = Data(update).range(of: Data("\n800 0 obj\n null".utf8))
            if let start { update.replaceSubrange(start, with: "\n800 00 obj null".utf8) }
            return update
        }
        documents["an encoded section"] = try await stamped(signed) {
            SamplePDF.updatedWithStream($0, $1, entries: "/Filter[]")
        }
        documents["a section with wide kinds"] = try await stamped(signed) {
            SamplePDF.updatedWithStream($0, $1, widths: [5, 4, 2])
        }
        documents["a section that is smaller than the one before"] = try await stamped(signed) {
            SamplePDF.updated(SamplePDF.updated($0, [4: "null"], size: 5), $1)
        }
        let depth = 100
        let nested = String(repeating: "<</A ", count: depth) + "1" + String(repeating: ">>", count: depth)
        documents["a catalogue that is nested deeply"] = try await stamped(signed) {
            var objects = $1
            objects[1] = objects[1]?.replacing("/DSS 912 0 R", with: "/DSS \(nested)")
            return SamplePDF.updated($0, objects)
        }
        documents["an entry beyond the end"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, entries: "800 1\n9999999999 00000 n \n")
        }
        documents["an entry beyond the table"] = try await stamped(signed) {
            SamplePDF.updated($0, $1, hidden: "% here", entries: "800 1\n@ 00000 n \n")
        }
        // Both generations, the later of which the page shows.
        let both = SamplePDF.document([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
            "<</Type/Page/Parent 2 0 R/Contents 5 1 R/Resources<</Font<</F 6 0 R>>>>/Zz 5 0 R>>", "null", "(harmless)",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ])
        try folder.write(
            "contract.pdf", SamplePDF.updated(both, [5: SamplePDF.contents("The contract.")], generations: [5: 1]))
        try sign("signed.pdf")
        documents["one of two generations"] = try await stamped(
            Array(try folder.bytes("signed.pdf")), more: [5: forged]
        ) { SamplePDF.updated($0, $1, generations: [5: 1]) }
        // A reference that means nothing to qpdf before and after, and to others the object that is added.
        try folder.write("contract.pdf", SamplePDF.contract(page: "/Thumb 913 1 R"))
        try sign("signed.pdf")
        let waiting = Array(try folder.bytes("signed.pdf"))
        documents["an object that a reference waits for"] = try await stamped(waiting, more: [913: forged])
        // A number that a stream of objects gives twice.
        documents["a number twice in a stream"] = try await stamped(signed, more: [914: forged, 915: "null"]) {
            SamplePDF.updatedWithStream($0, $1, packed: [914, 915], alias: SamplePDF.content)
        }
        // The signed document names its stream of objects in a cross-reference stream, and programs that find an object
        // by its index in the stream find another one.
        let page = "<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F 6 0 R>>>>>>"
        func signedHybrid(_ section: String = "") throws -> [UInt8] {
            let document = SamplePDF.document([
                "<</Type/Catalog/Pages 2 0 R>>",
                "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]>>", page, page,
                SamplePDF.contents("The contract."), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            ])
            try folder.write("contract.pdf", SamplePDF.hybrid(document, object: "[5 0 R]", section: section))
            try sign("signed.pdf")
            return Array(try folder.bytes("signed.pdf"))
        }
        let hybrid = try signedHybrid()
        #expect(try verified(try await stamped(hybrid), "--trust ca.crt").status == 0)
        let swapped = SamplePDF.packed([(99, "[930 0 R]"), (8, "[5 0 R]")])
        for section in [9, 940] {
            documents["a section with the number \(section)"] = try await stamped(
                hybrid, more: [7: swapped, 930: forged]
            ) { SamplePDF.updatedWithStream($0, $1, section: section) }
        }
        // Two sections of the contract with one number: qpdf reads one of them twice.
        let contents = SamplePDF.contents("The contract.")
        func signedTwice(_ sections: Int...) throws -> [UInt8] {
            let document = sections.reduce(SamplePDF.contract()) {
                SamplePDF.updatedWithStream($0, [SamplePDF.content: contents], section: $1)
            }
            try folder.write("contract.pdf", document)
            try sign("signed.pdf")
            return Array(try folder.bytes("signed.pdf"))
        }
        #expect(try verified(try await stamped(signedTwice(900, 901)), "--trust ca.crt").status == 0)
        documents["two sections with one number"] = try await stamped(signedTwice(900, 900))
        documents["a section that only some programs follow"] = try await stamped(try signedHybrid("/Prev 40"))
        documents["objects of a stream that are not in order"] = try await stamped(signed) {
            SamplePDF.updatedWithStream($0, $1, packed: [1, 3, 910, 912], isReversed: true)
        }
        for (name, document) in documents.sorted(by: { $0.key < $1.key }) {
            let (status, text) = try verified(document, "--trust ca.crt")
            let isAdded = text.contains(
                "\nfails     Something was added to the document, and no valid signature covers it.")
            #expect(status == 1 && isAdded, "\(name): \(status) \(text)")
        }
    }

    @Test("The updates that programs write for timestamps are recognised") func commonUpdatesAreRecognised()
        async throws
    {
        try sign("signed.pdf")
        let signed = Array(try folder.bytes("signed.pdf"))
        let security = [2, 3].map { "<</Type/DSS/Certs[]/N \($0)>>" }
        for (name, update) in [
            ("a stream", { SamplePDF.updatedWithStream($0, $1) }),
            ("packed objects", { SamplePDF.updatedWithStream($0, $1, packed: [1, 3, 910, 912]) }),
            ("the first free entry", { SamplePDF.updated($0, $1, entries: "0 1\n0000000000 65535 f \n") }),
            (
                "packed data for checking, some of which the next update replaces",
                {
                    let first = SamplePDF.updatedWithStream(
                        $0, [1: $1[1] ?? "", 912: security[0], 921: security[1]], packed: [1, 912, 921])
                    return SamplePDF.updatedWithStream(first, $1, packed: [1, 3, 912])
                }
            ),
            ("a comment after the table", { SamplePDF.updated($0, $1, comment: "%iText-Core-7.2.5 (AGPL)\r\n%2\n") }),
            (
                "a comment after a stream",
                { SamplePDF.updatedWithStream($0, $1, comment: "%iText-Core-7.2.5 (AGPL)\n") }
            ),
            (
                "the program and the time of the update",
                {
                    let information = "<</Producer(Stamps)/ModDate(D:20260101000000Z)>>"
                    return SamplePDF.updated($0, $1.merging([920: information]) { $1 }, trailer: "/Info 920 0 R")
                }
            ),
            ("a checksum, as LibreOffice has it", { SamplePDF.updated($0, $1, trailer: "/DocChecksum/A0B1") }),
            (
                "data for checking in an update before it",
                { SamplePDF.updated(SamplePDF.updated($0, [920: security[0], 921: security[1]]), $1) }
            ),
        ] as [(String, ([UInt8], [Int: String]) -> [UInt8])] {
            let (status, text) = try verified(try await stamped(signed, by: update), "--trust ca.crt")
            #expect(status == 0 && text.contains("Nothing but timestamps was added"), "\(name): \(text)")
        }
        try folder.write(
            "contract.pdf", SamplePDF.updated(SamplePDF.contract(), [7: "null"], comment: "%iText-Core-7.2.5\n"))
        try sign("signed.pdf")
        let (status, text) = try verified(
            try await stamped(Array(try folder.bytes("signed.pdf"))), "--trust ca.crt")
        #expect(status == 0 && text.contains("Nothing but timestamps was added"), "a comment in the contract: \(text)")
    }

    @Test("A document with a timestamp and no signature is not a signed one") func timestampsAreNoSignatures()
        async throws
    {
        try sign("signed.pdf")
        // The update takes the signature's field away.
        let catalog = "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[910 0 R]/SigFlags 3>>>>"
        try folder.write("bare.pdf", try await stamped(Array(try folder.bytes("signed.pdf")), more: [1: catalog]))
        let outcome = try run("verify bare.pdf --trust ca.crt --certificate ada.crt")
        #expect(outcome.status == 1 && !outcome.output.isEmpty)
        #expect(outcome.errors == "inklock: bare.pdf: the document has no signature, only a timestamp\n")
    }

    // MARK: Paths

    @Test("A certificate is trusted only through one that the caller trusts") func pathsAreChecked() throws {
        for (signer, trust, words) in [
            ("ada", "ca.crt", nil),
            // Through an authority between them, whose certificate is in the signature.
            ("bob", "ca.crt", nil), ("bob", "between.crt", nil),
            ("ada", "between.crt", "The certificate does not lead to one that you trust"),
            ("ada", "stranger.crt", "The certificate does not lead to one that you trust"),
            // One for servers, one from a certificate that is no authority's, and one that is too old.
            ("server", "ca.crt", "The certificate does not lead to one that you trust"),
            ("forged", "ca.crt", "The certificate does not lead to one that you trust"),
            ("old", "ca.crt", "The certificate is not valid now, and no timestamp that you trust shows that it was"),
        ] as [(String, String, String?)] {
            try sign("signed.pdf", signer: signer)
            let outcome = try run("verify signed.pdf --trust \(trust)")
            let text = String(decoding: outcome.output, as: UTF8.self)
            #expect(outcome.status == (words == nil ? 0 : 1), "\(signer): \(text)")
            #expect(
                text.contains(
                    words.map { "\nfails     \($0)" } ?? "\nholds     The certificate leads to one that you trust."),
                "\(signer): \(text)")
        }
        let unknown = try run("verify signed.pdf")
        #expect(unknown.status == 0)
        #expect(
            String(decoding: unknown.output, as: UTF8.self).contains(
                "\nunknown   It is not known whose certificate signed it."))
        let bad = try run("verify signed.pdf --trust ink.json")
        #expect(bad.status == 65 && bad.errors == "inklock: ink.json: it is not a list of X.509 certificates\n")
    }

    @Test("A certificate has to be valid when the timestamp was made, else now")
    func validityIsJudgedAtTheStampedTime() async throws {
        try sign("plain.pdf")
        try sign("stamped.pdf", timestamp: try responder())
        let (plain, stamped) = (try signature("plain.pdf"), try signature("stamped.pdf"))
        let (roots, stranger) = (try roots("ca.crt"), try roots("stranger.crt"))
        let now = Date().timeIntervalSince1970
        // The signer's certificate is valid for 30 days, the responder's for years.
        let later = now + 60 * 86_400
        #expect(await roots.verdict(on: plain, at: now) == .trusted)
        #expect(await roots.verdict(on: stamped, at: now) == .trusted)
        #expect(await roots.verdict(on: plain, at: later) == .expired)
        #expect(await roots.verdict(on: stamped, at: later) == .trusted)
        #expect(await roots.verdict(on: plain, at: now - 60 * 86_400) == .expired)
        // The timestamp of a stranger proves no time.
        let stamp = try #require(stamped.timestamp)
        #expect(await stranger.verdict(on: stamp, at: now) == .untrusted)
        #expect(await roots.verdict(on: stamp, at: now + 9 * 365 * 86_400) == .trusted)
        #expect(await roots.verdict(on: stamp, at: now + 11 * 365 * 86_400) == .expired)
        #expect(await roots.verdict(on: stamped, at: now + 11 * 365 * 86_400) == .expired)
        try sign("old.pdf", signer: "old", timestamp: try responder())
        #expect(await roots.verdict(on: try signature("old.pdf"), at: now) == .expired)
        let text = String(decoding: try run("verify old.pdf --trust ca.crt").output, as: UTF8.self)
        #expect(text.contains("\nfails     The certificate was not valid when the timestamp was made.\n"), "\(text)")
    }

    @Test("A certificate that may have ended before the timestamp was made is not valid")
    func validityIsJudgedWithTheAccuracy() async throws {
        // The signer's certificate is valid for 30 days.
        let settings = String(decoding: try folder.bytes("tsa.cnf"), as: UTF8.self)
        let roots = try roots("ca.crt")
        for (days, verdict) in [(29, .trusted), (31, .expired)] as [(Int, TrustedRoots.Verdict)] {
            let changed = settings.replacing("accuracy = secs:1,", with: "accuracy = secs:\(days * 86_400),")
            try folder.write("tsa.cnf", changed.utf8)
            try sign("signed.pdf", timestamp: try responder())
            let signature = try signature("signed.pdf")
            #expect(signature.timestamp?.accuracy == Double(days) * 86_400 + 0.5)
            #expect(await roots.verdict(on: signature, at: Date().timeIntervalSince1970) == verdict, "\(days) days")
        }
    }

    @Test("Certificates that issue each other take little time", .timeLimit(.minutes(10)))
    func crossedCertificatesTakeLittleTime() async throws {
        // Eight authorities of one name, each of which has issued a certificate for each other one: 8! paths.
        let keys = (0..<8).map { _ in P256.Signing.PrivateKey() }
        func certificate(_ subject: String, _ key: P256.Signing.PrivateKey, by issuer: P256.Signing.PrivateKey) throws
            -> SigningCertificate
        {
            let made = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
                notValidBefore: Date(timeIntervalSinceNow: -1000), notValidAfter: Date(timeIntervalSinceNow: 1_000_000),
                issuer: try DistinguishedName { CommonName("Authority") },
                subject: try DistinguishedName { CommonName(subject) }, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    if subject == "Authority" { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) }
                }, issuerPrivateKey: .init(issuer))
            return try SigningCertificate(der: Array(try made.serializeAsPEM().derBytes))
        }
        var issuers: [SigningCertificate] = []
        for issuer in keys.indices {
            for subject in keys.indices where subject != issuer {
                issuers.append(try certificate("Authority", keys[subject], by: keys[issuer]))
            }
        }
        let signer = P256.Signing.PrivateKey()
        let chain = [try certificate("Ada Example", signer, by: keys[0])] + issuers
        let document = try await PDFSigner(certificates: chain, date: 0).sign(
            SamplePDF.contract(), with: SyntheticHand.drawing(seed: 1),
            at: SignaturePlace(page: 1, x: 72, y: 100, width: 180), key: signer)
        let signature = try #require(try PDFSignature.all(in: document).first)
        #expect(signature.problems.isEmpty && signature.issuers.count == 56)
        let roots = try roots("stranger.crt")
        #expect(await roots.verdict(on: signature, at: Date().timeIntervalSince1970) == .untrusted)
    }

    @Test("Certificates of one key take little time", .timeLimit(.minutes(10)))
    func certificatesOfOneKeyTakeLittleTime() async throws {
        // Sixteen certificates of one name and one key, each of which can follow each other one: 16! paths.
        let (key, signer) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let issuers = try (0..<16).map { number in
            try Self.certificate(
                "Authority", key, by: "Authority", key,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                    SubjectAlternativeNames([.dnsName("\(number).example")])
                })
        }
        let leaf = try Self.certificate("Ada Example", signer, by: "Authority", key)
        let signature = try await Self.signature(of: [leaf] + issuers, signer)
        #expect(signature.problems.isEmpty && signature.issuers.count == 16)
        let (now, strangers) = (Date().timeIntervalSince1970, try roots("stranger.crt"))
        #expect(await strangers.verdict(on: signature, at: now) == .untrusted)
        let own = try TrustedRoots(pem: try issuers[15].serializeAsPEM().pemString)
        #expect(await own.verdict(on: signature, at: now) == .trusted)
    }

    @Test("A path with a signature of SHA-1 is refused, except the trusted certificate's own")
    func weakDigestsAreRefused() async throws {
        let top = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let (middle, signer) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        func certificate(
            _ subject: String, _ key: Certificate.PublicKey, by issuer: String, _ issuerKey: Certificate.PrivateKey,
            _ algorithm: Certificate.SignatureAlgorithm
        ) throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
                notValidBefore: Date(timeIntervalSinceNow: -1000), notValidAfter: Date(timeIntervalSinceNow: 1_000_000),
                issuer: try DistinguishedName { CommonName(issuer) },
                subject: try DistinguishedName { CommonName(subject) }, signatureAlgorithm: algorithm,
                extensions: try Certificate.Extensions {
                    if subject != "Ada Example" {
                        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                    }
                }, issuerPrivateKey: issuerKey)
        }
        let (topKey, middleKey) = (Certificate.PrivateKey(top), Certificate.PrivateKey(middle))
        let root = try certificate("Root", topKey.publicKey, by: "Root", topKey, .sha1WithRSAEncryption)
        let roots = try TrustedRoots(pem: try root.serializeAsPEM().pemString)
        let leaf = try certificate("Ada Example", .init(signer.publicKey), by: "Branch", middleKey, .ecdsaWithSHA256)
        for (algorithm, verdict) in [
            (.sha256WithRSAEncryption, .trusted), (.sha1WithRSAEncryption, .untrusted),
        ] as [(Certificate.SignatureAlgorithm, TrustedRoots.Verdict)] {
            let branch = try certificate("Branch", middleKey.publicKey, by: "Root", topKey, algorithm)
            let signature = try await Self.signature(of: [leaf, branch], signer)
            #expect(signature.problems.isEmpty)
            #expect(await roots.verdict(on: signature, at: Date().timeIntervalSince1970) == verdict, "\(algorithm)")
        }
    }

    @Test("A responder that names its certificate by SHA-1 is refused") func namesBySHA1AreRefused() throws {
        let outcome = try attempt("signed.pdf", timestamp: try responder("old"))
        #expect(outcome.status != 0 && outcome.errors.contains("timestamp"), "\(outcome.errors)")
        #expect(try !folder.names().contains("signed.pdf"))
    }

    @Test("A timestamp from before its responder's certificate, or from the future, is not trusted")
    func impossibleTimesAreNotTrusted() async throws {
        try sign("now.pdf", timestamp: try responder())
        let stamp = try #require(try signature("now.pdf").timestamp)
        let roots = try roots("ca.crt")
        let begin = try stamp.certificate.parsed().notValidBefore.timeIntervalSince1970
        #expect(await roots.verdict(on: stamp, at: stamp.time) == .trusted)
        #expect(await roots.verdict(on: stamp, at: stamp.time - 86_400) != .trusted)
        #expect(await roots.verdict(on: stamp, ofTime: begin - 60, at: stamp.time) == .expired)
        #expect(await roots.verdict(on: stamp, ofTime: begin, at: stamp.time) == .trusted)
        #expect(await roots.verdict(on: stamp, ofTime: stamp.time + 86_400, at: stamp.time) == .untrusted)
    }

    @Test("Only certificates of version 3 whose key may sign certificates issue others")
    func issuersAreAuthorities() async throws {
        let (top, middle, signer) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        /// Returns the extensions of an authority's certificate.
        func authority(_ usage: KeyUsage? = nil) throws -> Certificate.Extensions {
            try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                if let usage { Critical(usage) }
            }
        }
        let root = try Self.certificate("Root", top, by: "Root", top, extensions: try authority())
        let roots = try TrustedRoots(pem: try root.serializeAsPEM().pemString)
        let leaf = try Self.certificate("Ada Example", signer, by: "Branch", middle)
        let cases: [(Certificate.Version, Certificate.Extensions, TrustedRoots.Verdict)] = [
            (.v3, try authority(), .trusted),
            (.v3, try authority(KeyUsage(keyCertSign: true)), .trusted),
            (.v3, try authority(KeyUsage(digitalSignature: true)), .untrusted),
            (.v3, Certificate.Extensions(), .untrusted),
            (.v1, Certificate.Extensions(), .untrusted),
        ]
        for (index, (version, extensions, verdict)) in cases.enumerated() {
            let branch = try Self.certificate(
                "Branch", middle, by: "Root", top, version: version, extensions: extensions)
            let signature = try await Self.signature(of: [leaf, branch], signer)
            #expect(signature.problems.isEmpty)
            #expect(await roots.verdict(on: signature, at: Date().timeIntervalSince1970) == verdict, "case \(index)")
        }
    }

    /// Returns a certificate that is valid now, and can be one that no authority would make.
    private static func certificate(
        _ subject: String, _ key: P256.Signing.PrivateKey, by issuer: String, _ issuerKey: P256.Signing.PrivateKey,
        version: Certificate.Version = .v3, extensions: Certificate.Extensions = Certificate.Extensions()
    ) throws -> Certificate {
        try Certificate(
            version: version, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSinceNow: -1000), notValidAfter: Date(timeIntervalSinceNow: 1_000_000),
            issuer: try DistinguishedName { CommonName(issuer) },
            subject: try DistinguishedName { CommonName(subject) }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: .init(issuerKey))
    }

    /// Returns the signature of a document, as it was read.
    /// - Parameter chain: The certificates, the signer's first.
    private static func signature(of chain: [Certificate], _ key: P256.Signing.PrivateKey) async throws -> PDFSignature
    {
        let certificates = try chain.map { try SigningCertificate(der: Array(try $0.serializeAsPEM().derBytes)) }
        let document = try await PDFSigner(certificates: certificates, date: 0).sign(
            SamplePDF.contract(), with: SyntheticHand.drawing(seed: 1),
            at: SignaturePlace(page: 1, x: 72, y: 100, width: 180), key: key)
        return try #require(try PDFSignature.all(in: document).first)
    }
}

/// Keys and certificates that OpenSSL made, and its responder.
private enum OpenSSLAuthority {
    static let isInstalled = ["openssl", "pdfsig"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// The files of the authority, of signers and of the responder. They are made once, because keys take time.
    static let files: [(String, Data)] = {
        let line = """
            exec 2>/dev/null; set -e
            key="ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            openssl req -x509 -newkey $key -keyout ca.pem -subj "/CN=Test Authority" -days 7300 -out ca.crt
            openssl req -x509 -newkey $key -keyout stranger.pem -subj "/CN=Test Authority" -days 30 -out stranger.crt
            issue() { # name, subject, issuer, days, extensions
                openssl req -newkey ${6:-$key} -keyout $1.pem -subj "/CN=$2" -out $1.csr
                printf "$5" > $1.ext
                openssl x509 -req -in $1.csr -CA $3.crt -CAkey $3.pem -CAcreateserial -days $4 -extfile $1.ext -out $1.crt
            }
            use="keyUsage=critical,digitalSignature\\n"
            issue between "Test Branch" ca 30 "basicConstraints=critical,CA:TRUE\\nkeyUsage=critical,keyCertSign\\n"
            issue ada "Ada Example" ca 30 "$use"
            issue bob "Bob Example" between 30 "${use}extendedKeyUsage=emailProtection\\n"
            cat between.crt >> bob.crt
            issue server "Server Example" ca 30 "${use}extendedKeyUsage=serverAuth\\n"
            issue forged "Forged Example" ada 30 "$use"
            cat ada.crt >> forged.crt
            issue old "Old Example" ca -1 "$use"
            stamps="${use}extendedKeyUsage=critical,timeStamping\\n"
            issue new "Test Responder" ca 3650 "$stamps" "rsa:2048 -nodes"
            issue long "Test Responder" ca 3650 "$stamps" "ec -pkeyopt ec_paramgen_curve:P-384 -nodes"
            cp new.crt first.crt; cp new.pem first.pem
            for section in new:sha256:sha256 first:sha256:sha1 long:sha512:sha256; do
                IFS=: read name digest naming <<END
            $section
            END
                [ $name = first ] && title=old || title=$name
                cat >> tsa.cnf <<END
            [$title]
            serial = serial
            signer_cert = $name.crt
            certs = ca.crt
            signer_key = $name.pem
            signer_digest = $digest
            default_policy = 1.2.3.4.1
            digests = sha256
            accuracy = secs:1, millisecs:500
            ess_cert_id_alg = $naming
            END
            done
            # A responder that knows no digest that is asked for.
            sed -n '/^\\[new\\]/,/^ess_cert/p' tsa.cnf | sed 's/^\\[new\\]/[unfit]/; s/^digests.*/digests = sha512/' >> tsa.cnf
            """
        guard let folder = try? TemporaryFolder(), (try? InkLockProcess(shell: line, in: folder))?.status == 0 else {
            return []
        }
        return [
            "ca.crt", "stranger.crt", "between.crt", "ada.pem", "ada.crt", "bob.pem", "bob.crt", "server.pem",
            "server.crt", "forged.pem", "forged.crt", "old.pem", "old.crt", "new.pem", "new.crt", "first.pem",
            "first.crt", "long.pem", "long.crt", "tsa.cnf",
        ].compactMap { name in (try? folder.bytes(name)).map { (name, $0) } }
    }()

    /// Returns the reply of OpenSSL's responder to a query.
    static func reply(to query: some Sequence<UInt8>, _ section: String, in folder: TemporaryFolder) throws -> Data {
        try folder.write("query.tsq", query)
        let line = "openssl ts -reply -config tsa.cnf -section \(section) -queryfile query.tsq -out reply.tsr"
        _ = try InkLockProcess(shell: line, in: folder)
        return try folder.bytes("reply.tsr")
    }
}
