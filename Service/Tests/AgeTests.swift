// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkTestSupport
import Testing

@testable import InkLockService

/// Files that are encrypted to a passphrase. That the program `age` reads them is tested in `Tests/operation`.
struct AgeTests {
    private static let passphrase = Passphrase(Array("graue hügel 3 laternen".utf8))

    private func written(_ content: [UInt8], piece: Int = .max) throws -> [UInt8] {
        var writer = try AgeWriter(Self.passphrase, logN: 1)
        var bytes = writer.header
        var start = 0
        while start < content.count {
            let end = min(content.count, start + min(piece, content.count))
            bytes += writer.sealed(Array(content[start..<end]))
            start = end
        }
        return bytes + writer.end()
    }

    private func read(
        _ bytes: [UInt8], piece: Int = .max, _ passphrase: Passphrase = passphrase
    ) throws(AgeError) -> [UInt8] {
        var start = min(bytes.count, AgeReader.headerLimit)
        var reader = try AgeReader(Array(bytes[..<start]), passphrase)
        var content = try reader.opened([])
        while start < bytes.count {
            let end = min(bytes.count, start + min(piece, bytes.count))
            content += try reader.opened(Array(bytes[start..<end]))
            start = end
        }
        return try content + reader.end()
    }

    @Test("What is written is read again, in pieces of any size", arguments: [UInt64(1)])
    func writtenFilesAreRead(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let chunk = AgeFormat.chunkBytes
        for count in [0, 1, 500, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 7] {
            let content = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            for piece in [1000, chunk, chunk + 16, .max] {
                let bytes = try written(content, piece: piece)
                let size = piece == 1000 ? 777 : piece
                #expect(try read(bytes, piece: size) == content, "\(seed): \(count) bytes in pieces of \(piece)")
            }
        }
        #expect(try written([1, 2, 3]) != written([1, 2, 3]), "each file has its own key")
    }

    @Test("Every changed byte, and every end that is missing, is noticed", arguments: [UInt64(2)])
    func damageIsNoticed(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let chunk = AgeFormat.chunkBytes
        let bytes = try written([UInt8](repeating: 7, count: 2 * chunk))
        let headerBytes = bytes.count - 2 * (chunk + AgeFormat.tagBytes)
        let places = Array(0..<headerBytes) + (0..<50).map { _ in Int.random(in: bytes.indices, using: &random) }
        for place in places {
            var damaged = bytes
            damaged[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
            #expect(throws: AgeError.self, "\(seed): byte \(place)") { try read(damaged) }
        }
        // The end of a chunk as well: its successor is missing, or it is not marked as the last.
        for count in [0, 1, headerBytes - 1, headerBytes, headerBytes + chunk + AgeFormat.tagBytes, bytes.count - 1] {
            #expect(throws: AgeError.self, "\(count) bytes") { try read(Array(bytes[..<count])) }
        }
        #expect(throws: AgeError.damaged) { try read(bytes + [0]) }
        #expect(throws: AgeError.wrongPassphrase) { try read(bytes, Passphrase(Array("another passphrase".utf8))) }
    }

    @Test("A header that asks for too much, or is none, is refused without work")
    func hostileHeadersAreRefused() throws {
        let bytes = try written([1])
        let text = String(decoding: bytes.prefix { $0 < 0x80 }, as: UTF8.self)
        func with(_ old: String, _ new: String) -> [UInt8] {
            Array(text.replacing(old, with: new, maxReplacements: 1).utf8) + [UInt8](repeating: 0, count: 64)
        }
        #expect(throws: AgeError.tooMuchWork) { try read(with(" 1\n", " 21\n")) }
        for (old, new) in [
            (" 1\n", " 0\n"), (" 1\n", " 01\n"), (" 1\n", " 99999999999999999999\n"), (" 1\n", " -1\n"), (" 1\n", "\n"),
            ("scrypt", "X25519"), ("v1", "v2"), ("---", "--"), ("-> ", "->"), ("\n", "\r\n"),
        ] {
            #expect(throws: AgeError.notAge, "\(new)") { try read(with(old, new)) }
        }
        for file in [
            [], Array("\n\n\n\n\n".utf8), [UInt8](repeating: 0x0A, count: 300), [UInt8](repeating: 0xFF, count: 300),
        ] {
            #expect(throws: AgeError.notAge) { try read(file) }
        }
    }

    @Test("A header of an archive is read as it was written, and a damaged one is not", arguments: [UInt64(3)])
    func tarHeadersAreChecked(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for size in [0, 1, 511, 512, 513, 1 << 32, (8 << 30) - 1, 8 << 30, (8 << 30) + 1, 1 << 62] as [Int64] {
            let header = TarHeader(name: "accounts.sqlite", size: size)
            let bytes = header.bytes(at: 1_700_000_000)
            #expect(bytes.count == TarHeader.blockBytes && TarHeader(bytes) == header)
            #expect((size + Int64(header.padding)) % 512 == 0 && (0..<512).contains(header.padding))
            for _ in 0..<100 {
                var damaged = bytes
                damaged[Int.random(in: bytes.indices, using: &random)] &+= UInt8.random(in: 1...255, using: &random)
                #expect(TarHeader(damaged) == nil || TarHeader(damaged) == header, "\(seed)")
            }
        }
    }

    @Test("A header says sizes from 8 GiB on as GNU tar does") func largeSizesAreBinary() {
        let bytes = TarHeader(name: "accounts.sqlite", size: 8 << 30).bytes(at: 0)
        #expect(bytes[124..<136].elementsEqual([0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]))
        #expect(TarHeader(name: "accounts.sqlite", size: (8 << 30) - 1).bytes(at: 0)[124] == 0x37)
    }

    @Test("An archive with other files, or not in their order, is not unpacked") func otherArchivesAreRefused() throws {
        func file(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let header = TarHeader(name: name, size: Int64(content.count))
            return header.bytes(at: 0) + content + [UInt8](repeating: 0, count: header.padding)
        }
        func unpack(_ bytes: [UInt8], piece: Int) throws -> [String]? {
            let folder = try TemporaryFolder()
            let unpacker = TarUnpacker(folder: folder.path, files: [("a", 2...2), ("b", 1...2000)])
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try unpacker.take(Array(bytes[start..<min(bytes.count, start + piece)]))
            }
            guard unpacker.isComplete else { return nil }
            #expect(try folder.bytes("a.part") == Data([1, 2]))
            return try folder.names()
        }
        let (a, b) = (file("a", [1, 2]), file("b", [UInt8](repeating: 9, count: 1500)))
        for piece in [1, 511, 512, 10_000] {
            #expect(try unpack(a + b + TarHeader.end, piece: piece) == ["a.part", "b.part"])
            #expect(try unpack(a + b, piece: piece) == nil, "the end is missing")
        }
        for bytes in [
            b + a, a + a, a + TarHeader.end, file("a", [1]) + b, a + file("../b", [1]), a + file("b", []),
            a + b + b, a + b + TarHeader.end + [1], [UInt8](repeating: 0, count: 1024),
        ] {
            #expect(throws: TarError.self) { try unpack(bytes + TarHeader.end, piece: 700) }
        }
    }
}
