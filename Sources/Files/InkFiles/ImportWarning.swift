// SPDX-License-Identifier: MIT

/// A change that importing a drawing required. The cases are in the order in which they are reported.
enum ImportWarning: CaseIterable {
    case missingTimes
    case movedNegatives
    case emptyStroke
    case erasingStroke
    case penInAir
    case raisedTime
    case limitedPressure
    case scaledForce
    case limitedWidth
    case unknownColor
    case ignoredTransform
    case missingContact
    case linearComponent
    case otherChannel

    /// Returns a sentence about all changes of this kind, with their number if it is useful.
    func text(count: Int) -> String {
        switch self {
        case .missingTimes: "The file gives no times; 60 samples a second are assumed."
        case .movedNegatives: "Some positions were negative; all were moved by the same way to lie at 0 or beyond."
        case .emptyStroke: "Strokes without samples were left out: \(count)."
        case .erasingStroke: "Strokes that erase, which InkLock's ink does not do, were left out: \(count)."
        case .penInAir: "Traces with the pen in the air were left out: \(count)."
        case .raisedTime:
            "Samples that were earlier than the one before them got its time: \(count)."
        case .limitedPressure: "Samples whose pressure was outside 0 ... 1 were limited: \(count)."
        case .scaledForce: "The file states no greatest force; the greatest it holds counts as full pressure."
        case .limitedWidth:
            "Brushes with widths outside 0.1 ... 512 points, or in the wrong order, were limited: \(count)."
        case .unknownColor: "Colours that were not understood became black: \(count)."
        case .missingContact: "The file does not say when the pen touched; all samples are one stroke."
        case .linearComponent: "The file's values lack their linear component, which was not put back."
        case .otherChannel: "Channels that InkLock's ink does not have were left out: \(count)."
        case .ignoredTransform: "A canvas transform was passed over; positions are as the traces give them."
        }
    }
}
