// SPDX-License-Identifier: MIT
import InkGeometry

/// Expands the curves of a centreline into ribs with round joins and caps.
///
/// The quadrilateral between two neighbouring ribs runs forward on both sides. Every part of the outline therefore
/// winds in the same direction, and the non-zero rule fills the union, however the stroke crosses or doubles back on
/// itself. Where a bend is tighter than the ink is wide, the inner edge goes through the centre to preserve this
/// invariant, as in every stroker since PostScript. While the line turns on, it stays there.
struct StrokeExpander: CurveSink {
    /// The end of the previous segment, to which the next one is joined.
    private struct Joint {
        var centre = InkPoint.zero
        /// The radius of the ink, or −1 before the first segment.
        var radius = -1.0
        /// The direction and length of the previous chord. The length is 0 before the first.
        var direction = InkPoint(x: 1, y: 0)
        var length = 0.0
    }

    /// A turn that is tighter than the ink is wide: round joins in a row, whose inner edge stays at one point.
    ///
    /// Beyond it, an inner edge would only run inside the ink and back.
    private struct Turn {
        /// 1 in a right turn (clockwise on screen), in which the left edge is the outer one, −1 in a left turn, or 0
        /// where the line does not turn.
        var side = 0.0
        /// The point on the inner edge: the centre of the first join.
        var pivot = InkPoint.zero
        /// The direction of the chord that leaves the pivot.
        var direction = InkPoint.zero
        /// The ends of the rib that follows the last join, on the outer edge and on the inner one.
        var outer = InkPoint.zero
        var inner = InkPoint.zero
    }

    /// The end of a chord of the polygon that replaces the centreline.
    private struct Step {
        var centre: InkPoint
        var radius: Double
    }

    /// The number of settled steps after which ``append(_:startWidth:endWidth:)`` expands them. It bounds the memory of
    /// curves with many steps. Those of a tail stay, because ``taper(over:_:)`` narrows them.
    private static var stepLimit: Int { 512 }
    /// The number of ribs that are computed before they are appended. Their memory is on the stack up to 1,024 bytes.
    private static var ribLimit: Int { 32 }

    private(set) var outline = StrokeOutline()
    /// The maximum distance in points between the polygon and the curve.
    private let accuracy: Double
    /// The first `stepCount` of these are not expanded yet.
    private var steps: [Step] = []
    private var stepCount = 0
    private var joint = Joint()
    private var settledJoint = Joint()
    private var turn = Turn()
    private var settledTurn = Turn()
    private var isTail = false

    init(accuracy: Double) { self.accuracy = max(accuracy, 1e-6) }

    /// Reserves memory for the ribs of about `count` samples, unless there are ribs already.
    mutating func reserve(_ count: Int) { outline.reserve(count + count / 4) }

    /// Starts the tail. Ribs from here on belong to it.
    mutating func beginTail() {
        settledJoint = joint
        settledTurn = turn
        isTail = true
    }

    /// Removes the tail, so that the settled part can continue.
    mutating func dropTail() {
        guard isTail else { return }
        outline.dropTail()
        joint = settledJoint
        turn = settledTurn
        isTail = false
    }

    /// Returns the bounding box in points of everything that changed since the last call.
    mutating func takeDirtyRect() -> InkRect { outline.takeDirtyRect() }

    /// Appends a segment. ``expand()`` turns it into ribs.
    #if !hasFeature(Embedded)
        // In a browser, copies in each modeler cost more bytes than they save time.
        @inline(__always)
    #endif
    mutating func append(_ curve: CubicCurve, startWidth: Double, endWidth: Double) {
        if joint.radius < 0 { joint = Joint(centre: curve.start, radius: startWidth * 0.5) }
        let count = curve.stepCount(accuracy: accuracy)
        if count > 1 { appendInnerSteps(curve, count, startWidth, endWidth) }
        let radius = (startWidth + (endWidth - startWidth)) * 0.5
        append(Step(centre: curve.end, radius: radius))
        if stepCount >= Self.stepLimit && !isTail { expandSteps() }
    }

    @inline(never) private mutating func appendInnerSteps(
        _ curve: CubicCurve, _ count: Int, _ startWidth: Double, _ endWidth: Double
    ) {
        let step = 1 / Double(count)
        for i in 1..<count {
            let t = Double(i) * step
            let radius = (startWidth + (endWidth - startWidth) * t) * 0.5
            append(Step(centre: curve.point(at: t), radius: radius))
        }
    }

    @inline(__always) private mutating func append(_ step: Step) {
        if stepCount < steps.count { steps[stepCount] = step } else { steps.append(step) }
        stepCount += 1
    }

    /// Turns the segments since the last call into ribs.
    mutating func expand() {
        expandSteps()
        outline.measure(isTail: isTail)
    }

    @inline(never) private mutating func expandSteps() {
        var joint = joint
        withUnsafeTemporaryAllocation(of: Rib.self, capacity: Self.ribLimit) { ribs in
            var count = 0
            for i in 0..<stepCount {
                let step = steps[i]
                let chord = step.centre - joint.centre
                let length = chord.length
                // The chord is too short to have a direction, but the width is updated.
                guard length > 1e-9 else {
                    joint.radius = max(joint.radius, step.radius)
                    continue
                }
                let direction = chord * (1 / length)
                if let rib = meanRib(joint, direction, length) {
                    if turn.side != 0 { endTurn() }
                    if count == Self.ribLimit {
                        outline.append(ribs, count: count)
                        count = 0
                    }
                    ribs.initializeElement(at: count, to: rib)
                    count += 1
                } else {
                    outline.append(ribs, count: count)
                    count = 0
                    if joint.length == 0 {
                        cap(joint.centre, radius: joint.radius, normal: Self.normal(direction), opening: true)
                    } else {
                        roundJoin(joint, direction)
                    }
                }
                joint = Joint(centre: step.centre, radius: step.radius, direction: direction, length: length)
            }
            outline.append(ribs, count: count)
        }
        self.joint = joint
        stepCount = 0
    }

    /// Returns the rib that suffices for the join of two chords, or `nil` if there is no chord before or one rib is not
    /// enough.
    @inline(__always) private func meanRib(_ joint: Joint, _ direction: InkPoint, _ length: Double) -> Rib? {
        let r = joint.radius
        let cosine = joint.direction.dot(direction)
        // One mean rib suffices while it stays on its own half of both chords, r·sin(θ/2) ≤ length/2, and is close
        // enough to the arc that it replaces, r(1 − cos(θ/2)) ≈ r(1 − cos θ)/4 ≤ accuracy.
        let bend = 1 - cosine
        let shorter = min(joint.length, length)
        guard joint.length != 0 && cosine > 0 && 2 * r * r * bend <= shorter * shorter && r * bend <= 4 * accuracy
        else {
            return nil
        }
        let sum = Self.normal(joint.direction) + Self.normal(direction)
        let mean = sum * (r / (2 + 2 * cosine).squareRoot())
        return Rib(left: joint.centre + mean, right: joint.centre - mean)
    }

    /// Narrows the end of the line that is not expanded yet, where a pen in motion lifts.
    /// - Parameters:
    ///   - length: The length of the taper in points. More than that of the part counts as that of the part.
    ///   - penWidth: The widths of the line.
    mutating func taper(over length: Double, _ penWidth: PenWidth) {
        guard stepCount > 0 else { return }
        var ahead = 0.0
        for i in 0..<stepCount {
            ahead += steps[i].centre.distance(to: i == 0 ? joint.centre : steps[i - 1].centre)
        }
        ahead = max(0, ahead - length)
        // The distance to the start of the taper becomes negative within it.
        for i in 0..<stepCount {
            ahead -= steps[i].centre.distance(to: i == 0 ? joint.centre : steps[i - 1].centre)
            steps[i].radius = 0.5 * penWidth.tapered(steps[i].radius * 2, by: -ahead)
        }
    }

    /// Draws a round dot.
    mutating func dot(at centre: InkPoint, width: Double) {
        let up = InkPoint(x: 0, y: -1)
        cap(centre, radius: width * 0.5, normal: up, opening: true)
        cap(centre, radius: width * 0.5, normal: up, opening: false)
        outline.measure(isTail: isTail)
    }

    /// Adds the round end of the line.
    mutating func endCap() {
        expandSteps()
        if joint.length > 0 {
            if turn.side != 0 { endTurn() }
            cap(joint.centre, radius: joint.radius, normal: Self.normal(joint.direction), opening: false)
        }
        outline.measure(isTail: isTail)
    }

    /// Returns the left-hand normal of a direction, with y pointing down.
    private static func normal(_ direction: InkPoint) -> InkPoint { InkPoint(x: direction.y, y: -direction.x) }

    @inline(__always) private mutating func add(_ left: InkPoint, _ right: InkPoint) {
        outline.append(Rib(left: left, right: right))
    }

    /// Adds a round join from one chord to the next, whose inner edge goes through the pivot of its turn.
    @inline(never) private mutating func roundJoin(_ joint: Joint, _ direction: InkPoint) {
        let side = joint.direction.cross(direction) >= 0 ? 1.0 : -1.0
        let before = Self.normal(joint.direction) * side
        let after = Self.normal(direction) * side
        let r = joint.radius
        let c = joint.centre
        let reach = c - turn.pivot
        // A join continues the turn while the triangles between the pivot and the outer edge are inside the ink and run
        // forward. The inner halves of the chords in between are covered if the rib that follows crosses the first one.
        if turn.side == side && turn.direction.dot(direction) >= 0 && reach.lengthSquared <= r * r
            && (reach - after * r).dot(turn.direction) <= 0
            && (turn.outer - turn.pivot).cross(reach + before * r) * side >= 0
        {
            addToTurn(c + before * r, turn.pivot)
        } else {
            if turn.side != 0 { endTurn() }
            turn.side = side
            turn.pivot = c
            turn.direction = direction
            addToTurn(c + before * r, c - before * r)
        }
        arc(c, r, before, after, through: joint.direction)
        turn.outer = c + after * r
        turn.inner = c - after * r
    }

    /// Adds the rib that follows the last join of the turn.
    @inline(never) private mutating func endTurn() {
        addToTurn(turn.outer, turn.inner)
        turn.side = 0
    }

    /// Adds a rib of the turn.
    @inline(never) private mutating func addToTurn(_ outer: InkPoint, _ inner: InkPoint) {
        outline.append(turn.side > 0 ? Rib(left: outer, right: inner) : Rib(left: inner, right: outer))
    }

    /// Adds ribs from the pivot to points on the arc after `a` up to `b`, unit vectors at most half a turn apart.
    private mutating func arc(_ c: InkPoint, _ r: Double, _ a: InkPoint, _ b: InkPoint, through middle: InkPoint) {
        if r * (1 - a.dot(b)) > 4 * accuracy {
            let m = Self.halfway(a, b, through: middle)
            arc(c, r, a, m, through: middle)
            arc(c, r, m, b, through: middle)
        } else {
            addToTurn(c + b * r, turn.pivot)
        }
    }

    /// Adds half a disc as ribs perpendicular to the line, from the tip to the full width if `opening`, otherwise back.
    @inline(never) private mutating func cap(_ c: InkPoint, radius r: Double, normal: InkPoint, opening: Bool) {
        let forward = InkPoint(x: -normal.y, y: normal.x)
        if opening {
            add(c - forward * r, c - forward * r)
            quarter(c, r, -forward, normal, axis: forward)
        } else {
            add(c + normal * r, c - normal * r)
            quarter(c, r, normal, forward, axis: forward)
        }
    }

    private mutating func quarter(_ c: InkPoint, _ r: Double, _ a: InkPoint, _ b: InkPoint, axis: InkPoint) {
        if r * (1 - a.dot(b)) > 4 * accuracy {
            let m = Self.halfway(a, b, through: axis)
            quarter(c, r, a, m, axis: axis)
            quarter(c, r, m, b, axis: axis)
        } else {
            add(c + b * r, c + (axis * (2 * axis.dot(b)) - b) * r)
        }
    }

    private static func halfway(_ a: InkPoint, _ b: InkPoint, through middle: InkPoint) -> InkPoint {
        let sum = a + b
        let length = sum.length
        return length > 1e-6 ? sum * (1 / length) : middle
    }
}
