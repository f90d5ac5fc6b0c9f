// SPDX-License-Identifier: MIT

/// Palm rejection: distinguishes fingers that draw from a hand that rests while a pen draws.
public struct PalmGuard: Hashable, Sendable {
    /// The time in seconds after the last pen report during which fingers are ignored, because a hand lifts after its
    /// pen.
    public static var restSeconds: Double { 0.5 }

    /// The interpretation of a touch.
    public enum Verdict: Hashable, Sendable {
        /// The touch draws.
        case draw
        /// The touch draws, and the finger's stroke in progress is cancelled because the hand came before the pen.
        case drawInstead
        /// The touch is a palm, or one touch too many.
        case ignore
    }

    private var drawing: Bool?
    private var penSeen: Double?

    /// Creates a guard that has seen no touch.
    public init() {}

    /// Reports the start of a touch.
    /// - Parameters:
    ///   - isPen: A Boolean value that indicates whether a pen made the touch. Everything else counts as a finger.
    ///   - time: The time in seconds on a clock that does not run backwards. The other methods use the same clock.
    public mutating func begin(isPen: Bool, at time: Double) -> Verdict {
        if isPen { penSeen = time }
        switch (drawing, isPen) {
        case (nil, true):
            drawing = true
            return .draw
        case (nil, false):
            if let penSeen, time - penSeen < Self.restSeconds { return .ignore }
            drawing = false
            return .draw
        case (false?, true):
            drawing = true
            return .drawInstead
        case (_?, _): return .ignore
        }
    }

    /// Reports a sample of the touch that draws.
    public mutating func see(at time: Double) { if drawing == true { penSeen = time } }

    /// Reports the end of the touch that draws.
    public mutating func end(at time: Double) {
        see(at: time)
        drawing = nil
    }
}
