// SPDX-License-Identifier: MIT
import InkStroke

/// What a trace's numbers mean: the context of InkML, with everything it refers to looked up.
struct InkMLContext {
    var channels = [InkMLChannel(.x), InkMLChannel(.y)]
    /// How long the units of X and Y are. A table of all channels would be copied with every context.
    var resolutionX: InkMLResolution?
    var resolutionY: InkMLResolution?
    /// Samples a second; `nil` where the file says nothing of it.
    var sampleRate: Double?
    /// When timeOffset is 0, in milliseconds since 1970; `nil` where the file says nothing of it.
    var timestamp: Double?
    var pen: InkMLBrush?

    /// How many channels every sample gives. They come first.
    var required: Int { channels.count { !$0.isIntermittent } }

    func index(of name: InkMLChannel.Name) -> Int? { channels.firstIndex { $0.name == name } }

    func resolution(of channel: InkMLChannel) -> InkMLResolution? {
        switch channel.name {
        case .x: resolutionX
        case .y: resolutionY
        default: nil
        }
    }

    /// The channels of a traceFormat element.
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
            throw .content(at: place, reason: "a trace format has more than 64 channels.")
        }
        return regular + intermittent
    }
}
