// SPDX-License-Identifier: MIT
import Foundation

/// A PDF document of one page.
enum PlainDocument {
    /// Returns a document of about `count` bytes, most of them in a stream that no page shows.
    static func bytes(count: Int) -> [UInt8] {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>",
            stream("0 0 0 rg 72 700 200 10 re f"), stream(String(repeating: "A contract. ", count: count / 12)),
        ]
        var bytes = Array("%PDF-1.7\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (i, object) in objects.enumerated() {
            table += String(format: "%010d 00000 n \n", bytes.count)
            bytes += "\(i + 1) 0 obj\n\(object)\nendobj\n".utf8
        }
        let start = bytes.count
        bytes += "\(table)trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8
        return bytes
    }

    private static func stream(_ content: String) -> String {
        "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
    }
}
