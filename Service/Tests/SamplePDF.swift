// SPDX-License-Identifier: MIT
import Foundation

/// PDF documents that tests make.
enum SamplePDF {
    /// A document of two pages, the second of which is turned.
    static func contract(
        text: String = "The contract.", boxes: String = "/MediaBox[0 0 595 842]", page more: String = ""
    ) -> [UInt8] {
        func page(_ more: String) -> String {
            "<</Type/Page/Parent 2 0 R/Contents \(content) 0 R/Resources<</Font<</F 6 0 R>>>>\(more)>>"
        }
        return document([
            #"<</Type/Catalog/Pages 2 0 R/Lang(en\351)>>"#,
            "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2\(boxes)>>",
            page(more), page("/Rotate 90"), contents(text),
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ])
    }

    /// The number of the object that draws the text of ``contract(text:)``.
    static let content = 5

    /// The contents of a page that shows a text.
    static func contents(_ text: String) -> String {
        let content = "BT /F 24 Tf 72 700 Td (\(text)) Tj ET"
        return "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
    }

    /// A document of objects, which have the numbers from 1. The first one is the catalog.
    static func document(_ objects: [String]) -> [UInt8] {
        var bytes = Array("%PDF-1.7\n%\u{E2}\u{E3}\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (i, object) in objects.enumerated() {
            table += "\(padded(bytes.count)) 00000 n \n"
            bytes += "\(i + 1) 0 obj\n\(object)\nendobj\n".utf8
        }
        let start = bytes.count
        bytes += "\(table)trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8
        return bytes
    }

    /// Returns a document with an update that replaces objects.
    static func updated(_ bytes: [UInt8], _ objects: [Int: String]) -> [UInt8] {
        var updated = bytes
        var table = "xref\n"
        for (number, object) in objects.sorted(by: { $0.key < $1.key }) {
            table += "\(number) 1\n\(padded(updated.count)) 00000 n \n"
            updated += "\(number) 0 obj\n\(object)\nendobj\n".utf8
        }
        let size = max(number(after: "/Size ", in: bytes), 1 + (objects.keys.max() ?? 0))
        let trailer = "<</Size \(size)/Root 1 0 R/Prev \(number(after: "startxref\n", in: bytes))>>"
        let start = updated.count
        updated += "\(table)trailer\n\(trailer)\nstartxref\n\(start)\n%%EOF\n".utf8
        return updated
    }

    private static func padded(_ offset: Int) -> String { String(format: "%010d", offset) }

    /// Returns the number after the last occurrence of a word.
    private static func number(after word: String, in bytes: [UInt8]) -> Int {
        guard let start = Data(bytes).range(of: Data(word.utf8), options: .backwards)?.upperBound else { return 0 }
        let digits = bytes[start...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}
