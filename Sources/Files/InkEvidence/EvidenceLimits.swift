// SPDX-License-Identifier: MIT

/// The limits of evidence files. The recorder keeps them, and the reader checks them before it works.
public enum EvidenceLimits {
    /// The largest file in bytes.
    public static let fileBytes = 1 << 24
    /// The largest number of blocks.
    public static let blocks = 1 << 16
    /// The largest block in bytes.
    public static let blockBytes = 1 << 20
    /// The largest number of samples in a block.
    public static let blockSamples = 64
    /// The largest number of samples in a file.
    public static let samples = 1 << 18
    /// The largest number of strokes in a file.
    public static let strokes = 1 << 12
    /// The largest number of texts.
    public static let texts = 64
    /// The largest text in bytes of UTF-8.
    public static let textBytes = 1 << 14
    /// The longest name of a device, a program or a document in bytes of UTF-8.
    public static let nameBytes = 1024
    /// The largest rendering in pixels.
    public static let pixels = 1 << 24
    /// The longest line in pixels that is drawn, all strokes together, horizontally plus vertically. This and the next
    /// two bound the time that hostile samples take.
    public static let linePixels = 1 << 22
    /// The longest turns in pixels, all samples together: a wide brush covers a large area at each of them. docs/SPEC.md
    /// says what a sample counts for.
    public static let turnPixels = 1 << 24
    /// The largest sum of all strokes' bounding boxes in pixels.
    public static let boxPixels = 1 << 28
    /// The most work that drawing the evidence of one document takes, in drawings that reach these limits.
    public static let documentDrawings = 4
}
