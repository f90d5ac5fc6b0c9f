// SPDX-License-Identifier: MIT
import ArgumentParser
import InkFiles
import InkRaster
import InkStroke

/// An argument of `--background`: `none`, a colour or the name of a PNG file.
enum BackgroundChoice: ExpressibleByArgument, Hashable, Sendable {
    /// The maximum number of pixels of a background picture, which take 200 MB.
    static let pixelLimit = 50_000_000

    case none
    case color(SRGBColor)
    case picture(InputFile)

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let color = SRGBColor(css: argument) {
            self = .color(color)
        } else if argument.isEmpty || argument.first == "#" {
            return nil
        } else {
            self = .picture(InputFile(path: argument))
        }
    }

    /// Returns the background to paint. Reads the file of a picture.
    func background() throws(CommandError) -> Background {
        switch self {
        case .none: .transparent
        case .color(let color): Background(color: color)
        case .picture(let file): Background(image: try Self.bitmap(file))
        }
    }

    /// Reads a PNG file.
    static func bitmap(_ file: InputFile) throws(CommandError) -> Bitmap {
        let bytes = try file.bytes()
        let picture: PNGImage
        do throws(PNGError) {
            picture = try PNGImage(decoding: bytes, maximumPixels: pixelLimit, maximumSide: Int(Bitmap.sideLimit))
        } catch {
            throw CommandError(.malformedInput, "\(file.name): \(error)")
        }
        let bitmap = picture.rgba.withUnsafeBufferPointer {
            try? Bitmap(width: Int32(picture.width), height: Int32(picture.height), rgba: $0)
        }
        guard let bitmap else { throw CommandError(.malformedInput, "\(file.name): \(PNGError.invalidSize)") }
        return bitmap
    }
}
