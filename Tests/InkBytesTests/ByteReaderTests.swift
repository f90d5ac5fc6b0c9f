// SPDX-License-Identifier: MIT
import InkBytes
import InkTestSupport
import Testing

@Suite struct ByteReaderTests {
    private enum Failure: ByteDecodingError, Equatable {
        case truncated(offset: Int)
        case invalid(offset: Int)
        case trailingBytes(offset: Int)
    }

    private func varint(_ bytes: [UInt8]) throws(Failure) -> UInt64 {
        var reader = ByteReader<Failure>(bytes)
        let value = try reader.varint()
        try reader.end()
        return value
    }

    @Test("Written values are read back", arguments: 0..<64 as Range<UInt64>) func writtenValuesAreReadBack(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        var writer = ByteWriter()
        let numbers = (0..<20).map { _ in random.next() >> (random.next() % 64) }
        for number in numbers {
            writer.varint(number)
            writer.zigzag(Int64(bitPattern: number))
            writer.double(Double(bitPattern: number))
            writer.byte(UInt8(truncatingIfNeeded: number))
        }
        var reader = ByteReader<Failure>(writer.bytes)
        for number in numbers {
            #expect(try reader.varint() == number)
            #expect(try reader.zigzag() == Int64(bitPattern: number))
            #expect(try reader.double().bitPattern == number)
            #expect(try reader.byte() == UInt8(truncatingIfNeeded: number))
        }
        try reader.end()
    }

    @Test("Numbers have one encoding") func numbersHaveOneEncoding() throws {
        #expect(try varint([0]) == 0)
        #expect(try varint([0x80, 1]) == 128)
        #expect(try varint([UInt8](repeating: 0xFF, count: 9) + [1]) == .max)
        #expect(throws: Failure.invalid(offset: 0)) { try varint([0x80, 0]) }
        #expect(throws: Failure.invalid(offset: 0)) { try varint([0xFF, 0x80, 0]) }
        #expect(throws: Failure.invalid(offset: 0)) { try varint([UInt8](repeating: 0xFF, count: 9) + [2]) }
        #expect(throws: Failure.invalid(offset: 0)) { try varint([UInt8](repeating: 0xFF, count: 9) + [0x81, 0]) }
        #expect(throws: Failure.truncated(offset: 1)) { try varint([0x80]) }
        #expect(throws: Failure.trailingBytes(offset: 1)) { try varint([1, 0]) }
    }

    @Test("Counts never exceed the remaining bytes") func countsNeverExceedTheRemainingBytes() throws {
        var reader = ByteReader<Failure>([2, 0, 0, 0, 0, 0, 0])
        #expect(try reader.count(bytesEach: 3) == 2)
        var short = ByteReader<Failure>([2, 0, 0, 0, 0, 0])
        #expect(throws: Failure.truncated(offset: 0)) { try short.count(bytesEach: 3) }
        var huge = ByteReader<Failure>([UInt8](repeating: 0xFF, count: 9) + [1])
        #expect(throws: Failure.truncated(offset: 0)) { try huge.count(bytesEach: 1) }
        var run = ByteReader<Failure>([1, 2, 3])
        #expect(throws: Failure.truncated(offset: 0)) { try run.bytes(4) }
        #expect(!run.skip([1, 2, 3, 4]) && !run.skip([1, 3]) && run.skip([1, 2]))
        #expect(try run.bytes(1) == [3])
        #expect(throws: Failure.invalid(offset: 0)) {
            var reader = ByteReader<Failure>([9])
            _ = try reader.varint(in: 1...8)
        }
    }
}
