// SPDX-License-Identifier: MIT
import InkGeometry

/// The animations of a passcode screen: durations in seconds, and the shake for a wrong passcode.
public struct PasscodeMotion: Hashable, Sendable {
    /// The duration of the screen's appearance and disappearance, and of a step of a change.
    public var screenSeconds: Double
    /// The relative size to which the screen shrinks after the right passcode. 1 means no change.
    public var leavingScale: Double
    /// The duration of highlighting keys and filling marks.
    public var stateSeconds: Double
    /// The amplitude of the shake as a share of the width of the marks' row.
    public var shakeReach: Double
    /// The duration of the shake's first displacement. 0 means no shake.
    public var throwSeconds: Double
    /// The duration of the oscillation that follows.
    public var swingSeconds: Double
    /// The damping ratio of the oscillation, above 0 and below 1.
    public var swingDamping: Double
    /// The haptic pattern for a wrong passcode where the device supports it: vibration, pause, vibration. Empty for
    /// none.
    public var buzzSeconds: [Double]

    /// The default animations. The oscillation ends as soon as the next digit can be entered.
    public static var standard: PasscodeMotion {
        PasscodeMotion(
            screenSeconds: 0.35, leavingScale: 0.9, stateSeconds: 0.15, shakeReach: 0.3, throwSeconds: 0.05,
            swingSeconds: 0.3, swingDamping: 0.3, buzzSeconds: [0.04, 0.06, 0.04])
    }

    /// The animations for reduced motion: nothing moves, and changes fade. The haptic pattern stays.
    public static var reduced: PasscodeMotion {
        var motion = standard
        motion.leavingScale = 1
        motion.shakeReach = 0
        motion.throwSeconds = 0
        motion.swingSeconds = 0
        return motion
    }

    /// The time from a wrong passcode until the marks rest.
    public var shakeSeconds: Double { throwSeconds + swingSeconds }

    /// The relative amplitude at which the oscillation stops.
    private static var rest: Double { 0.01 }

    /// Returns the displacement of the marks, in points to the right, `seconds` after a wrong passcode.
    ///
    /// The marks move to the left linearly and then swing as a damped harmonic oscillator released at rest.
    /// - Parameters:
    ///   - seconds: The time since the passcode was rejected. At 0 and below nothing moves.
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
