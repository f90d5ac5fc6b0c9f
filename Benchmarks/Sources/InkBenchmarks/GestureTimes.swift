// SPDX-License-Identifier: MIT
import InkStroke
import PicturePassword

/// What the picture password's rule costs.
enum GestureTimes {
    private static func path(_ samples: [StrokePoint]) -> FingerPath {
        FingerPath(samples.map { GesturePoint($0.position, time: $0.time) })
    }

    /// Nanoseconds to lay squares along a path.
    static func raster(_ samples: [StrokePoint]) -> Double {
        let points = path(samples).points
        var count = 0
        return Stopwatch.median { count += GestureRaster(points).centres.count }
    }

    /// Nanoseconds to write a gesture of one path as bytes, and to read it.
    static func bytes(_ samples: [StrokePoint]) -> (encoding: Double, decoding: Double) {
        let gesture = Gesture([GesturePart(.path(isClosed: false), fingers: [path(samples)])])
        let bytes = gesture.encoded()
        var count = 0
        let encoding = Stopwatch.median { count += gesture.encoded().count }
        return (encoding, Stopwatch.median { count += (try? Gesture(decoding: bytes))?.parts.count ?? 0 })
    }

    /// Nanoseconds to compare a gesture of one part, drawn with so many fingers, with itself.
    static func comparison(_ samples: [StrokePoint], fingers: Int = 1) -> Double {
        let paths = [FingerPath](repeating: path(samples), count: fingers)
        let gesture = Gesture([GesturePart(.path(isClosed: false), fingers: paths)])
        guard let template = GestureTemplate(pictureDigest: [], samples: [gesture]) else { return 0 }
        var accepted = 0
        return Stopwatch.median { accepted += RasterVerifier().accepts(template, gesture) ? 1 : 0 }
    }
}
