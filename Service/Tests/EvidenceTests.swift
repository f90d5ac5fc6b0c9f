// SPDX-License-Identifier: MIT
import Crypto
import CryptoExtras
import Foundation
import InkEvidence
import InkFiles
import InkRaster
import InkStroke
import Testing

@testable import InkLockService

@Suite(.blocking) struct EvidenceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ink.json", SampleFiles.rows.utf8)
        try folder.write("contract.pdf", "The contract.".utf8)
        let edwards = Curve25519.Signing.PrivateKey()
        let curve = P256.Signing.PrivateKey()
        let notary = Curve25519.KeyAgreement.PrivateKey()
        for (name, pem) in [
            ("edwards", edwards.pemRepresentation), ("edwards.pub", edwards.publicKey.pemRepresentation),
            ("curve", curve.pemRepresentation), ("curve.pub", curve.publicKey.pemRepresentation),
            ("notary", notary.pemRepresentation), ("notary.pub", notary.publicKey.pemRepresentation),
        ] {
            try folder.write("\(name).pem", pem.utf8)
        }
    }

    private func run(_ line: String) throws -> InkLockProcess {
        try InkLockProcess(line.split(separator: " ").map(String.init), in: folder)
    }

    private func create(_ options: String) throws {
        let made = try run("evidence create ink.json --document contract.pdf -o a.inkevidence \(options)")
        #expect(made.status == 0 && made.errors.isEmpty && made.output.isEmpty, "\(made.errors)")
    }

    private func words(_ outcome: InkLockProcess) -> String { String(decoding: outcome.output, as: UTF8.self) }

    @Test("Created evidence is shown and verified in plain words", arguments: ["edwards", "curve"])
    func createdEvidenceIsVerified(key: String) throws {
        try create("--key \(key).pem --text Agreed.")
        let shown = try run("evidence show a.inkevidence")
        #expect(shown.status == 0)
        #expect(words(shown).contains("\ndrawn     2 strokes, 81 samples, on 194 × 95 points\n"))
        #expect(words(shown).contains("\ndocument  contract.pdf, 13 bytes, SHA-256 "))
        #expect(words(shown).contains("\ntext      Agreed.\n"))

        let verified = try run("evidence verify a.inkevidence --document contract.pdf --key \(key).pub.pem")
        #expect(verified.status == 0 && verified.errors.isEmpty)
        #expect(
            words(verified) == """
                holds     The recording is complete and in order.
                holds     The signature matches its key.
                holds     It was signed with the key that you gave.
                holds     The evidence belongs to this document.
                holds     All samples can be read.
                holds     The samples give the signed picture, pixel for pixel.
                unknown   The samples were read from a file later, so the clocks say nothing about them.
                unknown   It is not proven when it was signed: only the device's own clock says so.
                unknown   It is not proven who drew it. An expert can compare the samples with other signatures of the person.

                """)
    }

    @Test("Times are shown to the millisecond", arguments: [1_790_000_000_000, 0, -2000] as [Int64])
    func timesAreShownToTheMillisecond(wall: Int64) async throws {
        let drawing = try DrawingFile.read(Data(SampleFiles.rows.utf8))[0].drawing
        for milliseconds in 0..<1000 as Range<Int64> {
            let clock = EvidenceClock(wallMilliseconds: wall + milliseconds, monotonicMilliseconds: 0)
            var recorder = try EvidenceRecorder(EvidenceOpening(source: .imported, begin: clock, size: drawing.size))
            try recorder.append(Drawing(size: drawing.size))
            let bytes = try await recorder.finish(
                at: clock, rendering: Rendering(scale: 0.1), signer: Curve25519.Signing.PrivateKey())
            let summary = EvidenceSummary(try Evidence(bytes))
            #expect(summary.begin.hasSuffix(String(format: ".%03dZ", milliseconds)), "\(summary.begin)")
            #expect(summary.begin.count == 24 && summary.end == summary.begin)
        }
    }

    @Test("What fails has status 1, one line and its name") func failuresHaveStatus1() throws {
        try create("--key edwards.pem")
        try folder.write("changed.pdf", "The contract!".utf8)
        let other = try run("evidence verify a.inkevidence --document changed.pdf --key curve.pub.pem --json")
        #expect(other.status == 1)
        #expect(other.errors == "inklock: a.inkevidence: 2 of 9 checks fail\n")
        let report = try #require(JSONSerialization.jsonObject(with: other.output) as? [String: Any])
        #expect(report["holds"] as? Bool == false)
        let findings = try #require(report["findings"] as? [[String: Any]])
        let failing = findings.filter { $0["verdict"] as? String == "fails" }
        #expect(failing.map { $0["reason"] as? String } == ["other-key", "other-document"])

        // Without what to compare with, nothing fails, and the words say what is missing.
        let bare = try run("evidence verify a.inkevidence")
        #expect(bare.status == 0)
        #expect(words(bare).contains("unknown   It is not known whose key signed it. Give the key with --key.\n"))
    }

    @Test("Damaged files are refused with the place") func damagedFilesAreRefused() throws {
        try create("--key edwards.pem")
        let bytes = Array(try folder.bytes("a.inkevidence"))
        var statuses: Set<Int32> = []
        for place in stride(from: 3, to: bytes.count, by: bytes.count / 12) {
            var changed = bytes
            changed[place] ^= 0x55
            try folder.write("changed.inkevidence", changed)
            let outcome = try run("evidence verify changed.inkevidence --key edwards.pub.pem")
            statuses.insert(outcome.status)
            #expect(outcome.status == 1 || outcome.status == 65, "byte \(place)")
            #expect(outcome.errors.filter(\.isNewline).count == 1)
        }
        #expect(statuses.contains(1) && statuses.contains(65))
        let text = try run("evidence show contract.pdf")
        #expect(text.status == 65 && text.errors == "inklock: contract.pdf: this is not an evidence file\n")
    }

    @Test("Sealed samples are read with the recipient's key") func sealedSamplesAreRead() throws {
        try create("--key curve.pem --seal-to notary.pub.pem")
        let closed = try run("evidence verify a.inkevidence --document contract.pdf --key curve.pub.pem")
        #expect(closed.status == 0)
        #expect(words(closed).contains("unknown   The samples are sealed. Open them with the recipient's key"))
        let opened = try run("evidence verify a.inkevidence --open-with notary.pem")
        #expect(opened.status == 0)
        #expect(words(opened).contains("holds     The samples give the signed picture, pixel for pixel.\n"))
    }

    @Test("A rendered picture is compared with the signed one") func picturesAreCompared() throws {
        try create("--key edwards.pem")
        #expect(try run("render ink.json -o same.png --scale 2").status == 0)
        #expect(try run("render ink.json -o other.png --scale 3").status == 0)
        #expect(try run("evidence verify a.inkevidence --picture same.png").status == 0)
        let other = try run("evidence verify a.inkevidence --picture other.png")
        #expect(other.status == 1)
        #expect(words(other).contains("fails     Your picture is not the signed one.\n"))
    }

    @Test("OpenSSL's keys sign") func opensslsKeysSign() throws {
        for kind in ["ed25519", "EC -pkeyopt ec_paramgen_curve:P-256"] {
            let made = try InkLockProcess(
                shell: """
                    openssl genpkey -algorithm \(kind) -out k.pem 2>/dev/null && openssl pkey -in k.pem -pubout -out p.pem
                    "$INKLOCK" evidence create ink.json --key k.pem -o - | "$INKLOCK" evidence verify - --key p.pem
                    """, in: folder)
            #expect(made.status == 0, "\(kind): \(made.errors)")
        }
    }

    @Test("Standard input can be only one of the files, and has no name") func standardInputIsReadOnce() throws {
        try create("--key edwards.pem")
        let before = try folder.names()
        for line in [
            "evidence create - --document - --key edwards.pem -o b", "evidence verify - --document -",
            "evidence verify - --key -",
        ] {
            let input = line.contains("create") ? "ink.json" : "a.inkevidence"
            let outcome = try InkLockProcess(
                line.split(separator: " ").map(String.init), input: try folder.bytes(input), in: folder)
            #expect(outcome.status == 64, "\(line): \(outcome.errors)")
            #expect(outcome.errors == "inklock: standard input can be only one of the files\n")
            #expect(try outcome.output.isEmpty && folder.names() == before)
        }
        let options = ["evidence", "create", "ink.json", "--document", "-", "--key", "edwards.pem", "-o", "b"]
        let made = try InkLockProcess(options, input: try folder.bytes("contract.pdf"), in: folder)
        #expect(made.status == 0)
        #expect(words(try run("evidence show b")).contains("\ndocument  13 bytes, SHA-256 "))
        #expect(try run("evidence verify b --document contract.pdf").status == 0)
    }

    @Test(
        "Wrong use is one line",
        arguments: [
            ("evidence", 64, "missing command: create, show or verify"),
            (
                "evidence create ink.json --key contract.pdf -o b", 65,
                "contract.pdf: it is not a private key of Ed25519"
            ),
            ("evidence create ink.json --key notary.pem -o b", 65, "notary.pem: it is not a private key of Ed25519"),
            (
                "evidence create ink.json --key curve.pem --seal-to edwards.pub.pem -o b", 65,
                "edwards.pub.pem: it is not"
            ),
            ("evidence create ink.json --key none.pem -o b", 66, "none.pem: No such file or directory"),
            ("evidence create ink.json --key curve.pem --seal-to curve.pub.pem -o b", 65, "curve.pub.pem: it is not"),
            ("evidence create ink.json --key curve.pem -o none/b", 73, "none/b: No such file or directory"),
            ("evidence verify ink.json --key curve.pem", 65, "ink.json: this is not an evidence file"),
        ] as [(String, Int32, String)])
    func wrongUseIsOneLine(_ line: String, _ status: Int32, _ message: String) throws {
        let outcome = try run(line)
        #expect(outcome.status == status)
        #expect(outcome.errors.hasPrefix("inklock: \(message)"), "\(outcome.errors)")
        #expect(outcome.errors.filter(\.isNewline).count == 1 && outcome.output.isEmpty)
    }
}
