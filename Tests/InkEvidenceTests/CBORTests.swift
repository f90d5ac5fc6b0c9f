// SPDX-License-Identifier: MIT
import InkTestSupport
import Testing

@testable import InkEvidence

@Suite struct CBORTests {
    private func written(_ write: (inout CBORWriter) -> Void) -> [UInt8] {
        var output = CBORWriter()
        write(&output)
        return output.bytes
    }

    /// RFC 8949, appendix A.
    @Test(
        "The standard's numbers have the standard's bytes",
        arguments: [
            (0.0, "f90000"), (-0.0, "f98000"), (1, "f93c00"), (1.1, "fb3ff199999999999a"), (1.5, "f93e00"),
            (65504, "f97bff"), (100_000, "fa47c35000"), (3.4028234663852886e+38, "fa7f7fffff"),
            (1.0e+300, "fb7e37e43c8800759c"), (5.960464477539063e-8, "f90001"), (0.00006103515625, "f90400"),
            (-4, "f9c400"), (-4.1, "fbc010666666666666"),
        ] as [(Double, String)])
    func theStandardsNumbers(_ value: Double, _ hex: String) throws {
        let bytes = bytes(hex)
        #expect(written { $0.double(value) } == bytes)
        var input = CBORReader(bytes)
        #expect(try input.double().bitPattern == value.bitPattern)
    }

    @Test(
        "The standard's whole numbers have the standard's bytes",
        arguments: [
            (0, "00"), (10, "0a"), (23, "17"), (24, "1818"), (100, "1864"), (1000, "1903e8"), (1_000_000, "1a000f4240"),
            (1_000_000_000_000, "1b000000e8d4a51000"), (-1, "20"), (-10, "29"), (-100, "3863"), (-1000, "3903e7"),
            (Int64.max, "1b7fffffffffffffff"), (Int64.min, "3b7fffffffffffffff"),
        ] as [(Int64, String)])
    func theStandardsWholeNumbers(_ value: Int64, _ hex: String) throws {
        #expect(written { $0.integer(value) } == bytes(hex))
        var input = CBORReader(bytes(hex))
        #expect(try input.integer() == value)
    }

    @Test("Every number is read back from its only encoding", arguments: 1...10 as ClosedRange<UInt64>)
    func everyNumberIsReadBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for i in 0..<2000 {
            var value = Double(bitPattern: random.next())
            if i % 3 == 1 { value = Double(Float(value)) }
            if i % 3 == 2 { value = Double(Int64(truncatingIfNeeded: random.next()) >> 40) / 1024 }
            guard value.isFinite else { continue }
            let bytes = written { $0.double(value) }
            var input = CBORReader(bytes)
            #expect(try input.double().bitPattern == value.bitPattern, "seed \(seed)")
            #expect(bytes.count == 9 || Double(Float(value)) == value)
        }
    }

    @Test(
        "Other encodings are rejected",
        arguments: [
            "fb3ff0000000000000", "fa3f800000", "fa47c35000ff", "f97c00", "f97e00", "fa7f800000", "fbfff0000000000000",
            "fa33800000", "fb47efffffe0000000", "f9", "fa00", "fb", "1800", "00",
        ])
    func otherEncodingsAreRejected(_ hex: String) {
        var input = CBORReader(bytes(hex))
        #expect(throws: CBORError.self) {
            _ = try input.double()
            try input.end()
        }
    }

    @Test(
        "Heads that are not the shortest are rejected",
        arguments: ["1817", "1900ff", "1a0000ffff", "1b00000000ffffffff", "1c", "1f", "3817"])
    func longHeadsAreRejected(_ hex: String) {
        var input = CBORReader(bytes(hex))
        #expect(throws: CBORError.self) { try input.integer() }
    }

    @Test("Lengths beyond the bytes or the limit are rejected before memory is taken")
    func lengthsAreChecked() {
        for hex in ["5bffffffffffffffff", "5a10000000", "4401020304", "43010203ff"] {
            var input = CBORReader(bytes(hex))
            #expect(throws: CBORError.self, "\(hex)") {
                _ = try input.bytes(0...3)
                try input.end()
            }
        }
        var array = CBORReader(bytes("9bffffffffffffffff"))
        #expect(throws: CBORError.self) { try array.array(0...Int.max) }
        var text = CBORReader(bytes("62c328"))
        #expect(throws: CBORError.self) { try text.text(limit: 10) }
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { $0.hexDigitValue }.map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
