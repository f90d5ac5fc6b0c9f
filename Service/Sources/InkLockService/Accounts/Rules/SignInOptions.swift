// SPDX-License-Identifier: MIT
import LockFlow
import Passcode

/// What opens an account, as anybody is told who names it.
struct SignInOptions: Hashable, Sendable {
    /// `nil` if no passcode does.
    var passcode: PasscodeKind?
    /// The name of the picture that is drawn on; `nil` if no drawing does.
    var picture: String?
    /// What may be tried now, from this device.
    var standing: AttemptStanding = .mayTry

    /// Made up for a name that nobody has: plausible, and always the same.
    init(semblanceFor name: AccountName, _ secrets: ServiceSecrets, _ pictures: PictureCatalogue) {
        let bytes = secrets.semblance("methods", of: name)
        let kinds: [PasscodeKind] = [.sixDigits, .sixDigits, .fourDigits, .alphanumeric]
        let kind = kinds[Int(bytes[bytes.startIndex]) % kinds.count]
        let picture = pictures.semblance(for: name, secrets)
        // Of five, two have a passcode, two both, and one a picture.
        let methods = Int(bytes[bytes.startIndex + 1]) % 5
        self.init(
            passcode: methods < 4 || picture == nil ? kind : nil, picture: methods >= 2 ? picture : nil)
    }

    init(passcode: PasscodeKind?, picture: String?, standing: AttemptStanding = .mayTry) {
        self.passcode = passcode
        self.picture = picture
        self.standing = standing
    }
}
