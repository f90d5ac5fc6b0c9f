// SPDX-License-Identifier: MIT
import InkStroke

/// A drawing as it came out of a file.
public struct NamedDrawing: Hashable, Sendable {
    /// The most bytes of UTF-8 that a name may have; readers refuse a longer one.
    public static let maximumNameBytes = 1_024

    /// What the file calls it, at most ``maximumNameBytes`` long; `nil` in files that hold one nameless drawing.
    public var name: String?
    /// What could be read of it; see ``warnings``.
    public var drawing: Drawing
    /// What had to be changed or left out, a sentence each, without any coordinate.
    public var warnings: [String]

    public init(name: String? = nil, drawing: Drawing, warnings: [String] = []) {
        self.name = name
        self.drawing = drawing
        self.warnings = warnings
    }
}
