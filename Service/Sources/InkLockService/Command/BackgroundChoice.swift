// SPDX-License-Identifier: MIT
import ArgumentParser
import InkFiles
import InkRaster
import InkStroke

/// What `--background` may say: `none`, a colour, or a PNG file's name.
enum BackgroundChoice: ExpressibleByArgument, Hashable, Sendable {
    /// The most pixels of a picture that is read: 200 MB of them.
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

    /// What is painted; a picture's file is read for it.
    func background() throws(CommandFailure) -> Background {
        switch self {
        case .none: .transparent
        case .color(let color): Background(color: color)
        case .picture(let file): Background(image: try Self.bitmap(file))
        }
    }

    private static func bitmap(_ file: InputFile) throws(CommandFailure) -> Bitmap {
        let bytes = try file.bytes()
        let picture: PNGImage
        do throws(PNGError) {
            picture = try PNGImage(decoding: bytes, maximumPixels: pixelLimit, maximumSide: Int(Bitmap.sideLimit))
        } catch {
            throw CommandFailure(.malformedInput, "\(file.name): \(error)")
        }
        let bitmap = picture.rgba.withUnsafeBufferPointer {
            try? Bitmap(width: Int32(picture.width), height: Int32(picture.height), rgba: $0)
        }
        guard let bitmap else { throw CommandFailure(.malformedInput, "\(file.name): \(PNGError.size)") }
        return bitmap
    }
}
