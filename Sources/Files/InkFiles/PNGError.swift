// SPDX-License-Identifier: MIT

/// An error in decoding or encoding a PNG picture.
public enum PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes do not begin with PNG's signature.
    case notPNG
    /// The file ends before the picture is complete.
    case truncated
    /// The checksum of the chunk at this offset in bytes does not match its contents.
    case invalidChecksum(offset: Int)
    /// The chunk at this offset in bytes is misplaced, malformed, or critical and unknown.
    case invalidChunk(offset: Int)
    /// The header's dimensions, depth or colour type are not allowed by the standard.
    case invalidHeader
    /// The picture has more pixels than the caller allows.
    case tooLarge(maximumPixels: Int)
    /// The picture is wider or higher than the caller allows.
    case tooLong(maximumSide: Int)
    /// The compressed rows are damaged, or have the wrong length.
    case invalidPixels
    /// The size is not within 1...2³¹ − 1 pixels in each direction, or does not match four bytes per pixel.
    case invalidSize
    /// There is not enough memory for zlib.
    case outOfMemory

    public var description: String {
        switch self {
        case .notPNG: "This is not a PNG file: it does not begin with PNG's signature."
        case .truncated: "The PNG file is cut short: fetch or save it again."
        case .invalidChecksum(let offset):
            "The PNG file is damaged: the checksum of the chunk at byte \(offset) is wrong."
        case .invalidChunk(let offset):
            "The PNG file is damaged: the chunk at byte \(offset) is malformed or misplaced."
        case .invalidHeader: "The PNG header has dimensions, a depth or a colour type that the standard does not allow."
        case .tooLarge(let pixels): "The picture has more than the \(pixels) pixels allowed: scale it down first."
        case .tooLong(let side): "The picture has more than the \(side) pixels allowed on a side: scale it down first."
        case .invalidPixels:
            "The PNG file is damaged: its compressed rows do not make the picture the header describes."
        case .invalidSize: "A picture needs 1 to 2147483647 pixels in each direction and four bytes for each of them."
        case .outOfMemory: "There is not enough memory to compress the picture."
        }
    }
}
