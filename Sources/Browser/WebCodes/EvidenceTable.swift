// SPDX-License-Identifier: MIT
import InkEvidence

/// The limits of evidence files, for the scripts.
enum EvidenceTable {
    private static let limits = [
        ("fileBytes", EvidenceLimits.fileBytes), ("blocks", EvidenceLimits.blocks),
        ("blockBytes", EvidenceLimits.blockBytes), ("blockSamples", EvidenceLimits.blockSamples),
        ("samples", EvidenceLimits.samples), ("strokes", EvidenceLimits.strokes), ("texts", EvidenceLimits.texts),
        ("textBytes", EvidenceLimits.textBytes), ("nameBytes", EvidenceLimits.nameBytes),
        ("pixels", EvidenceLimits.pixels), ("linePixels", EvidenceLimits.linePixels),
        ("turnPixels", EvidenceLimits.turnPixels), ("boxPixels", EvidenceLimits.boxPixels),
        ("documentDrawings", EvidenceLimits.documentDrawings), ("engine", EvidenceRendering.currentEngine),
    ]

    static var part: CodePart {
        let head = "/** Swift's `EvidenceLimits`, and the version of the ink. */\nexport const evidenceLimits"
        let values = limits.map { "  \($0.0): \($0.1),\n" }.joined()
        let types = limits.map { "  readonly \($0.0): number;\n" }.joined()
        return CodePart(
            script: "\(head) = Object.freeze({\n\(values)});\n", declaration: "\(head): {\n\(types)};\n")
    }
}
