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
}
