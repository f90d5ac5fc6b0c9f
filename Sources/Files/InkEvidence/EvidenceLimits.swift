// SPDX-License-Identifier: MIT
import InkRaster

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
    /// The maximum number of pixels of a rendering. Drawing it may take a work of 1 at most (`Rendering.work(of:)`).
    public static let pixels = Rendering.evidencePixels
    /// The maximum work for drawing all evidence of one document, as a number of drawings that take a work of 1.
    public static let documentDrawings = 4
}
