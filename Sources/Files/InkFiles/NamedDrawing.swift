// SPDX-License-Identifier: MIT
import InkStroke

/// A drawing that was read from a file.
public struct NamedDrawing: Hashable, Sendable {
    /// The maximum length of a name in bytes of UTF-8. Readers reject a longer one.
    public static let maximumNameBytes = 1_024

    /// The name in the file, at most ``maximumNameBytes`` long; `nil` in files with one drawing and no name.
    public var name: String?
    /// The drawing. ``warnings`` describes the parts that could not be read.
    public var drawing: Drawing
    /// The changes and omissions in reading the drawing, one sentence each, without coordinates.
    public var warnings: [String]

    public init(name: String? = nil, drawing: Drawing, warnings: [String] = []) {
        self.name = name
        self.drawing = drawing
        self.warnings = warnings
    }
}
