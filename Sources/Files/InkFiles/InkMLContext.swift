// SPDX-License-Identifier: MIT
import InkStroke

/// The context of an InkML trace, with all references resolved.
struct InkMLContext {
    var channels = [InkMLChannel(.x), InkMLChannel(.y)]
    /// The lengths of the units of X and Y. A table of all channels would be copied with every context.
    var resolutionX: InkMLResolution?
    var resolutionY: InkMLResolution?
    /// Samples per second; `nil` if the file does not contain the rate.
    var sampleRate: Double?
    /// The milliseconds between samples without a time: by the rate, or 60 a second.
    var interval: Double { 1000 / (sampleRate ?? 60) }
    /// The time of timeOffset 0, in milliseconds since 1970; `nil` if the file does not contain it.
    var timestamp: Double?
    var pen: InkMLBrush?

    /// The number of channels that every sample contains. They come first.
    var required: Int { channels.count { !$0.isIntermittent } }

    func index(of name: InkMLChannel.Name) -> Int? { channels.firstIndex { $0.name == name } }

    func resolution(of channel: InkMLChannel) -> InkMLResolution? {
        switch channel.name {
        case .x: resolutionX
        case .y: resolutionY
        default: nil
        }
    }

    /// Returns the channels of a traceFormat element.
    static func channels(
        _ format: MarkupElement, at place: DrawingFileError.Place
    ) throws(DrawingFileError) -> [InkMLChannel] {
        var regular: [InkMLChannel] = []
        var intermittent: [InkMLChannel] = []
        for child in format.children {
            switch child.name {
            case "channel": regular.append(InkMLChannel(child, isIntermittent: false))
            case "regularChannels":
                regular += child.children.map { InkMLChannel($0, isIntermittent: false) }
            case "intermittentChannels":
                intermittent += child.children.map { InkMLChannel($0, isIntermittent: true) }
            default: break
            }
        }
        guard regular.count + intermittent.count <= 64 else {
            throw .invalidContent(at: place, reason: "a trace format has more than 64 channels.")
        }
        return regular + intermittent
    }
}
