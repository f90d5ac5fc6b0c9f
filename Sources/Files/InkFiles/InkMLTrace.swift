// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke

/// One trace of an InkML file in a known context, turned into samples.
struct InkMLTrace {
    private let context: InkMLContext
    private let place: DrawingFileError.Place
    private let x: Int
    private let y: Int
    private let time: Int?
    private let force: Int?
    private let elevation: Int?
    private let azimuth: Int?
    private let tiltX: Int?
    private let tiltY: Int?

    init(_ context: InkMLContext, at place: DrawingFileError.Place) throws(DrawingFileError) {
        guard let x = context.index(of: .x), let y = context.index(of: .y) else {
            throw .invalidContent(at: place, reason: "the trace format has no channels X and Y.")
        }
        self.context = context
        self.place = place
        self.x = x
        self.y = y
        time = context.index(of: .time)
        force = context.index(of: .force)
        elevation = context.index(of: .elevation)
        azimuth = context.index(of: .azimuth)
        tiltX = context.index(of: .tiltX)
        tiltY = context.index(of: .tiltY)
    }

    /// The samples, with times in milliseconds: the T channel's, else by the sample rate (60 a second unless known).
    func samples(_ text: [UInt8]) throws(DrawingFileError) -> [StrokePoint] {
        var reader = InkMLTraceText(text, count: context.channels.count, required: context.required)
        let interval = context.interval
        var samples: [StrokePoint] = []
        while true {
            var here = place
            here.sample = samples.count + 1
            do throws(InkMLTraceText.ValueError) {
                guard try reader.next() else { return samples }
            } catch {
                throw .invalidContent(at: here, reason: error.reason)
            }
            func value(_ index: Int?) -> Double? {
                guard let index, let number = reader.values[index] ?? context.channels[index].defaultValue else {
                    return nil
                }
                let channel = context.channels[index]
                return channel.value(number, resolution: context.resolution(of: channel))
            }
            guard let x = value(x), let y = value(y) else {
                throw .invalidContent(at: here, reason: "the sample has no position.")
            }
            var sample = StrokePoint(InkPoint(x: x, y: y), time: Double(samples.count) * interval)
            if let time {
                guard let value = value(time) else {
                    throw .invalidContent(at: here, reason: "the sample has no time.")
                }
                sample.time = value
            }
            sample.pressure = value(force)
            setDirection(of: &sample, value)
            samples.append(sample)
        }
    }

    /// Sets tilt and azimuth from elevation and azimuth, or from the tilts along both axes.
    private func setDirection(of sample: inout StrokePoint, _ value: (Int?) -> Double?) {
        sample.tilt = value(elevation).map { .pi / 2 - $0 }
        sample.azimuth = value(azimuth)
        guard sample.tilt == nil, let alongX = value(tiltX), let alongY = value(tiltY) else { return }
        let nearlyFlat = 89.9 * Double.pi / 180
        let slopeX = tan(min(max(alongX, -nearlyFlat), nearlyFlat))
        let slopeY = tan(min(max(alongY, -nearlyFlat), nearlyFlat))
        sample.tilt = atan((slopeX * slopeX + slopeY * slopeY).squareRoot())
        sample.azimuth = atan2(slopeY, slopeX)
    }
}
