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
        "/Type", "/Subtype", "/FT", "/T", "/V", "/F", "/Ff", "/Rect", "/P", "/AP", "/M", "/MK", "/TU",
    ]
    /// The name for users that pyHanko gives the field of a timestamp.
    private static let userName = Array("Timestamp".utf8)
    /// The entries that the appearance of such a field may have.
    private static let appearanceEntries: Set<String> = [
        "/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources", "/Length", "/Filter",
    ]
    /// The maximum number of bytes of such an appearance.
    private static let appearanceBytes = 1024

    /// The number of objects that may still be visited.
    private var left: Int
    /// The number of bytes that streams may still have. Together they have no more than the file, unless they overlap.
    private var room: Int
    private var pairs: [(PDFFile.Object, PDFFile.Object)] = []
    private var visited: Set<Identity> = []
    /// The pages that the fields of timestamps name.
    private var pages: [Identity] = []

    /// The number and the generation of an object. qpdf keeps objects of one number apart.
    private struct Identity: Hashable {
        let number: Int
        let generation: Int

        init(_ object: PDFFile.Object) { (number, generation) = (object.identifier, object.generation) }
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
        // The same object may be part of a page as well, where all of its entries count. So it is not marked as
        // visited.
        guard new.isIndirect, old.isIndirect, Identity(new) == Identity(old) else { return false }
        let (form, oldForm) = (new["/AcroForm"], old["/AcroForm"])
        guard try areEqual(new, old, except: Self.hiddenEntries.union(["/AcroForm", "/Metadata"])),
            haveMetadata(new["/Metadata"], of: old["/Metadata"]),
            try isHidden(new["/DSS"]), try isHidden(new["/Extensions"]),
            form.isDictionary || form.isNull, try areEqual(form, oldForm, except: ["/Fields", "/SigFlags"]),
            form["/SigFlags"].integer != nil || form["/SigFlags"].isNull,
            try extends(form["/Fields"], oldForm["/Fields"]), try haveOwnNames(form["/Fields"], oldForm["/Fields"])
        else { return false }
        return try arePairsEqual() && pages.allSatisfy(visited.contains)
    }

    /// Returns whether an entry of the catalogue is missing or a dictionary that keeps no program from reading the
    /// others.
    private mutating func isHidden(_ entry: PDFFile.Object) throws(PDFError) -> Bool {
        guard entry.isDictionary, !entry.isIndirect else { return entry.isDictionary || entry.isNull }
        return try isShallow(entry, depth: 8)
    }

    /// Returns whether what an object has itself is not nested deeply.
    private mutating func isShallow(_ object: PDFFile.Object, depth: Int) throws(PDFError) -> Bool {
        guard depth > 0, object.keys.count <= left else { return false }
        left -= object.keys.count
        for item in try object.keys.map({ object[$0] }) + object.items(&left) where !item.isIndirect {
            guard try isShallow(item, depth: depth - 1) else { return false }
        }
        return true
    }

    /// Returns whether the metadata is the same, if the pairs that are added are equal. A program may have said that it
    /// wrote the update, and when. Pages do not show it: if one has the same stream, that is compared as well.
    private mutating func haveMetadata(_ new: PDFFile.Object, of old: PDFFile.Object) -> Bool {
        guard let metadata = PDFMetadata(new), let oldMetadata = PDFMetadata(old) else {
            pairs.append((new, old))
            return true
        }
        return metadata.text == oldMetadata.text
    }

    /// Returns whether the title, the author and the like are the same. A program may have said that it wrote the
    /// update, and when.
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
        return visited.insert(Identity(new)).inserted
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
        return items[oldItems.count...].allSatisfy { isHiddenTimestamp($0) }
    }

    /// Returns whether the fields after those of an earlier revision have names that no other one has. Programs take
    /// fields of one name for one field, which may have something to show.
    private mutating func haveOwnNames(_ new: PDFFile.Object, _ old: PDFFile.Object) throws(PDFError) -> Bool {
        let (fields, oldCount) = (try new.items(&left), try old.items(&left).count)
        var names: Set<[UInt8]> = []
        for (index, field) in fields.enumerated() {
            let name = Array((field["/T"].string ?? "").utf8)
            guard name.count <= room else { return false }
            room -= name.count
            let isOwn = names.insert(name).inserted && !name.isEmpty && !name.contains(UInt8(ascii: "."))
            // The fields of a group without a name could have any.
            guard isOwn || index < oldCount && (!name.isEmpty || field["/Kids"].isNull) else { return false }
        }
        return true
    }

    // MARK: Fields of timestamps

    /// Returns whether a field is one of a timestamp and shows nothing, if it is on a page of both revisions.
    private mutating func isHiddenTimestamp(_ field: PDFFile.Object) -> Bool {
        let kinds = [("/Type", "/Annot"), ("/Subtype", "/Widget")]
        guard field.isIndirect, field.isDictionary, field.keys.allSatisfy({ Self.isOne($0, of: Self.fieldEntries) }),
            kinds.allSatisfy({ field[$0].isName($1) || field[$0].isNull }), field["/FT"].isName("/Sig"),
            field["/T"].isString, field["/V"]["/SubFilter"].isName(PDFSignature.timestampFilter),
            ["/F", "/Ff"].allSatisfy({ field[$0].integer != nil || field[$0].isNull }),
            field["/M"].isString || field["/M"].isNull,
            field["/TU"].stringBytes == Self.userName || field["/TU"].isNull, Self.hasNoArea(field["/Rect"]),
            field["/MK"].isDictionary && field["/MK"].keys.isEmpty || field["/MK"].isNull,
            isBlank(field["/AP"])
        else { return false }
        let page = field["/P"]
        guard !page.isNull else { return true }
        pages.append(Identity(page))
        return page.isIndirect && page["/Type"].isName("/Page")
    }

    /// Returns whether the rectangle of a field is missing or has no area, in any program's arithmetic.
    private static func hasNoArea(_ rectangle: PDFFile.Object) -> Bool {
        let edges = rectangle.four
        guard edges.count == 4 else { return rectangle.isNull }
        return edges.allSatisfy { $0.isNumber && abs($0.number) <= 100_000 }
            && edges[0].contents == edges[2].contents && edges[1].contents == edges[3].contents
    }

    /// Returns whether an appearance is missing, or draws nothing in any state. Some programs draw one at its own size,
    /// whatever the rectangle of the field.
    private mutating func isBlank(_ appearance: PDFFile.Object) -> Bool {
        let form = appearance["/N"]
        guard !appearance.isNull else { return true }
        guard appearance.isDictionary, appearance.keys.allSatisfy({ Self.isOne($0, of: ["/N"]) }) else { return false }
        guard form.isStream else { return form.isNull }
        let dictionary = form.dictionary
        guard dictionary.keys.allSatisfy({ Self.isOne($0, of: Self.appearanceEntries) }),
            dictionary["/Filter"].isName("/FlateDecode") || dictionary["/Filter"].isNull,
            let count = dictionary["/Length"].integer, 0...min(room, Self.appearanceBytes) ~= count,
            let bytes = form.streamBytes()
        else { return false }
        room -= count
        var cursor = PDFCursor(bytes, at: 0)
        cursor.skipComments()
        return cursor.at == bytes.count
    }

    /// Returns whether a key of a document is one of some keys in ASCII. It is compared as bytes: `String` compares and
    /// hashes long text with marks in quadratic time.
    static func isOne(_ key: String, of others: Set<String>) -> Bool {
        others.contains { $0.utf8.elementsEqual(key.utf8) }
    }
}
