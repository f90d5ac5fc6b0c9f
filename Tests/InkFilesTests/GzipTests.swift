// SPDX-License-Identifier: MIT
import InkFiles
import InkTestSupport
import Testing

@Suite struct GzipTests {
    /// "InkLock InkLock InkLock\n" as Python's gzip module compresses it.
    private let file: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xF3, 0xCC, 0xCB, 0xF6, 0xC9, 0x4F, 0xCE, 0x56,
        0xF0, 0x44, 0xA5, 0xB9, 0x00, 0x5E, 0x08, 0x68, 0x4F, 0x18, 0x00, 0x00, 0x00,
    ]
    private let text = Array("InkLock InkLock InkLock\n".utf8)

    @Test("Several members are decompressed in order") func membersAreReadOneAfterTheOther() throws {
        #expect(Gzip.isGzip(file) && !Gzip.isGzip(text))
        #expect(try Gzip.decompressed(file, limit: 24) == text)
        #expect(try Gzip.decompressed(file + file, limit: 100) == text + text)
    }

    @Test("Output beyond the limit is rejected") func moreThanIsAllowedIsRefused() {
        #expect(throws: GzipError.tooLarge) { try Gzip.decompressed(file, limit: 23) }
        #expect(throws: GzipError.tooLarge) { try Gzip.decompressed(file + file, limit: 47) }
    }

    @Test("Damaged files are rejected") func damageIsRefused() {
        for count in 0..<file.count {
            #expect(throws: GzipError.malformed) { try Gzip.decompressed(Array(file[..<count]), limit: 100) }
        }
        var changed = file
        changed[24] ^= 1
        #expect(throws: GzipError.malformed, "the checksum") { try Gzip.decompressed(changed, limit: 100) }
        #expect(throws: GzipError.malformed) { try Gzip.decompressed(file + [0], limit: 100) }
    }

    @Test("Mutated bytes never exceed the limit", arguments: 0..<20 as Range<UInt64>)
    func hostileBytesAreSafe(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let bytes = mutated(file, splicing: file + file, &random)
            do throws(GzipError) {
                #expect(try Gzip.decompressed(bytes, limit: 1_000).count <= 1_000)
            } catch {}
        }
    }
}
