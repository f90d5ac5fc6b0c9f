// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService

/// Documents that LibreOffice and TeX wrote, signed twice. They take long, so that only thorough runs make them.
@Suite(
    .blocking, .serialized, .enabled(if: TestSize.isFull, "takes long: set INKLOCK_THOROUGH"),
    .enabled(if: OfficePrograms.areInstalled, "needs soffice, pdflatex, pdfsig and qpdf: scripts/bootstrap documents"))
struct SignedContractTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("ink.json", SampleFiles.rows.utf8)
        try folder.write(
            "contract.txt", Array((0..<80).map { "§ \($0): The tenant pays 1,000 €." }.joined(separator: "\n").utf8))
        try folder.write(
            "letter.tex",
            #"\documentclass{article}\begin{document}\tableofcontents\section{Rent}The tenant pays $10^3$.\end{document}"#
                .utf8)
        let made = try InkLockProcess(
            shell: """
                exec 2>&1; set -e
                for name in ada bob; do
                    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $name.pem \
                        -subj "/CN=$name" -days 30 -out $name.crt
                done
                soffice -env:UserInstallation=file://$PWD/office --headless --convert-to pdf contract.txt
                mv contract.pdf office.pdf
                soffice -env:UserInstallation=file://$PWD/office --headless \
                    --convert-to 'pdf:writer_pdf_Export:{"SelectPdfVersion":{"type":"long","value":"2"}}' contract.txt
                mv contract.pdf archive.pdf
                pdflatex -interaction=batchmode letter.tex && mv letter.pdf tex.pdf
                pdflatex -interaction=batchmode '\\pdfobjcompresslevel=0 \\input letter.tex' && mv letter.pdf plain.pdf
                qpdf tex.pdf --object-streams=generate --linearize linear.pdf
                qpdf office.pdf --encrypt user owner 256 -- locked.pdf
                head -c 9000 office.pdf > cut.pdf
                """, in: folder)
        try #require(made.status == 0, "\(String(decoding: made.output, as: UTF8.self))")
    }

    private func sign(_ input: String, by name: String, at place: String, to output: String) throws -> InkLockProcess {
        let options = "--signature ink.json --at \(place) --key \(name).pem --certificate \(name).crt"
        return try InkLockProcess(
            "sign \(input) \(options) -o \(output)".split(separator: " ").map(String.init), in: folder)
    }

    @Test("Documents of LibreOffice and TeX are signed, and remain valid after a second signer or are refused")
    func contractsAreSigned() throws {
        for name in ["office", "archive", "tex", "plain", "linear"] {
            for (count, signer) in ["ada", "bob"].enumerated() {
                let (input, output) = (count == 0 ? "\(name).pdf" : "\(name)-0.pdf", "\(name)-\(count).pdf")
                let made = try sign(input, by: signer, at: "1,\(72 + 220 * count),600,180", to: output)
                #expect(made.status == 0, "\(name): \(made.errors)")
                let poppler = try InkLockProcess(shell: "pdfsig -nocert \(output)", in: folder)
                let text = String(decoding: poppler.output, as: UTF8.self)
                #expect(text.components(separatedBy: "Signature is Valid.").count == count + 2, "\(name): \(text)")
                #expect(try InkLockProcess(shell: "qpdf --check \(output)", in: folder).status == 0, "\(name)")
                #expect(try InkLockProcess(["verify", output], in: folder).status == 0, "\(name)")
            }
        }
        for (name, message) in [("locked", "the document is encrypted"), ("cut", "the document is damaged")] {
            let outcome = try sign("\(name).pdf", by: "ada", at: "1,72,600,180", to: "out.pdf")
            #expect(outcome.status == 65 && outcome.errors.hasPrefix("inklock: \(name).pdf: \(message)"))
        }
    }
}

private enum OfficePrograms {
    static let areInstalled = ["openssl", "soffice", "pdflatex", "pdfsig", "qpdf"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
}
