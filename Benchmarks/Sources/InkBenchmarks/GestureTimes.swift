// SPDX-License-Identifier: MIT
import InkStroke
import PicturePassword

/// The cost of the picture password's rule.
enum GestureTimes {
    private static func path(_ samples: [StrokePoint]) -> FingerPath {
        FingerPath(samples.map { GesturePoint($0.position, time: $0.time) })
    }

    /// Returns the nanoseconds to compute the squares along a path.
    static func raster(_ samples: [StrokePoint]) -> Double {
        let points = path(samples).points
        var count = 0
        return Stopwatch.median { count += GestureRaster(points).centres.count }
    }

    /// Returns the nanoseconds to encode a gesture of one path, and to decode it.
    static func bytes(_ samples: [StrokePoint]) -> (encoding: Double, decoding: Double) {
        let gesture = PictureGesture([GesturePart(.path(isClosed: false), fingers: [path(samples)])])
        let bytes = gesture.encoded()
        var count = 0
        let encoding = Stopwatch.median { count += gesture.encoded().count }
        return (encoding, Stopwatch.median { count += (try? PictureGesture(decoding: bytes))?.parts.count ?? 0 })
    }

    /// Returns the nanoseconds to compare a gesture of one part and `fingers` fingers with itself.
    static func comparison(_ samples: [StrokePoint], fingers: Int = 1) -> Double {
        let paths = [FingerPath](repeating: path(samples), count: fingers)
        let gesture = PictureGesture([GesturePart(.path(isClosed: false), fingers: paths)])
        guard let template = GestureTemplate(pictureDigest: [], samples: [gesture]) else { return 0 }
        var accepted = 0
        return Stopwatch.median { accepted += RasterVerifier.undirected.accepts(gesture, for: template) ? 1 : 0 }
    }
}
