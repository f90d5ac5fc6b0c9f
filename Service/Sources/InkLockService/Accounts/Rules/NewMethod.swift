// SPDX-License-Identifier: MIT
import LockVault
import Passcode
import PicturePassword

/// A way in that somebody sets up.
package enum NewMethod: Sendable {
    /// UTF-8.
    case passcode([UInt8], PasscodeKind)
    case picture(name: String, GestureTemplate)

    var pictureName: String? {
        guard case .picture(let name, _) = self else { return nil }
        return name
    }
}

extension NewMethod: CustomStringConvertible, CustomReflectable {
    /// Not what it holds: that would end up in logs.
    package var description: String { "NewMethod" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension NewMethod {
    /// - Throws: ``AccountError/passcodeRefused(_:)``.
    static func checked(passcode: [UInt8], kind: PasscodeKind) throws(AccountError) -> NewMethod {
        if let refusal = passcode.withUnsafeBufferPointer({ PasscodePolicy().refusal(of: $0, kind: kind) }) {
            throw .passcodeRefused(refusal)
        }
        return .passcode(passcode, kind)
    }

    /// Takes the drawings of an enrolment, all at once: the page has taken them one by one.
    /// - Throws: ``AccountError/unknownPicture``, ``AccountError/drawingRefused(number:_:)``,
    ///   ``AccountError/drawingsMissing``.
    static func checked(
        drawings: [Gesture], on picture: String, _ pictures: PictureCatalogue
    ) throws(AccountError) -> NewMethod {
        guard let digest = pictures.digest(of: picture),
            var enrolment = Enrolment(pictureDigest: digest, verifier: Accounts.verifier)
        else { throw .unknownPicture }
        for (i, drawing) in drawings.enumerated() {
            let progress: Enrolment<RasterVerifier>.Progress
            do throws(Enrolment<RasterVerifier>.Refusal) {
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
}
