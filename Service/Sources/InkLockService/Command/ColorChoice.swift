// SPDX-License-Identifier: MIT
import ArgumentParser
import InkFiles
import InkStroke

/// A colour in CSS's words on the command line.
struct ColorChoice: ExpressibleByArgument, Hashable, Sendable {
    let color: SRGBColor

    init?(argument: String) {
        guard let color = SRGBColor(css: argument) else { return nil }
        self.color = color
    }
}
