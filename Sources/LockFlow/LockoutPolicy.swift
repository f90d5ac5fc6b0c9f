// SPDX-License-Identifier: MIT

/// How many wrong attempts there may be, and what follows them.
///
/// Failures of the device's own biometrics spend nothing: the system counts those.
public struct LockoutPolicy: Hashable, Sendable {
    /// What happens when the last wrong passcode has been tried.
    public enum Ending: UInt8, Hashable, Sendable, CaseIterable {
        /// Only the recovery code, or another way in of high entropy, opens the vault.
        case recovery
        /// The vault is destroyed.
        case wipe
    }

    /// How many milliseconds nothing may be tried after the first, second, ... wrong passcode in a row, each 0 or more.
    /// A failure beyond the list takes its last entry. The defaults are the device's own on iOS (Apple Platform Security,
    /// "Passcodes and passwords"): one minute after the fourth, then 5 and 15 minutes, 1, 3 and 8 hours.
    public var passcodeDelaysMilliseconds: [Int64]
    /// How many wrong passcodes there may be since the owner was last in. At least 1; 10 by default, as on iOS. NIST SP
    /// 800-63B allows no more than 100. `UInt32.max` stands for no limit.
    public var passcodeLimit: UInt32
    /// How many wrong passcodes there may be since the passcode was set, less one for each opening since. At the limit no passcode
    /// is tried, and no drawing; only a new passcode puts the count back to 0. At least 1; 100 by default, NIST's limit for
    /// failures in a row (SP 800-63B-4 §3.2.2); `UInt32.max` stands for no limit.
    ///
    /// It bounds the guesses of a person who tries a few passcodes between the owner's openings. An owner who mistypes less than
    /// once an opening never reaches it.
    public var passcodeTotalLimit: UInt32
    /// After how many wrong drawings in a row the passcode is required. At least 1; `UInt32.max` stands for no limit. The default is NIST's for biometrics,
    /// which a drawing resembles: it is matched, not known exactly.
    public var pictureLimit: UInt32
    /// What happens at ``passcodeLimit``.
    public var ending: Ending
    /// Whether the wrong passcode that was tried last is counted when it is tried again. It is no new guess.
    public var countsSameWrongAgain: Bool

    public init(
        passcodeDelaysMilliseconds: [Int64] = LockoutPolicy.defaultDelaysMilliseconds, passcodeLimit: UInt32 = 10,
        passcodeTotalLimit: UInt32 = 100, pictureLimit: UInt32 = 5, ending: Ending = .recovery,
        countsSameWrongAgain: Bool = false
    ) {
        self.passcodeDelaysMilliseconds = passcodeDelaysMilliseconds
        self.passcodeLimit = passcodeLimit
        self.passcodeTotalLimit = passcodeTotalLimit
        self.pictureLimit = pictureLimit
        self.ending = ending
        self.countsSameWrongAgain = countsSameWrongAgain
    }

    /// Counts attempts and never refuses one: for secrets that cannot be guessed, where a count serves only to be shown to the
    /// owner.
    public static var unlimited: LockoutPolicy {
        LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: .max, passcodeTotalLimit: .max, pictureLimit: .max)
    }

    /// 0, 0, 0, 1 min, 5 min, 15 min, 1 h, 3 h, 8 h.
    public static var defaultDelaysMilliseconds: [Int64] {
        [0, 0, 0, 60_000, 300_000, 900_000, 3_600_000, 10_800_000, 28_800_000]
    }

    var limitsPasscodes: Bool { passcodeLimit < .max }

    var limitsPasscodeTotal: Bool { passcodeTotalLimit < .max }

    var limitsPictures: Bool { pictureLimit < .max }

    /// The delay after so many wrong passcodes in a row, in milliseconds.
    func delayMilliseconds(after failures: UInt32) -> Int64 {
        guard failures > 0, let last = passcodeDelaysMilliseconds.last else { return 0 }
        let index = failures - 1
        guard index < UInt32(truncatingIfNeeded: passcodeDelaysMilliseconds.count) else { return max(0, last) }
        return max(0, passcodeDelaysMilliseconds[Int(index)])
    }
}
