// SPDX-License-Identifier: MIT

/// The facts that are known when the signer has finished: the last block of an evidence file.
struct EvidenceClosing: Hashable {
    let end: EvidenceClock
    /// The numbers of all strokes and samples, removed ones included.
    let strokeCount: Int
    let sampleCount: Int
    let rendering: EvidenceRendering
    let key: EvidenceKey

    func write(to output: inout CBORWriter) {
        output.array(5)
        end.write(to: &output)
        output.integer(Int64(strokeCount))
        output.integer(Int64(sampleCount))
        rendering.write(to: &output)
        key.write(to: &output)
    }
}

extension EvidenceClosing {
    init(from input: inout CBORReader) throws(CBORError) {
        _ = try input.array(5...5)
        self.init(
            end: try EvidenceClock(from: &input), strokeCount: try input.count(in: 0...EvidenceLimits.samples),
            sampleCount: try input.count(in: 0...EvidenceLimits.samples),
            rendering: try EvidenceRendering(from: &input), key: try EvidenceKey(from: &input))
    }
}
