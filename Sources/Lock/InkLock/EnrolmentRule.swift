// SPDX-License-Identifier: MIT
import LockVault
import Passcode
import PicturePassword

/// The rule for the passcodes and drawings that an ``AppLock`` takes. The vault beneath it judges neither.
public struct EnrolmentRule: Hashable, Sendable {
    /// The policy that refuses passcodes; `nil` to take every one of its kind.
    public var passcodes: PasscodePolicy?
    /// The least strength of a drawing. `Strength.Level.weak` takes every one.
    public var leastStrength: Strength.Level

    /// By default what many people choose is refused, and drawings of less than `Strength.Level.fair`.
    public init(passcodes: PasscodePolicy? = PasscodePolicy(), leastStrength: Strength.Level = .fair) {
        self.passcodes = passcodes
        self.leastStrength = leastStrength
    }

    /// Takes everything: for an app that has asked a rule of its own before.
    public static let any = EnrolmentRule(passcodes: nil, leastStrength: .weak)

    /// Returns the reason why a passcode is refused; `nil` if it is taken.
    public func refusal(of passcode: borrowing SecretBytes, kind: PasscodeKind) -> PasscodePolicy.Refusal? {
        passcode.withBytes { passcodes?.refusal(of: $0, kind: kind) }
    }

    /// Returns a Boolean value that indicates whether a drawing is strong enough.
    /// - Parameters:
    ///   - template: The drawings of the enrolment. Those for an app's own verifier are not judged.
    ///   - map: The picture's places, which make a drawing easier to guess.
    public func takes(_ template: GestureTemplate, over map: SaliencyMap) -> Bool {
        let strength =
            switch template.verifier {
            case .trained: TrainedVerifier().leastStrength(of: template.samples, over: map)
            case .raster: RasterVerifier().leastStrength(of: template.samples, over: map)
            case .custom: nil as Strength?
            }
        return strength.map { $0.level >= leastStrength } ?? true
    }
}
