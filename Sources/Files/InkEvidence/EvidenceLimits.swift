// SPDX-License-Identifier: MIT

/// The limits of evidence files. The recorder stays within them, and the reader checks them before any other work.
public enum EvidenceLimits {
    /// The maximum size of a file in bytes.
    public static let fileBytes = 1 << 24
    /// The maximum number of blocks.
    public static let blocks = 1 << 16
    /// The maximum size of a block in bytes.
    public static let blockBytes = 1 << 20
    /// The maximum number of samples in a block.
    public static let blockSamples = 64
    /// The maximum number of samples in a file.
    public static let samples = 1 << 18
    /// The maximum number of strokes in a file.
    public static let strokes = 1 << 12
    /// The maximum number of texts.
    public static let texts = 64
    /// The maximum length of a text in bytes of UTF-8.
    public static let textBytes = 1 << 14
    /// The maximum length of the name of a device, a program or a document in bytes of UTF-8.
    public static let nameBytes = 1024
    /// The maximum number of pixels of a rendering.
    public static let pixels = 1 << 24
    /// The maximum length of all strokes together in pixels, horizontal plus vertical. This limit and the next two
    /// bound the time that hostile samples take.
    public static let linePixels = 1 << 22
    /// The maximum length of the turns of all samples together in pixels, because a wide brush covers a large area at
    /// each turn. docs/SPEC.md defines the length for a sample.
    public static let turnPixels = 1 << 24
    /// The maximum sum of the areas of all strokes' bounding boxes in pixels.
    public static let boxPixels = 1 << 28
    /// The maximum work for drawing all evidence of one document, as a number of drawings that reach these limits.
    public static let documentDrawings = 4
}
