// SPDX-License-Identifier: MIT
import CQPDF
import Foundation

/// A PDF file that qpdf has read without repairing anything.
final class PDFFile {
    let bytes: [UInt8]
    private var data: qpdf_data?
    /// A copy of the bytes, to which qpdf refers.
    private let copy: UnsafeMutableBufferPointer<CChar>

    /// An object of the file: a handle of qpdf.
    struct Object {
        fileprivate let file: PDFFile
        let handle: qpdf_oh
    }

    /// - Throws: ``PDFError/notPDF``, ``PDFError/tooLarge``, ``PDFError/encrypted``, ``PDFError/damaged``.
    init(_ bytes: [UInt8]) throws(PDFError) {
        guard bytes.count <= PDFLimits.fileBytes else { throw .tooLarge }
        guard bytes.starts(with: "%PDF-".utf8) else { throw .notPDF }
        self.bytes = bytes
        copy = .allocate(capacity: bytes.count)
        _ = bytes.withUnsafeBytes { source in source.copyBytes(to: UnsafeMutableRawBufferPointer(copy)) }
        data = qpdf_init()
        qpdf_set_suppress_warnings(data, QPDF_TRUE)
        qpdf_silence_errors(data)
        qpdf_set_attempt_recovery(data, QPDF_FALSE)
        let status = qpdf_read_memory(data, "document", copy.baseAddress, UInt64(copy.count), "")
        // A password is asked for before anything else can be read.
        if qpdf_has_error(data) != 0, let error = qpdf_get_error(data),
            qpdf_get_error_code(data, error) == qpdf_e_password
        {
            throw .encrypted
        }
        guard status & Self.errors == 0 else { throw .damaged }
        guard qpdf_is_encrypted(data) == 0 else { throw .encrypted }
        guard root.isDictionary, qpdf_more_warnings(data) == 0 else { throw .damaged }
    }

    deinit {
        // qpdf prints an error that the caller has not taken.
        if qpdf_has_error(data) != 0 { _ = qpdf_get_error(data) }
        qpdf_cleanup(&data)
        copy.deallocate()
    }

    /// The bit of a status that says that a call failed.
    fileprivate static let errors: Int32 = 2

    /// Throws ``PDFError/damaged`` if qpdf had to correct something since the file was opened.
    func checkSound() throws(PDFError) {
        guard qpdf_more_warnings(data) == 0, qpdf_has_error(data) == 0 else { throw .damaged }
    }

    var root: Object { Object(file: self, handle: qpdf_get_root(data)) }
    var trailer: Object { Object(file: self, handle: qpdf_get_trailer(data)) }
    var pageCount: Int { Int(qpdf_get_num_pages(data)) }

    /// Throws ``PDFError/damaged`` if the pages are nested so deeply that qpdf would use up the stack.
    func checkPageTree() throws(PDFError) {
        var left = PDFLimits.items
        try Self.check(root["/Pages"], depth: 0, &left)
    }

    private static func check(_ node: Object, depth: Int, _ left: inout Int) throws(PDFError) {
        guard depth < 63 else { throw .damaged }
        for kid in try node["/Kids"].items(&left) { try check(kid, depth: depth + 1, &left) }
    }

    /// Returns a page, by its number from 0.
    func page(_ index: Int) -> Object { Object(file: self, handle: qpdf_get_page_n(data, index)) }

    /// Returns what a text in PDF's syntax describes.
    func parse(_ text: String) -> Object { Object(file: self, handle: qpdf_oh_parse(data, text)) }

    func array() -> Object { Object(file: self, handle: qpdf_oh_new_array(data)) }
    func dictionary() -> Object { Object(file: self, handle: qpdf_oh_new_dictionary(data)) }
}

extension PDFFile.Object {
    private var data: qpdf_data? { file.raw }

    var isDictionary: Bool { qpdf_oh_is_dictionary(data, handle) != 0 }
    var isArray: Bool { qpdf_oh_is_array(data, handle) != 0 }
    var isIndirect: Bool { qpdf_oh_is_indirect(data, handle) != 0 }
    var isNumber: Bool { qpdf_oh_is_number(data, handle) != 0 }
    var isNull: Bool { qpdf_oh_is_null(data, handle) != 0 }
    var isString: Bool { qpdf_oh_is_string(data, handle) != 0 }
    var isStream: Bool { qpdf_oh_is_stream(data, handle) != 0 }
    var number: Double { qpdf_oh_get_numeric_value(data, handle) }
    var integer: Int? {
        var value: Int64 = 0
        return qpdf_oh_get_value_as_longlong(data, handle, &value) != 0 ? Int(value) : nil
    }
    var identifier: Int { Int(qpdf_oh_get_object_id(data, handle)) }
    var generation: Int { Int(qpdf_oh_get_generation(data, handle)) }
    /// The object in PDF's syntax: a reference if it is indirect. Strings may have bytes of any encoding.
    var syntax: [UInt8] { Self.bytes(qpdf_oh_unparse(data, handle)) }
    /// The object's own contents in PDF's syntax. Objects inside stay references.
    var contents: [UInt8] { Self.bytes(qpdf_oh_unparse_resolved(data, handle)) }

    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        let count = strlen(text)
        return text.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    var dictionary: PDFFile.Object { PDFFile.Object(file: file, handle: qpdf_oh_get_dict(data, handle)) }

    func isName(_ name: String) -> Bool { qpdf_oh_is_name_and_equals(data, handle, name) != 0 }

    /// The entry of a dictionary, or null.
    subscript(key: String) -> PDFFile.Object {
        PDFFile.Object(file: file, handle: qpdf_oh_get_key_if_dict(data, handle, key))
    }

    /// The keys of a dictionary in their order, or none of another object.
    var keys: [String] {
        guard isDictionary else { return [] }
        var keys: [String] = []
        qpdf_oh_begin_dict_key_iter(data, handle)
        while qpdf_oh_dict_more_keys(data) != 0, let key = qpdf_oh_dict_next_key(data) {
            keys.append(String(cString: key))
        }
        return keys
    }

    /// Returns the items of an array, or none of another object.
    ///
    /// Each item takes memory until the file is closed, even if it is null. So they are counted before they are made.
    /// - Parameter left: The number of items that may still be read.
    /// - Throws: ``PDFError/damaged`` if there are more.
    func items(_ left: inout Int) throws(PDFError) -> [PDFFile.Object] {
        guard isArray else { return [] }
        let count = Int(qpdf_oh_get_array_n_items(data, handle))
        guard count <= left else { throw .damaged }
        left -= count
        return (0..<count).map { PDFFile.Object(file: file, handle: qpdf_oh_get_array_item(data, handle, Int32($0))) }
    }

    /// Returns the items of an array with at most ``PDFLimits/items``, or none of another object.
    func items() throws(PDFError) -> [PDFFile.Object] {
        var left = PDFLimits.items
        return try items(&left)
    }

    /// The items of an array of four, or none of another object.
    var four: [PDFFile.Object] { items(count: 4) }

    /// Returns the items of an array that has a certain number of them, or none of another object.
    func items(count: Int) -> [PDFFile.Object] {
        var left = count
        guard let items = try? items(&left), left == 0 else { return [] }
        return items
    }

    func append(_ item: PDFFile.Object) { qpdf_oh_append_item(data, handle, item.handle) }

    func set(_ key: String, _ value: PDFFile.Object) { qpdf_oh_replace_key(data, handle, key, value.handle) }

    /// The bytes of a string.
    var stringBytes: [UInt8] {
        var count = 0
        guard isString, let pointer = qpdf_oh_get_binary_string_value(data, handle, &count) else { return [] }
        return pointer.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    /// The text of a string as UTF-8.
    var string: String? {
        isString ? String(cString: qpdf_oh_get_utf8_value(data, handle)) : nil
    }

    /// Returns the bytes of a stream, decoded or as they are stored, or `nil` if they are damaged.
    func streamBytes(isDecoded: Bool = true) -> [UInt8]? {
        var (buffer, count, isFiltered) = (nil as UnsafeMutablePointer<UInt8>?, 0, QPDF_FALSE)
        guard isStream,
            qpdf_oh_get_stream_data(
                data, handle, isDecoded ? qpdf_dl_generalized : qpdf_dl_none, &isFiltered, &buffer, &count)
                & PDFFile.errors == 0
        else { return nil }
        defer { free(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: count))
    }
}

extension PDFFile {
    fileprivate var raw: qpdf_data? { data }
}

extension PDFFile {
    /// Returns a reference to an object, which need not exist yet.
    func reference(_ number: Int) -> Object {
        Object(file: self, handle: qpdf_get_object_by_id(data, Int32(number), 0))
    }
}

extension PDFFile.Object {
    /// The nearest value of an entry in this dictionary or in those above it, as pages and fields inherit it.
    func inherited(_ key: String) -> PDFFile.Object {
        var node = self
        for _ in 0..<64 {
            let value = node[key]
            if !value.isNull { return value }
            node = node["/Parent"]
        }
        return node[key]
    }
}
