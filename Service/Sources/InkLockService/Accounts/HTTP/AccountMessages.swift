// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import Passcode
import Passkey
import PicturePassword

/// What comes in. `/api/openapi.json` describes it.
enum AccountMessage {
    struct NewPasscode: Decodable {
        let kind: String
        let text: String
    }

    struct NewPicture: Decodable {
        let name: String
        /// A gesture's bytes each, in base 64.
        let drawings: [Data]
    }

    struct Drawing: Decodable {
        /// A gesture's bytes, in base 64.
        let gesture: Data
        /// SHA-256 of the picture's file, in base 64.
        let pictureDigest: Data
    }

    /// A passkey that was used. Bytes in base 64.
    struct Passkey: Decodable {
        let id: Data
        let clientDataJSON: Data
        let authenticatorData: Data
        let signature: Data
        let userHandle: Data?
        let prfKey: Data?
    }

    /// A passkey that was made. Bytes in base 64.
    struct NewPasskey: Decodable {
        let id: Data
        let clientDataJSON: Data
        let attestationObject: Data
    }

    /// One of the three.
    struct Proof: Decodable {
        let passcode: String?
        let drawing: Drawing?
        let passkey: Passkey?
    }

    struct Named: Decodable {
        let name: String
    }

    /// One of passcode and picture.
    struct Creation: Decodable {
        let name: String
        let passcode: NewPasscode?
        let picture: NewPicture?
    }

    struct SignIn: Decodable {
        /// May be left out with a passkey.
        let name: String?
        let proof: Proof
    }

    /// One of passcode and picture.
    struct Recovery: Decodable {
        let name: String
        let recoveryCode: String
        let passcode: NewPasscode?
        let picture: NewPicture?
    }

    struct PasscodeChange: Decodable {
        let proof: Proof
        let passcode: NewPasscode
    }

    struct PictureChange: Decodable {
        let proof: Proof
        let picture: NewPicture
    }

    struct Proven: Decodable {
        let proof: Proof
    }

    struct PasskeyCreation: Decodable {
        let proof: Proof
        let name: String
        let credential: NewPasskey
        let prfKey: Data?
    }

    struct PasskeyRenaming: Decodable {
        let id: Data
        let name: String
    }

    struct PasskeyRemoval: Decodable {
        let id: Data
        let proof: Proof
    }

    struct NewNote: Decodable {
        let id: String
        let version: Int64
        /// In base 64.
        let sealed: Data
    }

    struct OldNote: Decodable {
        let id: String
        let version: Int64
    }

    /// An object, whatever is in it.
    struct Nothing: Decodable {
        private enum Key: CodingKey {}

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self) }
    }
}

extension AccountMessage.Proof {
    /// - Parameter ceremony: where a passkey was asked for.
    /// - Throws: ``APIError/malformed``, and what `ceremony` throws.
    func checked(_ ceremony: () throws -> PasskeyCeremony) throws -> InkLockService.Proof {
        switch (passcode, drawing, passkey) {
        case (let passcode?, nil, nil): return .passcode(Array(passcode.utf8))
        case (nil, nil, let passkey?):
            guard passkey.userHandle?.count ?? AccountID.byteCount == AccountID.byteCount else {
                throw APIError.malformed
            }
            return .passkey(
                PasskeyProof(
                    credentialID: Array(passkey.id),
                    assertion: PasskeyAssertion(
                        clientDataJSON: Array(passkey.clientDataJSON),
                        authenticatorData: Array(passkey.authenticatorData), signature: Array(passkey.signature)),
                    userHandle: passkey.userHandle.map { AccountID($0) }, prfKey: try PRFKey.checked(passkey.prfKey),
                    ceremony: try ceremony()))
        case (nil, let drawing?, nil):
            guard let gesture = try? Gesture(decoding: drawing.gesture),
                drawing.pictureDigest.count <= GestureTemplate.maximumDigestLength
            else { throw APIError.malformed }
            return .drawing(gesture, pictureDigest: Array(drawing.pictureDigest))
        default: throw APIError.malformed
        }
    }
}

extension NewMethod {
    /// - Throws: ``APIError/malformed``, ``AccountError``.
    static func checked(
        _ passcode: AccountMessage.NewPasscode?, _ picture: AccountMessage.NewPicture?, _ pictures: PictureCatalogue
    ) throws -> NewMethod {
        switch (passcode, picture) {
        case (let passcode?, nil):
            guard let kind = PasscodeKind(word: passcode.kind) else { throw APIError.malformed }
            // As the vault will read it.
            let text = passcode.text.precomposedStringWithCanonicalMapping
            return try .checked(passcode: Array(text.utf8), kind: kind)
        case (nil, let picture?):
            let gestures = picture.drawings.map { try? Gesture(decoding: $0) }
            guard gestures.allSatisfy({ $0 != nil }) else { throw APIError.malformed }
            return try .checked(drawings: gestures.compactMap { $0 }, on: picture.name, pictures)
        default: throw APIError.malformed
        }
    }
}

extension PasscodeKind {
    /// The kind's name in messages.
    var word: String {
        switch self {
        case .fourDigits: "fourDigits"
        case .sixDigits: "sixDigits"
        case .numeric: "numeric"
        case .alphanumeric: "alphanumeric"
        }
    }

    init?(word: String) {
        guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}
