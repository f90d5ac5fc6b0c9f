// SPDX-License-Identifier: MIT
import InkGeometry

/// How a passcode screen moves: durations in seconds and the shake for a wrong passcode.
public struct PasscodeMotion: Hashable, Sendable {
    /// For the screen to come and go, and for one step of a change to make way for the next.
    public var screenSeconds: Double
    /// What the screen shrinks to, of its size, as it goes after the right passcode; 1 for not at all.
    public var leavingScale: Double
    /// For keys to light up and marks to fill.
    public var stateSeconds: Double
    /// How far the marks are thrown by a wrong passcode, as a share of their row's width.
    public var shakeReach: Double
    /// How long the throw takes; 0 for no shake.
    public var throwSeconds: Double
    /// How long the marks then swing.
    public var swingSeconds: Double
    /// The swing's damping ratio, above 0 and below 1.
    public var swingDamping: Double
    /// Buzz, pause, buzz for a wrong passcode, where the device can; empty for none.
    public var buzzSeconds: [Double]

    /// The throw is that of the screen that this one descends from; there the swing takes a second at a damping of 0.15, and
    /// is over here as soon as the next digit may be typed.
    public static var standard: PasscodeMotion {
        PasscodeMotion(
            screenSeconds: 0.35, leavingScale: 0.9, stateSeconds: 0.15, shakeReach: 0.3, throwSeconds: 0.05,
            swingSeconds: 0.3, swingDamping: 0.3, buzzSeconds: [0.04, 0.06, 0.04])
    }

    /// For people who asked for less motion: nothing moves, what changes fades. The buzz stays.
    public static var reduced: PasscodeMotion {
        var motion = standard
        motion.leavingScale = 1
        motion.shakeReach = 0
        motion.throwSeconds = 0
        motion.swingSeconds = 0
        return motion
    }

    /// From a wrong passcode until the marks stand still.
    public var shakeSeconds: Double { throwSeconds + swingSeconds }

    /// What is left of a swing at its end, where it is stopped.
    private static var rest: Double { 0.01 }

    /// How far the marks are from their place, in points to the right, `seconds` after a wrong passcode.
    ///
    /// They are thrown to the left evenly and then swing as a damped harmonic oscillator let go at rest.
    /// - Parameters:
    ///   - seconds: Since the passcode turned out wrong; 0 and less are before it, and nothing moves.
    ///   - width: The width of the marks' row.
    public func shakeOffset(at seconds: Double, width: Double) -> Double {
        guard seconds > 0 && seconds < shakeSeconds else { return 0 }
        let reach = -shakeReach * width
        guard seconds > throwSeconds else { return reach * seconds / throwSeconds }
        let time = seconds - throwSeconds
        let decay = -ElementaryFunctions.log(Self.rest) / swingSeconds
        let frequency = decay / swingDamping * (1 - swingDamping * swingDamping).squareRoot()
        let phase = frequency * time
        return reach * ElementaryFunctions.exp(-decay * time)
            * (ElementaryFunctions.cos(phase) + decay / frequency * ElementaryFunctions.sin(phase))
    }
}
