// SPDX-License-Identifier: MIT
import CodeNames
import Foundation
import InkGeometry
import Passcode
import Testing

/// The native core reproduces the recorded results of the browser module bit for bit.
@Suite struct VectorTests {
    @Test("Rejections match the vectors") func rejectionsMatchTheVectors() throws {
        for row in try VectorTable.rows("refusals.tsv") {
            let kind = try #require(VectorTable.kind(row[1]))
            let refusal = Secret.withUTF8(row[0]) { PasscodePolicy().refusal(of: $0, kind: kind) }
            let name =
                switch refusal {
                case nil: "accepted"
                case .pattern(let pattern)?: "pattern \(CodeName.of(pattern))"
                case let refusal?: CodeName.of(refusal.kind)
                }
            #expect(name == row[2], "\(row[0])")
        }
    }

    @Test("Layouts match the vectors") func layoutsMatchTheVectors() throws {
        for row in try VectorTable.rows("keypads.tsv") {
            let kind = try #require(VectorTable.kind(row[2]))
            let size = InkSize(width: try #require(Double(row[0])), height: try #require(Double(row[1])))
            let contents = KeypadContents(
                kind: kind, titleLines: try #require(Int(row[3])), textScale: try #require(Double(row[4])),
                isRightToLeft: row[5] == "rtl")
            let safe = InkRect(minX: 0, minY: 20, maxX: size.width, maxY: size.height - 10)
            let layout = KeypadLayout(size: size, safeArea: safe, contents: contents)
            #expect(hash(KeypadNumbers.encode(layout)) == row[6], "\(row)")
        }
    }

    /// FNV-1a, 64 bits.
    private func hash(_ numbers: [Double]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for number in numbers {
            for i in 0..<8 { hash = (hash ^ (number.bitPattern >> UInt64(8 * i) & 0xFF)) &* 0x100_0000_01B3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
