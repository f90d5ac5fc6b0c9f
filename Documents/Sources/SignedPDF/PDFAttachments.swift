// SPDX-License-Identifier: MIT

/// The files that are attached to a document (ISO 32000-2 §7.11.4).
struct PDFAttachments {
    /// The names with the file specifications, in the order of the names' bytes.
    private(set) var pairs: [(name: [UInt8], file: PDFFile.Object)] = []
    /// The number of nodes and items that may still be read. A node can be reached in many ways.
    private var left = PDFLimits.items

    /// - Throws: ``PDFError/damaged`` if there are more than ``PDFLimits/items``, or they are nested too deeply.
    init(_ file: PDFFile) throws(PDFError) {
        try read(file.root["/Names"]["/EmbeddedFiles"], depth: 0)
        pairs.sort { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private mutating func read(_ node: PDFFile.Object, depth: Int) throws(PDFError) {
        guard !node.isNull else { return }
        guard depth < 16, left > 0 else { throw .damaged }
        left -= 1
        let names = try node["/Names"].items(&left)
        for i in stride(from: 0, to: names.count - 1, by: 2) { pairs.append((names[i].stringBytes, names[i + 1])) }
        for kid in try node["/Kids"].items(&left) { try read(kid, depth: depth + 1) }
    }

    /// Returns the contents of an attachment that is stored as it is, or `nil` if there is none with this name.
    ///
    /// A compressed one is not read, because a few bytes could become very many.
    func contents(_ name: String, limit: Int) -> [UInt8]? {
        guard let pair = pairs.first(where: { $0.name.elementsEqual(name.utf8) }) else { return nil }
        let stream = pair.file["/EF"]["/F"]
        guard stream.isStream, stream.dictionary["/Filter"].isNull,
            let count = stream.dictionary["/Length"].integer, count <= limit
        else { return nil }
        return stream.streamBytes()
    }
}
