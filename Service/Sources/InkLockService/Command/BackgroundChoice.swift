// SPDX-License-Identifier: MIT
import ArgumentParser
import InkStroke

/// What `--background` may say: `none`, a colour, or a PNG file's name.
enum BackgroundChoice: ExpressibleByArgument, Hashable, Sendable {
    case none
    case color(SRGBColor)
    case picture(InputFile)

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if argument.first == "#" {
            guard let color = HexColor(argument: argument)?.color else { return nil }
            self = .color(color)
        } else if argument.isEmpty {
            return nil
        } else {
            self = .picture(InputFile(path: argument))
        }
    }
}
