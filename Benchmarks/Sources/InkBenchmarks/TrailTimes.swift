// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTrail

/// The cost of a trail per frame.
enum TrailTimes {
    /// Returns a fire of two quick fingers just before its next frame.
    private static func burning(_ samples: [StrokePoint]) -> FireTrail {
        var fire = FireTrail(seed: 1)
        for sample in samples.prefix(120) {
            fire.touch(1, at: sample.position * 2, time: sample.time)
            fire.touch(2, at: sample.position * 2 + InkPoint(x: 0, y: 300), time: sample.time)
            fire.advance(to: sample.time)
        }
        return fire
    }

    /// The number of particles in the measured fire.
    static func particleCount(_ samples: [StrokePoint]) -> Int { burning(samples).particleCount }

    /// Returns the nanoseconds per particle to advance to a frame and emit the sprites.
    static func frame(_ samples: [StrokePoint]) -> Double {
        let fire = burning(samples)
        var frame = 0
        var light = 0.0
        // The times are so close together that hardly any particle expires.
        let time = samples[119].time
        var running = fire
        let nanoseconds = Stopwatch.median {
            frame += 1
            running.advance(to: time + Double(frame) * 1e-9)
            running.visitSprites { light += $0.radius }
        }
        return nanoseconds / Double(fire.particleCount)
    }

    /// Returns the nanoseconds per point of distance to create its flames.
    static func birth() -> Double {
        let length = 1_000.0
        var count = 0
        return Stopwatch.median {
            var fire = FireTrail(seed: 1)
            for i in 0...60 {
                fire.touch(1, at: InkPoint(x: length * Double(i) / 60, y: 0), time: Double(i) / 120)
            }
            count += fire.particleCount
        } / length
    }
}
