// SPDX-License-Identifier: MIT

/// The metadata of a document (XMP, ISO 16684-1), in which a program may have said that it wrote an update, and when.
struct PDFMetadata {
    /// The text without the entries that a program changes in each update.
    let text: [UInt8]

    /// The maximum number of bytes of the stream.
    private static let limit = 1 << 16
    /// The entries that the stream's dictionary may have.
    private static let entries: Set<String> = ["/Type", "/Subtype", "/Length", "/Filter"]

    /// Returns `nil` if an object is something else or has other entries.
    init?(_ object: PDFFile.Object) {
        guard object.isStream else { return nil }
        let dictionary = object.dictionary
        guard dictionary.keys.allSatisfy({ PDFComparison.isOne($0, of: Self.entries) }),
            dictionary["/Type"].isName("/Metadata"), dictionary["/Subtype"].isName("/XML"),
            dictionary["/Filter"].isName("/FlateDecode") || dictionary["/Filter"].isNull,
            let count = dictionary["/Length"].integer, 0...Self.limit ~= count, let bytes = object.streamBytes()
        else { return nil }
        var text: [UInt8] = []
        var cursor = PDFCursor(bytes, at: 0)
        while cursor.at < bytes.count {
            let start = cursor
            let isAfterSpace = text.last.map(PDFCursor.isSpace) == true
            if cursor.takeElement() || isAfterSpace && cursor.takeAttribute() {
                while let last = text.last, PDFCursor.isSpace(last) { text.removeLast() }
            } else {
                text.append(bytes[start.at])
                cursor = PDFCursor(bytes, at: start.at + 1)
            }
        }
        self.text = text
    }
}

extension PDFCursor {
    /// Skips an element with an entry that a program changes, if it is here.
    fileprivate mutating func takeElement() -> Bool {
        guard take("<"), let name = takeEntry(), take(">") else { return false }
        takeValue()
        return take("</") && take(name) && take(">")
    }

    /// Skips an attribute with such an entry, if it is here.
    fileprivate mutating func takeAttribute() -> Bool {
        guard takeEntry() != nil, take("=") else { return false }
        let isDouble = take("\"")
        guard isDouble || take("'") else { return false }
        takeValue()
        return isDouble ? take("\"") : take("'")
    }

    private mutating func takeEntry() -> StaticString? {
        let names: [StaticString] = ["xmp:ModifyDate", "xmp:MetadataDate", "pdf:Producer", "xmpMM:InstanceID"]
        return names.first { take($0) }
    }

    /// Skips text that begins and ends nothing in XML, wherever it is: a comment could end in a value otherwise.
    private mutating func takeValue() {
        skip { !"<>\"'&".utf8.contains($0) }
    }
}
