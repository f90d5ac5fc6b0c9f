// SPDX-License-Identifier: MIT

/// An incremental update (ISO 32000-2 §7.5.6): objects that are appended to a file, whose bytes stay as they are.
struct PDFUpdate {
    private struct Entry {
        let number: Int
        let generation: Int
        let offset: Int
    }

    /// The file's bytes with the objects that were added.
    private(set) var bytes: [UInt8]
    private var entries: [Entry] = []
    private var nextNumber: Int
    private let previous: Int
    private let usesStreams: Bool
    private let trailer: [UInt8]

    /// - Throws: ``PDFError/damaged`` if the file does not say where its cross-reference table is.
    init(_ file: PDFFile) throws(PDFError) {
        bytes = file.bytes
        guard let previous = Self.lastTable(file.bytes), let size = file.trailer["/Size"].integer, 1..<8_388_608 ~= size
        else { throw .damaged }
        self.previous = previous
        nextNumber = size
        usesStreams = !file.bytes[previous...].starts(with: "xref".utf8)
        var kept: [UInt8] = []
        for key in ["/Root", "/Info", "/ID"] where !file.trailer[key].isNull {
            kept += Array("\(key) ".utf8) + file.trailer[key].syntax
        }
        trailer = kept
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }

    /// Returns the number of a new object.
    mutating func reserve() -> Int {
        nextNumber += 1
        return nextNumber - 1
    }

    /// Adds an object, or replaces one. Returns the offset of its contents.
    @discardableResult
    mutating func write(_ number: Int, generation: Int = 0, _ contents: [UInt8], stream: [UInt8]? = nil) -> Int {
        entries.append(Entry(number: number, generation: generation, offset: bytes.count))
        bytes += "\(number) \(generation) obj\n".utf8
        let start = bytes.count
        bytes += contents
        if let stream {
            bytes += "\nstream\n".utf8
            bytes += stream
            bytes += "\nendstream".utf8
        }
        bytes += "\nendobj\n".utf8
        return start
    }

    /// Writes the cross-reference table, in the form that the file has already.
    mutating func end() {
        if usesStreams { endWithStream() } else { endWithTable() }
    }

    private mutating func endWithTable() {
        let start = bytes.count
        bytes += "xref\n".utf8
        for entry in entries.sorted(by: { $0.number < $1.number }) {
            bytes += "\(entry.number) 1\n\(Self.padded(entry.offset, 10)) \(Self.padded(entry.generation, 5)) n \n".utf8
        }
        bytes += Array("trailer\n<</Size \(nextNumber)/Prev \(previous)".utf8) + trailer
        bytes += ">>\nstartxref\n\(start)\n%%EOF\n".utf8
    }

    private mutating func endWithStream() {
        let start = bytes.count
        let number = reserve()
        entries.append(Entry(number: number, generation: 0, offset: start))
        var (index, rows) = ("", [UInt8]())
        for entry in entries.sorted(by: { $0.number < $1.number }) {
            index += "\(entry.number) 1 "
            rows.append(1)
            rows += (0..<4).map { UInt8(truncatingIfNeeded: entry.offset >> (24 - 8 * $0)) }
            rows += (0..<2).map { UInt8(truncatingIfNeeded: entry.generation >> (8 - 8 * $0)) }
        }
        bytes += "\(number) 0 obj\n<</Type/XRef/Size \(nextNumber)/Prev \(previous)/W[1 4 2]".utf8
        bytes += "/Index[\(index.dropLast())]/Length \(rows.count)".utf8
        bytes += trailer
        bytes += ">>\nstream\n".utf8
        bytes += rows
        bytes += "\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8
    }

    /// Replaces bytes that were written before.
    mutating func replace(_ range: Range<Int>, with other: [UInt8]) {
        precondition(range.count == other.count, "offsets stay as they are")
        bytes.replaceSubrange(range, with: other)
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns the number after the last `startxref`.
    static func lastTable(_ bytes: [UInt8]) -> Int? {
        let word = Array("startxref".utf8)
        let tail = bytes.suffix(2048)
        guard tail.count > word.count else { return nil }
        for start in (tail.startIndex...(tail.endIndex - word.count)).reversed()
        where tail[start..<start + word.count].elementsEqual(word) {
            let rest = tail[(start + word.count)...].drop(while: PDFCursor.isSpace)
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            // Programs differ in what they make of a word that is not a number.
            let follower = rest.dropFirst(digits.count).first ?? UInt8(ascii: "%")
            guard PDFCursor.isSpace(follower) || follower == UInt8(ascii: "%"),
                let offset = Int(String(decoding: digits, as: UTF8.self)), offset < bytes.count
            else {
                return nil
            }
            return offset
        }
        return nil
    }
}
