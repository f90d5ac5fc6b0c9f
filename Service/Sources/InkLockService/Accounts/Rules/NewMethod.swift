// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import LockVault
import Passcode
import PicturePassword

/// An unlock method to set up.
package enum NewMethod: Sendable {
    case passcode(TypedPasscode, PasscodeKind, isPassphrase: Bool)
    case picture(name: String, GestureTemplate)

    var pictureName: String? {
        guard case .picture(let name, _) = self else { return nil }
        return name
    }
}

extension NewMethod: CustomStringConvertible, CustomReflectable {
    /// Omits the contents, which would otherwise appear in logs.
    package var description: String { "NewMethod" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension NewMethod {
    /// The minimum number of characters of a passcode. Fewer are too few even with a limit of ten wrong attempts on a
    /// device.
    static let leastPasscodeCount = 6
    /// The kinds of new passcodes: those that may have so many characters.
    static let passcodeKinds = PasscodeKind.allCases.filter { $0.lengths.upperBound >= leastPasscodeCount }
    /// The minimum number of characters of a short passcode without the account's and the service's name.
    private static let leastBesideNames = 6

    /// Checks a new passcode.
    /// - Throws: ``AccountError/passcodeRefused(_:)``, ``AccountError/passcodeCommon`` or
    ///   ``AccountError/passcodeContainsName``.
    package static func checked(
        passcode: TypedPasscode, kind: PasscodeKind, of name: AccountName
    ) throws(AccountError) -> NewMethod {
        guard passcodeKinds.contains(kind) else { throw .passcodeRefused(.tooShort) }
        let policy = PasscodePolicy(.init(minimumLength: leastPasscodeCount))
        if let refusal = passcode.bytes.withUnsafeBufferPointer({ policy.refusal(of: $0, kind: kind) }) {
            throw .passcodeRefused(refusal)
        }
        guard !isDigits(passcode, of: name) else { throw .passcodeContainsName }
        guard kind == .alphanumeric else { return .passcode(passcode, kind, isPassphrase: false) }
        let rule = PassphraseRule(name)
        let texts = FoldedText.spellings(of: String(decoding: passcode.bytes, as: UTF8.self))
        for text in texts {
            let rest = rule.withoutNames(text)
            guard rest.count == text.count || rest.count >= leastBesideNames else { throw .passcodeContainsName }
        }
        guard passcode.mayBePassphrase else {
            guard !texts.contains(where: isCommon) else { throw .passcodeCommon }
            return .passcode(passcode, kind, isPassphrase: false)
        }
        guard texts.allSatisfy({ rule.bits(of: $0) >= PassphraseRule.leastBits }) else { throw .passcodeCommon }
        return .passcode(passcode, kind, isPassphrase: true)
    }

    /// Returns whether a passcode consists of digits only, most of them taken from the account name, forwards or
    /// backwards. The name may be or contain a telephone number, a date or a customer number.
    private static func isDigits(_ passcode: TypedPasscode, of name: AccountName) -> Bool {
        let text = String(decoding: passcode.bytes, as: UTF8.self)
        let scalars = Array(text.precomposedStringWithCompatibilityMapping.unicodeScalars)
        let digits = scalars.compactMap(\.digit)
        let names = name.canonical.unicodeScalars.compactMap(\.digit)
        guard digits.count == scalars.count, names.count >= PassphraseRule.leastRun else { return false }
        let common = max(longestRun(of: digits, in: names), longestRun(of: digits, in: names.reversed()))
        return common >= min(leastDigitsOfName, names.count) && digits.count - common < leastBesideNames
    }

    /// The minimum length of a run of the name's digits that counts. If the name has fewer digits, all of them count.
    private static let leastDigitsOfName = 4

    /// Returns the length of the longest common run of two lists.
    /// - Complexity: O(product of their lengths), each at most 128.
    private static func longestRun(of first: [Int], in second: [Int]) -> Int {
        var best = 0
        for i in first.indices {
            for j in second.indices {
                var length = 0
                while i + length < first.count, j + length < second.count, first[i + length] == second[j + length] {
                    length += 1
                }
                best = max(best, length)
            }
        }
        return best
    }

    /// Returns whether a text is a common password, apart from digits, signs and spaces before or after it.
    private static func isCommon(_ text: FoldedText) -> Bool {
        func isLetter(_ index: Int) -> Bool { text.plain[index].properties.isAlphabetic }
        let first = text.plain.indices.first(where: isLetter) ?? 0
        let last = text.plain.indices.last(where: isLetter) ?? text.count - 1
        // A digit or a sign at either end may also stand for a letter.
        let ranges = [0..<text.count, first..<last + 1, 0..<last + 1, first..<text.count]
        return ranges.contains { range in
            range.count >= CommonPasswords.leastCount
                && CommonPasswords.contains(FoldedText.string(text.letters[range]))
        }
    }

    /// Checks all drawings of an enrolment together. The page has already checked them one by one.
    /// - Throws: ``AccountError/unknownPicture``, ``AccountError/drawingRefused(number:_:)`` or
    ///   ``AccountError/drawingsMissing``.
    static func checked(
        drawings: [PictureGesture], on picture: String, _ pictures: PictureCatalogue
    ) throws(AccountError) -> NewMethod {
        guard let digest = pictures.digest(of: picture),
            var enrolment = Enrolment(pictureDigest: digest, verifier: Accounts.verifier, parameters: requirements)
        else { throw .unknownPicture }
        for (i, drawing) in drawings.enumerated() {
            let progress: EnrolmentProgress
            do throws(EnrolmentError) {
                progress = try enrolment.add(drawing)
            } catch {
                throw AccountError(drawing: i + 1, error)
            }
            guard case .complete(let template) = progress else { continue }
            guard i == drawings.count - 1 else { break }
            return .picture(name: picture, template)
        }
        throw .drawingsMissing
    }

    /// The requirements on drawings. The service does not know the picture's salient places; the page also judges with
    /// them.
    static let requirements = EnrolmentParameters(minimumStrength: .good)
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script; `nil` for other characters.
    fileprivate var digit: Int? {
        properties.generalCategory == .decimalNumber ? properties.numericValue.map { Int($0) } : nil
    }
}
