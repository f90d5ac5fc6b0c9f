// SPDX-License-Identifier: MIT

/// The limits on wrong attempts, and their consequences.
///
/// Failures of the device's biometrics do not count here: the system limits those itself.
public struct LockoutPolicy: Hashable, Sendable {
    /// The consequence of reaching ``LockoutPolicy/passcodeLimit``.
    public enum LimitConsequence: UInt8, Hashable, Sendable, CaseIterable {
        /// Only the recovery code or another high-entropy method opens the vault.
        case recovery
        /// The vault is destroyed.
        case wipe
    }

    /// The delays in milliseconds before the next attempt, after the first, second and each further wrong passcode in a
    /// row. Each is at least 0.
    ///
    /// A failure beyond the list takes its last entry. The defaults are those of a device with iOS (Apple Platform
    /// Security, "Passcodes and passwords"): one minute after the fourth failure, then 5 and 15 minutes, 1, 3 and 8
    /// hours.
    public var passcodeDelaysMilliseconds: [Int64]
    /// The maximum number of wrong passcodes since the owner last opened the vault.
    ///
    /// At least 1; 10 by default, as on iOS. NIST SP 800-63B allows no more than 100. `UInt32.max` means no limit.
    public var passcodeLimit: UInt32
    /// The maximum number of wrong passcodes since the passcode was set. Each opening since then subtracts one.
    ///
    /// At the limit no passcode and no drawing is tried; only a new passcode resets the count. At least 1; 100 by
    /// default, NIST's limit for failures in a row (SP 800-63B-4 §3.2.2). `UInt32.max` means no limit.
    ///
    /// It bounds the guesses of an attacker who tries a few passcodes between the owner's openings. An owner who
    /// mistypes less than once per opening never reaches it.
    public var passcodeTotalLimit: UInt32
    /// The number of wrong drawings in a row after which only other methods unlock.
    ///
    /// At least 1; `UInt32.max` means no limit. The default is NIST's limit for biometrics, which a drawing resembles:
    /// it is matched approximately, not compared exactly.
    public var pictureLimit: UInt32
    /// The consequence of reaching ``passcodeLimit``.
    public var limitConsequence: LimitConsequence
    /// A Boolean value that indicates whether a repetition of the last wrong passcode counts, although it is not a new
    /// guess.
    public var countsRepeatedPasscode: Bool

    public init(
        passcodeDelaysMilliseconds: [Int64] = LockoutPolicy.defaultDelaysMilliseconds, passcodeLimit: UInt32 = 10,
        passcodeTotalLimit: UInt32 = 100, pictureLimit: UInt32 = 5, limitConsequence: LimitConsequence = .recovery,
        countsRepeatedPasscode: Bool = false
    ) {
        self.passcodeDelaysMilliseconds = passcodeDelaysMilliseconds
        self.passcodeLimit = passcodeLimit
        self.passcodeTotalLimit = passcodeTotalLimit
        self.pictureLimit = pictureLimit
        self.limitConsequence = limitConsequence
        self.countsRepeatedPasscode = countsRepeatedPasscode
    }

    /// The policy that counts attempts but never rejects one. Use it for high-entropy secrets, whose count is only
    /// shown to the owner.
    public static var unlimited: LockoutPolicy {
        LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: .max, passcodeTotalLimit: .max, pictureLimit: .max)
    }

    /// The default delays: 0, 0, 0, 1 min, 5 min, 15 min, 1 h, 3 h, 8 h.
    public static var defaultDelaysMilliseconds: [Int64] {
        [0, 0, 0, 60_000, 300_000, 900_000, 3_600_000, 10_800_000, 28_800_000]
    }

    var limitsPasscodes: Bool { passcodeLimit < .max }

    var limitsPasscodeTotal: Bool { passcodeTotalLimit < .max }

    var limitsPictures: Bool { pictureLimit < .max }

    /// Returns the delay after a number of wrong passcodes in a row, in milliseconds.
    func delayMilliseconds(after failures: UInt32) -> Int64 {
        guard failures > 0, let last = passcodeDelaysMilliseconds.last else { return 0 }
        let index = failures - 1
        guard index < UInt32(truncatingIfNeeded: passcodeDelaysMilliseconds.count) else { return max(0, last) }
        return max(0, passcodeDelaysMilliseconds[Int(index)])
    }
}
