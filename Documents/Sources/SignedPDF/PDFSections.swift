// SPDX-License-Identifier: MIT

/// The cross-reference sections of a file, from the last one to the first.
///
/// Programs differ in what they make of a file that breaks the rules: qpdf keeps objects of one number and several
/// generations apart, for example, and other programs keep one of them. What could be read in two ways is refused here.
struct PDFSections {
    /// The place of an object.
    private enum Place {
        case none
        case offset(Int)
        case stream(Int, index: Int)
    }

    private struct Section {
        let start: Int
        /// The place of the word `startxref` after the section.
        let end: Int
        let entries: [(number: Int, place: Place)]
        let trailer: PDFFile.Object
        /// The number and the generation of the catalogue.
        let root: [Int?]
        /// The number of the stream's object, or `nil` if the section is a table.
        var stream: Int?
        /// A Boolean value that indicates whether no range is empty, and a table has the usual white space.
        var isPlain: Bool

        var previous: Int? { trailer["/Prev"].integer }
        /// The place of a second section, for programs that know streams.
        var hybrid: Int? { stream == nil ? trailer["/XRefStm"].integer : nil }
    }

    private let file: PDFFile
    private var sections: [Section] = []
    /// The numbers of objects in the sections that were read, with their places.
    private var places: [Int: Place] = [:]
    /// The number of entries that may still be read.
    private var left = PDFComparison.objectLimit
    /// The number of bytes that may still be searched for the ends of sections.
    private var room: Int

    private static let numberLimit = Int(Int32.max)
    /// The maximum number of sections.
    private static let limit = 4096
    /// The maximum number of bytes of a trailer.
    private static let trailerBytes = 1 << 14
    /// The maximum number of bytes from the word `startxref` to the end.
    private static let endBytes = 64
    /// The ends of a table's entries (ISO 32000-2 §7.5.4).
    private static let entryEnds: [[UInt8]] = [[32, 10], [32, 13], [13, 10]]
    /// The entries that the trailer of an added section may have. LibreOffice writes a checksum, which refers to
    /// nothing and which other programs repeat.
    private static let trailerEntries: Set<String> = ["/Size", "/Prev", "/Root", "/Info", "/ID", "/DocChecksum"]
    /// The entries that an added section may have as well if it is a stream.
    private static let streamEntries: Set<String> = [
        "/Type", "/W", "/Index", "/Length", "/Filter", "/DecodeParms",
    ]

    /// The entries that the dictionary of a stream has to contain itself (ISO 32000-2 §7.5.8.2).
    private static let directEntries = ["/Size", "/Prev", "/W", "/Index", "/Length", "/Filter", "/DecodeParms"]

    /// Reads all sections.
    /// - Throws: ``PDFError/damaged`` if programs could read them in different ways.
    init(_ file: PDFFile) throws(PDFError) {
        self.file = file
        room = file.bytes.count
        var starts: Set<Int> = []
        var next = PDFUpdate.lastTable(file.bytes)
        while let start = next {
            guard starts.insert(start).inserted, sections.count < Self.limit else { throw .damaged }
            let section = try section(at: start)
            next = section.previous
            // Objects that the table hides from earlier programs are in the stream.
            try add(section, isFree: false)
            if let hybrid = section.hybrid {
                guard starts.insert(hybrid).inserted else { throw .damaged }
                let stream = try self.section(at: hybrid)
                // Some programs follow this one as well.
                guard stream.stream != nil, stream.previous == nil || stream.previous == section.previous else {
                    throw .damaged
                }
                try add(stream, isFree: nil)
            }
            try add(section, isFree: true)
        }
        try checkStreams()
    }

    /// Throws if qpdf, which keeps an object by its number, could take another object for a section that is a stream.
    private func checkStreams() throws(PDFError) {
        var numbers: Set<Int> = []
        for section in sections {
            guard let stream = section.stream else { continue }
            guard numbers.insert(stream).inserted else { throw .damaged }
            switch places[stream] ?? Place.none {
            case .none, .offset(section.start): break
            default: throw .damaged
            }
        }
    }

    /// Adds a section's entries: those that are free, those in use, or all.
    private mutating func add(_ section: Section, isFree: Bool?) throws(PDFError) {
        if isFree != true {
            guard Set(section.entries.map(\.number)).count == section.entries.count else { throw .damaged }
            sections.append(section)
        }
        for (number, place) in section.entries where places[number] == nil {
            let isNone = if case .none = place { true } else { false }
            if isFree == nil || isFree == isNone { places[number] = place }
        }
    }

    // MARK: Reading

    private mutating func section(at start: Int) throws(PDFError) -> Section {
        guard file.bytes.indices.contains(start) else { throw .damaged }
        var cursor = PDFCursor(file.bytes, at: start)
        cursor.skipSpace()
        return try cursor.take("xref") ? table(at: start, &cursor) : stream(at: start, &cursor)
    }

    private mutating func table(at start: Int, _ cursor: inout PDFCursor) throws(PDFError) -> Section {
        var entries: [(Int, Place)] = []
        var isPlain = cursor.takeLineEnd()
        cursor.skipSpace()
        while !cursor.take("trailer") {
            guard let first = cursor.number(), cursor.skipSpace(), let count = cursor.number(), count <= left else {
                throw .damaged
            }
            left -= count
            let isLine = cursor.takeLineEnd()
            isPlain = !cursor.skipSpace() && isLine && count > 0 && isPlain
            for number in first..<(first + count) {
                guard let place = Self.place(&cursor) else { throw .damaged }
                entries.append((number, place))
                isPlain = isPlain && Self.entryEnds.contains { $0.elementsEqual(file.bytes[..<cursor.at].suffix(2)) }
            }
            cursor.skipSpace()
        }
        let end = try end(after: cursor.at)
        guard end - cursor.at <= Self.trailerBytes else { throw .damaged }
        // Some programs write comments after the dictionary, which qpdf does not expect in a text.
        var rest = cursor
        guard rest.skip(throughLast: ">>", before: end) else { throw .damaged }
        // A string with a zero would end the text that qpdf gets. It stands for white space here.
        let text = file.bytes[cursor.at..<rest.at].map { $0 == 0 ? 32 : $0 }
        rest.skipComments()
        guard rest.at == end else { throw .damaged }
        // qpdf reads no references in a text. They become arrays of two numbers.
        let reference = #/([0-9]{1,10})[ \t\n\f\r]{1,16}([0-9]{1,5})[ \t\n\f\r]{1,16}R(?![A-Za-z0-9])/#
        let trailer = file.parse(
            String(decoding: text, as: UTF8.self).replacing(reference) { "[\($0.1) \($0.2)]" })
        guard trailer.isDictionary else { throw .damaged }
        let root = try trailer["/Root"].items(&left).map(\.integer)
        return Section(start: start, end: end, entries: entries, trailer: trailer, root: root, isPlain: isPlain)
    }

    /// Reads an entry of a table, which has 20 bytes.
    private static func place(_ cursor: inout PDFCursor) -> Place? {
        let start = cursor.at
        guard let offset = cursor.number(), cursor.at == start + 10, cursor.take(" "),
            let generation = cursor.number(), cursor.at == start + 16, cursor.take(" ")
        else { return nil }
        let isFree = cursor.take("f")
        guard isFree || cursor.take("n"), cursor.skipSpace(limit: 2), cursor.at == start + 20 else { return nil }
        if isFree { return Place.none }
        return generation == 0 ? .offset(offset) : nil
    }

    private mutating func stream(at start: Int, _ cursor: inout PDFCursor) throws(PDFError) -> Section {
        guard let number = cursor.header(), number <= Self.numberLimit else { throw .damaged }
        let object = file.reference(number)
        let dictionary = object.dictionary
        // An entry in another object could change with an update.
        guard object.isStream, dictionary["/Type"].isName("/XRef"),
            Self.directEntries.allSatisfy({ !dictionary[$0].isIndirect })
        else { throw .damaged }
        let widths = try dictionary["/W"].items(&left).map { $0.integer ?? -1 }
        guard widths.count == 3, widths.allSatisfy({ 0...8 ~= $0 }), widths[1] > 0,
            let bytes = object.streamBytes()
        else { throw .damaged }
        var ranges = try dictionary["/Index"].items(&left).map { $0.integer ?? -1 }
        if dictionary["/Index"].isNull { ranges = [0, dictionary["/Size"].integer ?? -1] }
        var entries: [(Int, Place)] = []
        var at = 0
        func field(_ width: Int) -> Int {
            defer { at += width }
            return Int(exactly: bytes[at..<(at + width)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }) ?? .max
        }
        for i in stride(from: 0, to: ranges.count, by: 2) {
            guard i + 1 < ranges.count, 0...Self.numberLimit ~= ranges[i], 0...left ~= ranges[i + 1],
                ranges[i + 1] * widths.reduce(0, +) <= bytes.count - at
            else { throw .damaged }
            left -= ranges[i + 1]
            for number in ranges[i]..<(ranges[i] + ranges[i + 1]) {
                let kind = widths[0] == 0 ? 1 : field(widths[0])
                let (second, third) = (field(widths[1]), field(widths[2]))
                switch kind {
                case 0: entries.append((number, .none))
                case 1 where third == 0: entries.append((number, .offset(second)))
                case 2 where second <= Self.numberLimit:
                    entries.append((number, .stream(second, index: third)))
                default: throw .damaged
                }
            }
        }
        guard at == bytes.count else { throw .damaged }
        let root = dictionary["/Root"]
        return Section(
            start: start, end: try end(after: cursor.at), entries: entries, trailer: dictionary,
            root: [root.identifier, root.generation], stream: number,
            isPlain: stride(from: 1, to: ranges.count, by: 2).allSatisfy { ranges[$0] > 0 })
    }

    /// Returns the next place of the word `startxref`.
    private mutating func end(after start: Int) throws(PDFError) -> Int {
        var cursor = PDFCursor(file.bytes, at: start)
        guard cursor.find("startxref", before: start + room) else { throw .damaged }
        room -= cursor.at - start
        return cursor.at
    }

    // MARK: What was added

    /// Returns whether every program finds the same objects in the updates that follow an earlier revision of the file,
    /// and no others.
    func areClear(after earlier: [UInt8]) -> Bool {
        let added = sections.prefix { $0.start >= earlier.count }
        let old = sections.dropFirst(added.count)
        guard let first = old.first, first.start == PDFUpdate.lastTable(earlier),
            old.allSatisfy({ $0.start < earlier.count }),
            !PDFCursor.hasReference(file.bytes[...], where: { !$0.isOfFirst }), areStreamsClear(),
            !hasMissing(file.bytes[earlier.count...]),
            PDFCursor.isLinearized(file.bytes, within: earlier.count)
        else { return false }
        let streams = Set(old.flatMap(\.entries).compactMap { Self.stream($0.place)?.number })
        var cursor = PDFCursor(file.bytes, at: earlier.count)
        var size = first.trailer["/Size"].integer ?? 0
        for section in added.reversed() {
            guard isPlain(section, after: &size), section.root == [file.root.identifier, file.root.generation],
                section.entries.allSatisfy({ !streams.contains($0.number) }), isClear(section, &cursor)
            else { return false }
        }
        // Programs look for the last section near the end.
        let rest = file.bytes[cursor.at...]
        return rest.count <= 16 && rest.allSatisfy(PDFCursor.isSpace)
            && added.prefix(1).allSatisfy { file.bytes.count - $0.end <= Self.endBytes }
    }

    /// Returns whether a section has only what every program can read: entries that its size covers, in ranges that are
    /// not empty. A program that refuses a section searches the file for other objects.
    private func isPlain(_ section: Section, after size: inout Int) -> Bool {
        let (trailer, identifiers) = (section.trailer, section.trailer["/ID"])
        let entries = section.stream == nil ? Self.trailerEntries : Self.trailerEntries.union(Self.streamEntries)
        guard trailer.keys.allSatisfy({ PDFComparison.isOne($0, of: entries) }),
            let newSize = trailer["/Size"].integer, newSize >= size, section.isPlain,
            section.entries.allSatisfy({ $0.number < newSize }),
            identifiers.isNull || identifiers.items(count: 2).filter(\.isString).count == 2
        else { return false }
        size = newSize
        // Some programs read numbers of eight bytes, but not kinds and indices.
        let widths = trailer["/W"].items(count: 3).map { $0.integer ?? .max }
        return section.stream == nil || Self.hasPlainFilter(trailer) && max(widths[0], widths[2]) <= 4
    }

    /// Returns whether a stream is not encoded, or as programs write such streams.
    private static func hasPlainFilter(_ dictionary: PDFFile.Object) -> Bool {
        let parameters = dictionary["/DecodeParms"]
        let isPredicted = parameters["/Predictor"].integer == 12 && parameters["/Columns"].integer != nil
        return (dictionary["/Filter"].isNull || dictionary["/Filter"].isName("/FlateDecode"))
            && (parameters.isNull || parameters.keys.count == 2 && isPredicted)
    }

    /// Returns whether there is a reference to an object that is not in use. Some programs then search the file for it.
    private func hasMissing(_ bytes: ArraySlice<UInt8>) -> Bool {
        PDFCursor.hasReference(bytes) { reference in
            switch places[reference.number] ?? Place.none {
            case .none: true
            default: false
            }
        }
    }

    private static func stream(_ place: Place) -> (number: Int, index: Int)? {
        guard case .stream(let number, let index) = place else { return nil }
        return (number, index)
    }

    /// Returns whether an update has the objects that its section names, and nothing else.
    private func isClear(_ section: Section, _ cursor: inout PDFCursor) -> Bool {
        var objects: [(start: Int, number: Int)] = []
        for (number, place) in section.entries {
            switch place {
            case .none: guard number == 0 else { return false }
            case .offset(section.start) where number == section.stream: break
            case .offset(let start): objects.append((start, number))
            case .stream: break
            }
        }
        let starts = Dictionary(uniqueKeysWithValues: objects.map { ($0.number, $0.start) })
        for (stream, members) in Self.members(section.entries) {
            // A stream of the update itself, which no later one replaces, and which has nothing else.
            guard case .offset(let start) = places[stream], start == starts[stream],
                let numbers = numbers(in: stream), Set(numbers) == Set(members.map(\.number)),
                Self.hasPlainFilter(file.reference(stream).dictionary),
                let bytes = file.reference(stream).streamBytes(), !hasMissing(bytes[...])
            else { return false }
        }
        objects.sort { $0.start < $1.start }
        if let stream = section.stream { objects.append((section.start, stream)) }
        for (index, object) in objects.enumerated() {
            cursor.skipSpace()
            guard cursor.at == object.start, cursor.header(isPlain: true) == object.number else { return false }
            let limit = section.stream == nil ? section.start : section.end
            let end = index + 1 < objects.count ? objects[index + 1].start : limit
            guard cursor.at < end, cursor.takeObject(before: end) else { return false }
        }
        if section.stream == nil {
            cursor.skipSpace()
            guard cursor.at == section.start, cursor.hasNoObject(before: section.end) else { return false }
            cursor = PDFCursor(file.bytes, at: section.end)
        }
        cursor.skipSpace()
        guard cursor.at == section.end, cursor.take("startxref"), cursor.skipSpace(),
            cursor.number() == section.start, cursor.skipSpace()
        else { return false }
        return cursor.take("%%EOF")
    }

    /// Returns whether each object in a stream is where its entry says.
    private func areStreamsClear() -> Bool {
        for (stream, members) in Self.members(places.map { ($0.key, $0.value) }) {
            guard case .offset = places[stream], let numbers = numbers(in: stream),
                members.allSatisfy({ numbers.indices.contains($0) && numbers[$0] == $1 })
            else { return false }
        }
        return true
    }

    /// Returns the entries of each stream by their index.
    private static func members(_ entries: [(number: Int, place: Place)]) -> [Int: [(index: Int, number: Int)]] {
        var members: [Int: [(index: Int, number: Int)]] = [:]
        for (number, place) in entries {
            if let stream = stream(place) { members[stream.number, default: []].append((stream.index, number)) }
        }
        return members
    }

    /// Returns the numbers of the objects in a stream, or `nil` if there is one twice, if their places are not in
    /// order, or if there is a reference to a generation other than 0.
    private func numbers(in stream: Int) -> [Int]? {
        let object = file.reference(stream)
        let dictionary = object.dictionary
        guard object.isStream, dictionary["/Type"].isName("/ObjStm"),
            let total = dictionary["/N"].integer, 0...PDFComparison.objectLimit ~= total,
            let bytes = object.streamBytes(), !PDFCursor.hasReference(bytes[...], where: { !$0.isOfFirst })
        else { return nil }
        var cursor = PDFCursor(bytes, at: 0)
        var numbers: [Int] = []
        var last = -1
        for _ in 0..<total {
            cursor.skipSpace()
            guard let number = cursor.number(), cursor.skipSpace(), let place = cursor.number(), place > last else {
                return nil
            }
            numbers.append(number)
            last = place
        }
        return Set(numbers).count == total ? numbers : nil
    }
}
