// SPDX-License-Identifier: MIT
import Foundation
import InkFiles
import InkGeometry
import InkStroke
import InkTestSupport
import Testing

@testable import InkLockService

/// Documents whose evidence takes as long to draw as evidence may.
@Suite(.blocking, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "needs openssl"))
struct EvidenceWorkTests {
    @Test("The evidence of the first signatures is drawn, and that of many later ones is not")
    func laterEvidenceIsNotDrawn() throws {
        let folder = try TemporaryFolder()
        try folder.write("0.pdf", SamplePDF.contract())
        // The boxes of these lines come close to the limit together, and drawing them takes little time.
        let line = try Stroke([StrokePoint(.zero, time: 0), StrokePoint(InkPoint(x: 2000, y: 2000), time: 1)])
        let large = Drawing(size: InkSize(width: 2000, height: 2000), strokes: [Stroke](repeating: line, count: 16))
        try folder.write("large.json", DrawingFile.data(of: large, as: .inklock))
        try folder.write("small.json", SampleFiles.rows.utf8)
        let made = try InkLockProcess(
            shell: """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout a.pem -subj /CN=A \
                    -days 30 -out a.crt 2>&1
                """, in: folder)
        try #require(made.status == 0, "\(String(decoding: made.output, as: UTF8.self))")
        let drawings = ["small", "large", "large", "large", "large", "large", "small"]
        for (i, drawing) in drawings.enumerated() {
            let line = "sign \(i).pdf --signature \(drawing).json --at 1,72,600,100 --key a.pem --certificate a.crt"
            let signed = try InkLockProcess(
                "\(line) -o \(i + 1).pdf".split(separator: " ").map(String.init), in: folder)
            try #require(signed.status == 0, "\(signed.errors)")
        }
        let checked = try InkLockProcess(["verify", "\(drawings.count).pdf", "--json"], in: folder)
        #expect(checked.status == 0, "\(checked.errors)")
        struct Report: Decodable {
            struct Line: Decodable { let subject, reason: String }
            let lines: [Line]
        }
        let reports = try JSONDecoder().decode([Report].self, from: checked.output)
        let reasons = reports.map { $0.lines.first { $0.subject == "evidence-rendering" }?.reason }
        let same = "same-pixels"
        #expect(reasons == [same, same, same, same, same, "not-drawn", same])
    }
}
