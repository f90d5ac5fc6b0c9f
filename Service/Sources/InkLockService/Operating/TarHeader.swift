// SPDX-License-Identifier: MIT

/// The header of a file in a tar archive (POSIX.1-2008, `pax`, "ustar Interchange Format").
///
/// Sizes from 8 GiB on have GNU tar's binary form.
struct TarHeader: Hashable {
    let name: String
    /// The bytes of the file.
    let size: Int64

    static let blockBytes = 512
    /// Two blocks of zeros end an archive.
    static let end = [UInt8](repeating: 0, count: 2 * blockBytes)

    init(name: String, size: Int64) {
        self.name = name
        self.size = size
    }

    /// The header of a file that only its owner may read.
    /// - Parameter seconds: The time of the file since 1970.
    func bytes(at seconds: Int64) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.blockBytes)
        func put(_ text: some Sequence<UInt8>, at start: Int) {
            for (index, byte) in text.enumerated() { bytes[start + index] = byte }
        }
        func octal(_ number: Int64, _ digits: Int) -> [UInt8] {
            let text = String(number, radix: 8)
            return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
        }
        put(name.utf8, at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        if size < Self.octalLimit {
            put(octal(size, 11), at: 124)
        } else {
            bytes[124] = 0x80
            withUnsafeBytes(of: size.bigEndian) { put($0, at: 128) }
        }
        put(octal(seconds, 11), at: 136)
        put("        0".utf8, at: 148)
        put("ustar\0".utf8, at: 257)
        put("00".utf8, at: 263)
        put(octal(Self.sum(bytes), 6) + [0, 0x20], at: 148)
        return bytes
    }

    /// Reads the header of a regular file. Returns `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.blockBytes, bytes[257..<262].elementsEqual("ustar".utf8), bytes[156] == 0x30,
            bytes[345] == 0, Self.number(bytes[148..<156]) == Self.sum(bytes),
            let size = Self.size(bytes[124..<136]),
            let name = String(validating: bytes[..<100].prefix { $0 != 0 }, as: UTF8.self), !name.isEmpty
        else { return nil }
        self.init(name: name, size: size)
    }

    /// The zeros after the file up to the next block.
    var padding: Int { (Self.blockBytes - Int(size % Int64(Self.blockBytes))) % Self.blockBytes }

    /// The sum of all bytes, with blanks in the place of the sum itself.
    private static func sum(_ bytes: [UInt8]) -> Int64 {
        bytes.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int64(bytes[$1])) }
    }

    /// The first size that does not fit in 11 octal digits.
    private static let octalLimit: Int64 = 1 << 33

    private static func size(_ field: ArraySlice<UInt8>) -> Int64? {
        guard field.first == 0x80 else { return number(field) }
        let size = field.dropFirst(4).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard field.dropFirst().prefix(3).allSatisfy({ $0 == 0 }) else { return nil }
        return Int64(exactly: size)
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        let digits = field.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, digits.count <= 11, field.dropFirst(digits.count).allSatisfy({ $0 == 0 || $0 == 0x20 })
        else { return nil }
        return digits.reduce(0) { $0 << 3 | Int64($1 & 7) }
    }
}
