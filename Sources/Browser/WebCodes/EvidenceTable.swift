// SPDX-License-Identifier: MIT
import InkEvidence
import InkStroke

/// The limits of evidence files, for the scripts.
enum EvidenceTable {
    static let part = CodePart.numbers(
        "evidenceLimits", "The limits of evidence files in Swift, and the version of the ink.",
        [
            "fileBytes": Double(EvidenceLimits.fileBytes), "blocks": Double(EvidenceLimits.blocks),
            "blockBytes": Double(EvidenceLimits.blockBytes), "blockSamples": Double(EvidenceLimits.blockSamples),
            "samples": Double(EvidenceLimits.samples), "strokes": Double(EvidenceLimits.strokes),
            "texts": Double(EvidenceLimits.texts), "textBytes": Double(EvidenceLimits.textBytes),
            "nameBytes": Double(EvidenceLimits.nameBytes), "pixels": Double(EvidenceLimits.pixels),
            "documentDrawings": Double(EvidenceLimits.documentDrawings),
            "coordinate": Stroke.coordinateLimit, "time": Stroke.timeLimit, "clock": Double(EvidenceClock.limit),
            "clockTolerance": Double(EvidenceVerifier.clockTolerance),
            "smallestWidth": Brush.widthLimits.lowerBound, "largestWidth": Brush.widthLimits.upperBound,
            "smallestDisplayScale": EvidenceOpening.displayScales.lowerBound,
            "largestDisplayScale": EvidenceOpening.displayScales.upperBound,
            "smallestScale": EvidenceRendering.scales.lowerBound, "largestScale": EvidenceRendering.scales.upperBound,
            "smallestMeasure": EvidenceDevice.measures.lowerBound, "largestMeasure": EvidenceDevice.measures.upperBound,
            "pressureLevels": Double(EvidenceDevice.levels.upperBound),
            "largestEngine": Double(EvidenceRendering.engines.upperBound),
            "engine": Double(EvidenceRendering.currentEngine),
        ])
}
