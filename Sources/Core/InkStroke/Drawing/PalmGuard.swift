// SPDX-License-Identifier: MIT

/// Palm rejection: distinguishes fingers that draw from a hand that rests while a pen draws.
public struct PalmGuard: Hashable, Sendable {
    /// The time in seconds after the last report of a pen during which fingers are ignored, because a hand lifts after
    /// its pen.
    public static var restSeconds: Double { 0.5 }

    /// The kind of device that touches the surface.
    public enum Pointer: UInt8, Hashable, Sendable, CaseIterable {
        /// A finger or a palm.
        case finger
        /// A pen.
        case pen
        /// A mouse, or another device that is used without resting a hand on the surface.
        case mouse
    }

    /// The interpretation of a touch.
    public enum Verdict: UInt8, Hashable, Sendable, CaseIterable {
        /// The touch draws.
        case draw
        /// The touch draws, and the fingers that draw are cancelled because the hand came before the pen.
        case drawInstead
        /// The touch is a palm, or exceeds the maximum number of touches.
        case ignore
    }

    private let maximumCount: Int
    private var fingerCount = 0
    private var penCount = 0
    private var mouseCount = 0
    private var penSeen: Double?

    /// Creates a guard that has seen no touch.
    /// - Parameter maximumCount: The maximum number of touches that draw at the same time.
    public init(maximumCount: Int = 1) { self.maximumCount = maximumCount }

    /// Reports the start of a touch. Report its end only if it draws.
    /// - Parameters:
    ///   - pointer: The kind of device.
    ///   - time: The time in seconds on a clock that does not run backwards. The other methods use the same clock.
    public mutating func begin(_ pointer: Pointer, at time: Double) -> Verdict {
        report(pointer, at: time)
        // A pen that is held still reports nothing.
        if pointer == .finger && penCount > 0 { return .ignore }
        if pointer == .finger, let penSeen, time - penSeen < Self.restSeconds { return .ignore }
        let replacesFingers = pointer == .pen && fingerCount > 0
        if replacesFingers { fingerCount = 0 }
        guard fingerCount + penCount + mouseCount < maximumCount else { return .ignore }
        count(pointer, 1)
        return replacesFingers ? .drawInstead : .draw
    }

    /// Reports any event of a device, including one of a pen that hovers above the surface.
    public mutating func report(_ pointer: Pointer, at time: Double) { if pointer == .pen { penSeen = time } }

    /// Reports the end of a touch that draws.
    public mutating func end(_ pointer: Pointer, at time: Double) {
        report(pointer, at: time)
        count(pointer, -1)
    }

    private mutating func count(_ pointer: Pointer, _ change: Int) {
        switch pointer {
        case .finger: fingerCount = max(0, fingerCount + change)
        case .pen: penCount = max(0, penCount + change)
        case .mouse: mouseCount = max(0, mouseCount + change)
        }
    }

    /// Forgets all touches that draw, because the host cancelled them.
    public mutating func forgetTouches() {
        fingerCount = 0
        penCount = 0
        mouseCount = 0
    }
}
