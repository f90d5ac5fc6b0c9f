// SPDX-License-Identifier: MIT

/// Returns a copy of a file with a few random mutations: flipped bits, overwritten, removed, inserted and repeated
/// bytes, a truncated end, or another file's tail.
public func mutated(_ bytes: [UInt8], splicing other: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !result.isEmpty {
        let at = Int.random(in: 0..<result.count, using: &random)
        let end = min(result.count, at + Int.random(in: 1...9, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: result[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: result[at] = UInt8.random(in: 0...255, using: &random)
        case 2: result.removeLast(result.count - at)
        case 3: result.removeSubrange(at..<end)
        case 4: result.insert(contentsOf: result[at..<end], at: at)
        case 5:
            result.insert(
                Array("[]{}<>\"',:;-+.0123456789eE*?!#&/nft\u{0}".utf8).randomElement(using: &random)!, at: at)
        case 6:
            let from = Int.random(in: 0...other.count, using: &random)
            result.replaceSubrange(at..., with: other[from...])
        default:
            let digit = UInt8.random(in: 0x30...0x39, using: &random)
            result.insert(contentsOf: [UInt8](repeating: digit, count: 30), at: at)
        }
    }
    return result
}
