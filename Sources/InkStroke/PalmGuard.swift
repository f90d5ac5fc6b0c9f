// SPDX-License-Identifier: MIT

/// Tells fingers that draw from a hand that rests while a pen draws.
public struct PalmGuard: Hashable, Sendable {
    /// Fingers count again so many seconds after the pen was last seen: a hand lifts after its pen.
    public static var restSeconds: Double { 0.5 }

    /// What a touch is taken for.
    public enum Verdict: Hashable, Sendable {
        /// The touch draws.
        case draw
        /// It draws, and the finger's stroke in progress is given up: it was the hand that set the pen down.
        case drawInstead
        /// It is a palm, or one touch too many.
        case ignore
    }

    private var drawing: Bool?
    private var penSeen: Double?

    /// No touch was seen yet.
    public init() {}

    /// A touch has begun.
    /// - Parameters:
    ///   - isPen: whether it is a pen's; everything else counts as a finger's.
    ///   - time: in seconds of any clock that does not run backwards, also below.
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

    /// The touch that draws was seen.
    public mutating func see(at time: Double) { if drawing == true { penSeen = time } }

    /// The touch that draws is over.
    public mutating func end(at time: Double) {
        see(at: time)
        drawing = nil
    }
}
