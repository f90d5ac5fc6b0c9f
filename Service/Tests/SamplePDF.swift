// SPDX-License-Identifier: MIT
import Foundation

/// PDF documents that tests make.
enum SamplePDF {
    /// A document of two pages, the second of which is turned.
    /// - Parameters:
    ///   - more: More entries of the pages.
    ///   - first: An object that comes first and that the table does not name.
    static func contract(
        text: String = "The contract.", boxes: String = "/MediaBox[0 0 595 842]", page more: String = "",
        after first: String = ""
    ) -> [UInt8] {
        func page(_ more: String) -> String {
            "<</Type/Page/Parent 2 0 R/Contents \(content) 0 R/Resources<</Font<</F 6 0 R>>>>\(more)>>"
        }
        return document(
            [
                #"<</Type/Catalog/Pages 2 0 R/Lang(en\351)>>"#,
                "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2\(boxes)>>",
                page(more), page("/Rotate 90"), contents(text),
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            ], after: first)
    }

    /// The number of the object that draws the text of ``contract(text:)``.
    static let content = 5

    /// The contents of a page that shows a text.
    static func contents(_ text: String) -> String {
        let content = "BT /F 24 Tf 72 700 Td (\(text)) Tj ET"
        return "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
    }

    /// A document of objects, which have the numbers from 1. The first one is the catalog.
    static func document(_ objects: [String], after first: String = "") -> [UInt8] {
        var bytes = Array("%PDF-1.7\n%\u{E2}\u{E3}\n\(first)".utf8)
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
    /// - Parameters:
    ///   - generations: The generations of objects, 0 for those that are not here.
    ///   - hidden: Bytes after the objects, which the table does not name.
    ///   - entries: More entries of the table, in which `@` is the place of the hidden bytes.
    ///   - root: The number of the catalogue.
    ///   - trailer: More entries of the trailer, as those of the table.
    ///   - comment: A comment after the trailer.
    ///   - gap: The white space before the place of the table.
    ///   - end: Bytes at the end.
    ///   - size: The number of entries that the trailer states.
    static func updated(
        _ bytes: [UInt8], _ objects: [Int: String], generations: [Int: Int] = [:], hidden: String = "",
        entries: String = "", root: Int = 1, trailer more: String = "", comment: String = "", gap: String = "\n",
        end: String = "", size: Int? = nil
    ) -> [UInt8] {
        var updated = bytes
        var table = "xref\n"
        for (number, object) in objects.sorted(by: { $0.key < $1.key }) {
            let generation = generations[number] ?? 0
            table += "\(number) 1\n\(padded(updated.count)) \(String(format: "%05d", generation)) n \n"
            updated += "\(number) \(generation) obj\n\(object)\nendobj\n".utf8
        }
        table += entries.replacing("@", with: padded(updated.count))
        let size = size ?? max(number(after: "/Size ", in: bytes), 1 + (objects.keys.max() ?? 0))
        let previous = number(after: "startxref\n", in: bytes)
        let rest = "/Prev \(previous)\(more.replacing("@", with: "\(updated.count)"))"
        let trailer = "<</Size \(size)/Root \(root) 0 R\(rest)>>"
        updated += hidden.utf8
        let start = updated.count
        updated += "\(table)trailer\n\(trailer)\n\(comment)startxref\(gap)\(start)\n%%EOF\n\(end)".utf8
        return updated
    }

    /// Returns a document with an update whose cross-reference section is a stream.
    /// - Parameters:
    ///   - packed: The numbers of the objects that are in a stream of objects.
    ///   - alias: The number that the stream gives to the second of them, if not its own.
    ///   - isReversed: A Boolean value that indicates whether the last of them comes first.
    ///   - section: The number of the section's object, which the section then does not name.
    ///   - widths: The widths of the section's fields.
    ///   - entries: More entries of the section.
    ///   - comment: A comment before the end.
    static func updatedWithStream(
        _ bytes: [UInt8], _ objects: [Int: String], packed: [Int] = [], alias: Int? = nil,
        isReversed: Bool = false, section: Int? = nil, widths: [Int] = [1, 8, 2], entries more: String = "",
        comment: String = ""
    ) -> [UInt8] {
        var updated = bytes
        let container = max(number(after: "/Size ", in: bytes), 1 + (objects.keys.max() ?? 0))
        var index = ""
        var rows: [UInt8] = []
        func add(_ number: Int, _ kind: Int, _ second: Int, _ third: Int) {
            index += "\(number) 1 "
            for (value, width) in zip([kind, second, third], widths) {
                rows += (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
        }
        var plain = objects.filter { !packed.contains($0.key) }
        for (place, number) in packed.enumerated() { add(number, 2, container, place) }
        if !packed.isEmpty {
            plain[container] = Self.packed(
                packed.enumerated().map { ($0 == 1 ? alias ?? $1 : $1, objects[$1] ?? "null") },
                isReversed: isReversed)
        }
        for (number, object) in plain.sorted(by: { $0.key < $1.key }) {
            add(number, 1, updated.count, 0)
            updated += "\(number) 0 obj\n\(object)\nendobj\n".utf8
        }
        let start = updated.count
        if section == nil { add(container + 1, 1, start, 0) }
        // qpdf wants the size to be one more than the highest number of the sections.
        let size = section == nil ? container + 2 : container
        let fields = widths.map { "\($0)" }.joined(separator: " ")
        let keys = "/Size \(size)/Root 1 0 R/Prev \(number(after: "startxref\n", in: bytes))/W[\(fields)]"
        updated += "\(section ?? container + 1) 0 obj\n<</Type/XRef\(keys)/Index[\(index)]".utf8
        updated += Array("\(more)/Length \(rows.count)>>\nstream\n".utf8) + rows
        updated += "\nendstream\nendobj\n\(comment)startxref\n\(start)\n%%EOF\n".utf8
        return updated
    }

    /// Returns a stream of objects with their numbers.
    static func packed(_ objects: [(number: Int, object: String)], isReversed: Bool = false) -> String {
        var body = ""
        var places: [Int: Int] = [:]
        for (number, object) in isReversed ? objects.reversed() : objects {
            places[number] = body.utf8.count
            body += "\(object)\n"
        }
        let head = objects.map { "\($0.number) \(places[$0.number] ?? 0) " }.joined()
        let rest = "/First \(head.utf8.count)/Length \((head + body).utf8.count)>>"
        return "<</Type/ObjStm/N \(objects.count)\(rest)\nstream\n\(head)\(body)\nendstream"
    }

    /// Returns a document whose object 8 is in the stream of objects 7. Only programs that know such streams find it,
    /// in a cross-reference stream that has the number 9.
    /// - Parameter more: More entries of the cross-reference stream.
    static func hybrid(_ document: [UInt8], object: String, section more: String = "") -> [UInt8] {
        let keys = "/Size 11/Root 1 0 R/W[1 4 1]/Index[8 1]\(more)/Filter/ASCIIHexDecode/Length 13"
        let section = "9 0 obj\n<</Type/XRef\(keys)>>\nstream\n020000000700>\nendstream\nendobj\n"
        return updated(
            document, [7: packed([(8, object)]), 10: "null"], hidden: section, trailer: "/XRefStm @")
    }

    private static func padded(_ offset: Int) -> String { String(format: "%010d", offset) }

    /// Returns the number after the last occurrence of a word.
    private static func number(after word: String, in bytes: [UInt8]) -> Int {
        guard let start = Data(bytes).range(of: Data(word.utf8), options: .backwards)?.upperBound else { return 0 }
        let digits = bytes[start...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}
