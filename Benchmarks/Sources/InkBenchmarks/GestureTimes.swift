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

    /// Nanoseconds to compare a gesture of one path with itself.
    static func comparison(_ samples: [StrokePoint]) -> Double {
        let gesture = Gesture([GesturePart(.path(isClosed: false), fingers: [path(samples)])])
        guard let template = GestureTemplate(pictureDigest: [], samples: [gesture]) else { return 0 }
        var accepted = 0
        return Stopwatch.median { accepted += RasterVerifier().accepts(template, gesture) ? 1 : 0 }
    }
}
