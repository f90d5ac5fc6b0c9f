// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// What a trail costs a frame.
enum TrailTimes {
    /// A fire of two quick fingers, just before its next frame.
    private static func burning(_ samples: [StrokePoint]) -> FireTrail {
        var fire = FireTrail(seed: 1)
        for sample in samples.prefix(120) {
            fire.touch(1, at: sample.position * 2, time: sample.time)
            fire.touch(2, at: sample.position * 2 + Point(x: 0, y: 300), time: sample.time)
            fire.advance(to: sample.time)
        }
        return fire
    }

    /// How many particles the measured fire has.
    static func particleCount(_ samples: [StrokePoint]) -> Int { burning(samples).particleCount }

    /// Nanoseconds a particle to go on to a frame and give out what is seen of it.
    static func frame(_ samples: [StrokePoint]) -> Double {
        let fire = burning(samples)
        var frame = 0
        var light = 0.0
        // Times so near to each other that hardly anything goes out.
        let time = samples[119].time
        var running = fire
        let nanoseconds = Stopwatch.median {
            frame += 1
            running.advance(to: time + Double(frame) * 1e-9)
            running.visitSprites { light += $0.radius }
        }
        return nanoseconds / Double(fire.particleCount)
    }

    /// Nanoseconds a point of the way to bring forth its flames.
    static func birth() -> Double {
        let length = 1_000.0
        var count = 0
        return Stopwatch.median {
            var fire = FireTrail(seed: 1)
            for i in 0...60 {
                fire.touch(1, at: Point(x: length * Double(i) / 60, y: 0), time: Double(i) / 120)
            }
            count += fire.particleCount
        } / length
    }
}
