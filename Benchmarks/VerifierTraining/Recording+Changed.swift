// SPDX-License-Identifier: MIT
import InkGeometry
import PicturePassword

/// Drawings made of recorded ones.
extension Recording {
    private init(_ other: Recording, _ fingers: [FingerPath]) {
        self.init(
            kind: other.kind, person: other.person, label: other.label, repetition: other.repetition, fingers: fingers)
    }

    private var start: Double { fingers.first?.points.first?.time ?? 0 }
    private var end: Double { fingers.last?.points.last?.time ?? 0 }

    /// The drawing traced backwards from its end to its start.
    var backwards: Recording {
        let (start, end) = (start, end)
        return Recording(
            self,
            fingers.reversed().map { finger in
                FingerPath(finger.points.reversed().map { GesturePoint($0.position, time: start + end - $0.time) })
            })
    }

    /// The drawing moved by 70 to 150 picture units, scaled by 1.6 to 2.2 or the inverse, or rotated by 40 to 90
    /// degrees.
    func transformed(_ random: inout SplitMix64) -> Recording {
        var box = InkRect.empty
        for finger in fingers { for point in finger.points { box.formUnion(point.position) } }
        let centre = InkPoint(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
        let sign: Double = random.next() % 2 == 0 ? 1 : -1
        var (offset, scale, angle) = (InkPoint.zero, 1.0, 0.0)
        switch random.next() % 3 {
        case 0:
            let direction = random.number(0, 6.283185307179586)
            offset =
                InkPoint(x: ElementaryFunctions.cos(direction), y: ElementaryFunctions.sin(direction))
                * random.number(70, 150)
        case 1:
            scale = random.number(1.6, 2.2)
            if sign < 0 { scale = 1 / scale }
        default:
            angle = sign * random.number(0.7, 1.57)
        }
        let (sine, cosine) = (ElementaryFunctions.sin(angle) * scale, ElementaryFunctions.cos(angle) * scale)
        return Recording(
            self,
            fingers.map { finger in
                FingerPath(
                    finger.points.map {
                        let p = $0.position - centre
                        let turned = InkPoint(x: p.x * cosine - p.y * sine, y: p.x * sine + p.y * cosine)
                        return GesturePoint(centre + turned + offset, time: $0.time)
                    })
            })
    }

    /// The drawing with two strokes exchanged, one drawn backwards, or both, up to 4 picture units beside.
    func rearranged(_ random: inout SplitMix64) -> Recording? {
        guard fingers.count > 1 else { return nil }
        var order = Array(fingers.indices)
        let change = random.next() % 3
        if change != 1 {
            let i = Int(random.next() % UInt64(fingers.count - 1))
            order.swapAt(i, i + 1)
        }
        let turned = change != 0 ? Int(random.next() % UInt64(fingers.count)) : -1
        let shift = InkPoint(x: random.number(-4, 4), y: random.number(-4, 4))
        var time = start
        var result: [FingerPath] = []
        for (place, index) in order.enumerated() {
            if place > 0 { time += max(0, fingers[place].startTime - fingers[place - 1].endTime) }
            let points = fingers[index].points
            let (first, last) = (fingers[index].startTime, fingers[index].endTime)
            let isTurned = place == turned
            result.append(
                FingerPath(
                    (isTurned ? points.reversed() : points).map {
                        GesturePoint($0.position + shift, time: time + (isTurned ? last - $0.time : $0.time - first))
                    }))
            time += last - first
        }
        return Recording(self, result)
    }

    /// The drawing moved by `offset` and delayed.
    func moved(by offset: InkPoint, delay: Double) -> [FingerPath] {
        fingers.map { finger in
            FingerPath(finger.points.map { GesturePoint($0.position + offset, time: $0.time + delay) })
        }
    }

    /// The positions that a device reports at `rate` hertz on a screen of `scale` pixels a picture unit.
    func sampled(rate: Double, scale: Double) -> Recording {
        Recording(
            self,
            fingers.map { finger in
                var points: [GesturePoint] = []
                func append(_ point: GesturePoint) {
                    let x = (point.position.x * scale).rounded() / scale
                    let y = (point.position.y * scale).rounded() / scale
                    points.append(GesturePoint(InkPoint(x: x, y: y), time: point.time))
                }
                let source = finger.points
                var index = 0
                let count = Int((finger.endTime - finger.startTime) * rate)
                for step in 0...max(0, count) {
                    let time = finger.startTime + Double(step) / rate
                    while index + 2 < source.count && source[index + 1].time < time { index += 1 }
                    guard index + 1 < source.count, source[index + 1].time > source[index].time else {
                        append(source[index])
                        continue
                    }
                    let t = (time - source[index].time) / (source[index + 1].time - source[index].time)
                    let position = source[index].position.interpolated(
                        to: source[index + 1].position, at: max(0, min(1, t)))
                    append(GesturePoint(position, time: time))
                }
                if let last = source.last, let made = points.last, last.time > made.time { append(last) }
                return FingerPath(points)
            })
    }

    /// A zigzag over the area of `box`.
    static func hatching(_ box: InkRect, lines: Int, isUpright: Bool, speed: Double) -> [FingerPath] {
        var points: [GesturePoint] = []
        var time = 0.0
        var last: InkPoint?
        for line in 0..<lines {
            let across = (Double(line) + 0.5) / Double(lines)
            for end in [0.0, 1] {
                let along = line % 2 == 0 ? end : 1 - end
                let corner =
                    isUpright
                    ? InkPoint(x: box.minX + box.width * across, y: box.minY + box.height * along)
                    : InkPoint(x: box.minX + box.width * along, y: box.minY + box.height * across)
                if let last {
                    let count = max(1, Int(last.distance(to: corner) / 8))
                    for i in 1...count {
                        let next = last.interpolated(to: corner, at: Double(i) / Double(count))
                        time += last.distance(to: corner) / Double(count) / speed
                        points.append(GesturePoint(next, time: time))
                    }
                } else {
                    points.append(GesturePoint(corner, time: 0))
                }
                last = corner
            }
        }
        return [FingerPath(points)]
    }
}

extension FingerPath {
    var startTime: Double { points.first?.time ?? 0 }
    var endTime: Double { points.last?.time ?? 0 }
}

extension SplitMix64 {
    /// Returns a uniform random number in `low..<high`.
    mutating func number(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * (Double(next() >> 11) * 0x1p-53)
    }

    /// Returns `count` of the elements in their order, or all if there are fewer.
    mutating func choose<Element>(_ count: Int, of elements: [Element]) -> [Element] {
        guard count < elements.count else { return elements }
        var chosen: [Element] = []
        for (i, element) in elements.enumerated() {
            // Each remaining element is as likely as the others to fill one of the remaining places.
            if Int(next() % UInt64(elements.count - i)) < count - chosen.count { chosen.append(element) }
        }
        return chosen
    }
}
