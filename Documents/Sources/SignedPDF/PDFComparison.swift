// SPDX-License-Identifier: MIT

/// A comparison of two revisions of a document, the later of which may have more timestamps.
///
/// Everything that can be reached from the catalogue is compared, object by object.
struct PDFComparison {
    /// The largest number of objects that the comparisons of one document visit.
    static let objectLimit = 4 * PDFLimits.items

    /// The entries of the catalogue that readers do not show: data for checking signatures (ISO 32000-2 §12.8.4.3), and
    /// the names of extensions.
    private static let hiddenEntries: Set<String> = ["/DSS", "/Extensions"]
    /// The entries of the document's information that a program changes in each update.
    private static let programEntries: Set<String> = ["/ModDate", "/Producer"]
    /// The entries that the field of a timestamp may have. It has no actions.
    private static let fieldEntries: Set<String> = [
        "/Type", "/Subtype", "/FT", "/T", "/TU", "/V", "/F", "/Ff", "/Rect", "/P", "/AP", "/M",
    ]

    /// The number of objects that may still be visited.
    private var left: Int
    /// The number of bytes that streams may still have. Together they have no more than the file, unless they overlap.
    private var room: Int
    private var pairs: [(PDFFile.Object, PDFFile.Object)] = []
    private var visited: Set<Identity> = []

    /// The number and the generation of an object. qpdf keeps objects of one number apart.
    private struct Identity: Hashable {
        let number: Int
        let generation: Int
    }

    /// Returns whether a later revision differs from an earlier one only by fields of timestamps, which show nothing,
    /// and by data for checking signatures, and whether every program reads the addition in the same way.
    /// - Parameter left: The number of objects that may still be visited. If there are more, the revisions differ.
    static func isStamped(_ later: [UInt8], from earlier: [UInt8], _ left: inout Int) -> Bool {
        var comparison = PDFComparison(left: left, room: later.count)
        defer { left = comparison.left }
        do throws(PDFError) {
            let (new, old) = (try PDFFile(later), try PDFFile(earlier))
            guard try comparison.isStamped(new.root, from: old.root) else { return false }
            let (information, oldInformation) = (new.trailer["/Info"], old.trailer["/Info"])
            guard try comparison.hasInformation(information, of: oldInformation) else { return false }
            try new.checkSound()
            try old.checkSound()
            let isClear = try PDFSections(new).areClear(after: earlier)
            try new.checkSound()
            return isClear
        } catch {
            return false
        }
    }

    private init(left: Int, room: Int) {
        self.left = left
        self.room = room
    }

    private mutating func isStamped(_ new: PDFFile.Object, from old: PDFFile.Object) throws(PDFError) -> Bool {
        guard isFirst(new, old) == true else { return false }
        let (form, oldForm) = (new["/AcroForm"], old["/AcroForm"])
        guard try areEqual(new, old, except: Self.hiddenEntries.union(["/AcroForm"])),
            form.isDictionary || form.isNull, try areEqual(form, oldForm, except: ["/Fields", "/SigFlags"]),
            try extends(form["/Fields"], oldForm["/Fields"])
        else { return false }
        return try arePairsEqual()
    }

    /// Returns whether the title, the author and the like are the same. A program may have said that it wrote the update,
    /// and when.
    private mutating func hasInformation(_ new: PDFFile.Object, of old: PDFFile.Object) throws(PDFError) -> Bool {
        // The same object may be in the catalogue as well, where all of its entries count.
        guard [new, old].allSatisfy({ $0.isDictionary || $0.isNull }),
            Self.programEntries.allSatisfy({ new[$0].isString || new[$0].isNull }),
            try areEqual(new, old, except: Self.programEntries)
        else { return false }
        return try arePairsEqual()
    }

    /// Returns whether the pairs are equal that were found so far.
    private mutating func arePairsEqual() throws(PDFError) -> Bool {
        while let (new, old) = pairs.popLast() {
            guard try areEqual(new, old) else { return false }
        }
        return true
    }

    /// Returns whether two objects are equal, if the pairs that are added are.
    private mutating func areEqual(_ new: PDFFile.Object, _ old: PDFFile.Object) throws(PDFError) -> Bool {
        guard let isFirst = isFirst(new, old) else { return false }
        guard isFirst else { return true }
        if new.isDictionary, old.isDictionary {
            guard new["/Type"].isName("/Page") else { return try areEqual(new, old, except: []) }
            guard try extends(new["/Annots"], old["/Annots"]) else { return false }
            return try areEqual(new, old, except: ["/Annots"])
        }
        if new.isStream, old.isStream {
            guard let bytes = new.streamBytes(isDecoded: false), bytes.count <= room,
                bytes == old.streamBytes(isDecoded: false)
            else { return false }
            room -= bytes.count
            return try areEqual(new.dictionary, old.dictionary, except: [])
        }
        if new.isArray, old.isArray {
            let (items, oldItems) = (try new.items(&left), try old.items(&left))
            pairs += zip(items, oldItems)
            return items.count == oldItems.count
        }
        let areSimple = [new, old].allSatisfy { !$0.isDictionary && !$0.isStream && !$0.isArray }
        return areSimple && new.contents == old.contents
    }

    /// Returns whether two objects have to be compared for the first time, or `nil` if they have different numbers.
    private mutating func isFirst(_ new: PDFFile.Object, _ old: PDFFile.Object) -> Bool? {
        guard new.isIndirect == old.isIndirect else { return nil }
        guard new.isIndirect else { return true }
        guard new.identifier == old.identifier, new.generation == old.generation else { return nil }
        return visited.insert(Identity(number: new.identifier, generation: new.generation)).inserted
    }

    /// Returns whether two dictionaries have the same entries except some, if the pairs that are added are equal.
    private mutating func areEqual(
        _ new: PDFFile.Object, _ old: PDFFile.Object, except others: Set<String>
    ) throws(PDFError) -> Bool {
        let keys = new.keys.filter { !Self.isOne($0, of: others) }
        let oldKeys = old.keys.filter { !Self.isOne($0, of: others) }
        guard keys.elementsEqual(oldKeys, by: { $0.utf8.elementsEqual($1.utf8) }), 2 * keys.count <= left else {
            return false
        }
        left -= 2 * keys.count
        for key in keys {
            let pair = (new[key], old[key])
            // A key that is not UTF-8 cannot be looked up.
            guard !pair.0.isNull, !pair.1.isNull else { return false }
            pairs.append(pair)
        }
        return true
    }

    /// Returns whether an array begins with the items of another one, if the pairs that are added are equal, and the
    /// others are fields of timestamps.
    private mutating func extends(_ new: PDFFile.Object, _ old: PDFFile.Object) throws(PDFError) -> Bool {
        guard new.isArray || new.isNull, old.isArray || old.isNull else { return false }
        let (items, oldItems) = (try new.items(&left), try old.items(&left))
        guard items.count >= oldItems.count else { return false }
        pairs += zip(items, oldItems)
        return items[oldItems.count...].allSatisfy(Self.isHiddenTimestamp)
    }

    private static func isHiddenTimestamp(_ field: PDFFile.Object) -> Bool {
        let edges = field["/Rect"].four.map(\.number)
        let hasNoArea = edges.count == 4 && edges[0] == edges[2] && edges[1] == edges[3]
        return field.isDictionary && field["/FT"].isName("/Sig") && (hasNoArea || field["/Rect"].isNull)
            && field["/V"]["/SubFilter"].isName(PDFSignature.timestampFilter)
            && field.keys.allSatisfy { isOne($0, of: fieldEntries) }
    }

    /// Returns whether a key of a document is one of some keys in ASCII. It is compared as bytes: `String` compares and
    /// hashes long text with marks in quadratic time.
    static func isOne(_ key: String, of others: Set<String>) -> Bool {
        others.contains { $0.utf8.elementsEqual(key.utf8) }
    }
}
