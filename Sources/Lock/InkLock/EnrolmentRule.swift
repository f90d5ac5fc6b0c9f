// SPDX-License-Identifier: MIT
import LockVault
import Passcode
import PicturePassword

/// The rule for the passcodes and drawings that an ``AppLock`` accepts. The lock's vault has no such rule.
///
/// A `PasscodeSettingsView` of InkLockUI that changes a lock's passcode applies the lock's rule. Other screens have
/// settings of their own. Pass them the policy and the minimum strength of ``AppLock/enrolment``, because only screens
/// show the reason for a refusal.
public struct EnrolmentRule: Hashable, Sendable {
    /// The policy that refuses passcodes; `nil` to accept every valid passcode.
    public var passcodes: PasscodePolicy?
    /// The minimum strength of a drawing. `Strength.Level.weak` accepts every drawing.
    public var minimumStrength: Strength.Level

    /// Creates a rule. The default refuses common passcodes, and drawings weaker than `Strength.Level.fair`.
    public init(passcodes: PasscodePolicy? = PasscodePolicy(), minimumStrength: Strength.Level = .fair) {
        self.passcodes = passcodes
        self.minimumStrength = minimumStrength
    }

    /// A rule that accepts everything, for apps that apply their own rule first.
    public static let any = EnrolmentRule(passcodes: nil, minimumStrength: .weak)

    /// Returns the reason why a passcode is refused; `nil` if it is accepted.
    public func refusal(of passcode: borrowing SecretBytes, kind: PasscodeKind) -> PasscodePolicy.Refusal? {
        passcode.withBytes { passcodes?.refusal(of: $0, kind: kind) }
    }

    /// Checks that a passcode is accepted.
    func check(_ passcode: borrowing SecretBytes, kind: PasscodeKind) throws(VaultError) {
        if let refusal = refusal(of: passcode, kind: kind) { throw .passcodeRefused(refusal) }
    }

    /// Returns a Boolean value that indicates whether a drawing is strong enough.
    /// - Parameters:
    ///   - template: The drawings of the enrolment. Those for an app's own verifier are not judged.
    ///   - map: The picture's salient places, which make a drawing easier to guess.
    public func accepts(_ template: GestureTemplate, over map: SaliencyMap) -> Bool {
        let strength =
            switch template.verifier {
            case .trained: TrainedVerifier().lowerStrength(of: template.samples, over: map)
            case .raster: RasterVerifier.undirected.lowerStrength(of: template.samples, over: map)
            case .custom: nil as Strength?
            }
        return strength.map { $0.level >= minimumStrength } ?? true
    }
}
