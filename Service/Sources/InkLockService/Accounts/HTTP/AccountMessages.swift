// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode
import Passkey
import PicturePassword

/// What comes in. `/api/openapi.json` describes it.
enum AccountMessage {
    /// The most bytes of a text that is looked at.
    static let textByteLimit = 1024

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

    /// One of the four.
    struct Proof: Decodable {
        let passcode: String?
        let drawing: Drawing?
        let passkey: Passkey?
        let recoveryCode: String?
    }

    struct Named: Decodable {
        let name: String
    }

    /// One of passcode and picture.
    struct Creation: OperationMessage {
        let name: String
        let passcode: NewPasscode?
        let picture: NewPicture?
        /// 32 hexadecimal digits, random for each intent of the user.
        let operation: String?
    }

    struct SignIn: Decodable {
        /// May be left out with a passkey.
        let name: String?
        let proof: Proof
        /// Taken and not needed: whoever signs in twice has two sessions.
        let operation: String?
    }

    /// One of passcode and picture.
    struct Recovery: OperationMessage {
        let name: String
        let recoveryCode: String
        let passcode: NewPasscode?
        let picture: NewPicture?
        /// 32 hexadecimal digits, random for each intent of the user.
        let operation: String?

        /// The code has 128 random bits.
        var isOperation: Bool { true }
    }

    struct PasscodeChange: OperationMessage {
        let proof: Proof
        let passcode: NewPasscode
        /// 32 hexadecimal digits, random for each intent of the user.
        let operation: String?
    }

    struct PictureChange: OperationMessage {
        let proof: Proof
        let picture: NewPicture
        /// 32 hexadecimal digits, random for each intent of the user.
        let operation: String?
    }

    struct Proven: OperationMessage {
        let proof: Proof
        /// 32 hexadecimal digits, random for each intent of the user.
        let operation: String?
    }

    struct PasskeyCreation: OperationMessage {
        let proof: Proof
        let name: String
        let credential: NewPasskey
        let prfKey: Data?
        /// 32 hexadecimal digits, random for each intent of the user.
        let operation: String?
    }

    struct PasskeyRenaming: Decodable {
        let id: Data
        let name: String
    }

    struct PasskeyRemoval: OperationMessage {
        let id: Data
        let proof: Proof
        /// 32 hexadecimal digits, random for each intent of the user.
        let operation: String?
    }

    struct Item: Decodable {
        let id: String
    }

    struct ProvenItem: Decodable {
        let id: String
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

/// A message that may be part of an operation.
protocol OperationMessage: Decodable {
    var operation: String? { get }
    /// Whether the message alone tells one operation from every other.
    var isOperation: Bool { get }
}

extension OperationMessage {
    var isOperation: Bool { operation != nil }
}

extension AccountMessage {
    /// Returns a recovery code whose form is right. What is mistyped is told at once, and no limit counts it.
    /// - Throws: `VaultError.malformedRecoveryCode(_:)`.
    static func checked(recoveryCode code: String) throws(AccountError) -> String {
        guard code.utf8.count <= textByteLimit else { throw .vault(.malformedRecoveryCode(.length)) }
        do throws(RecoveryCodeFault) { _ = try RecoveryCode(code) } catch { throw .vault(.malformedRecoveryCode(error)) }
        return code
    }
}

extension AccountMessage.Proof {
    /// - Parameter ceremony: where a passkey was asked for.
    /// - Throws: ``APIError/malformed``, ``AccountError`` for what is too long, and what `ceremony` throws.
    func checked(_ ceremony: () throws -> PasskeyCeremony) throws -> InkLockService.Proof {
        switch (passcode, drawing, passkey, recoveryCode) {
        case (let passcode?, nil, nil, nil):
            guard let text = PasscodeText(passcode) else { throw AccountError.vault(.unfitPasscode) }
            return .passcode(text)
        case (nil, nil, nil, let code?):
            return .recoveryCode(try AccountMessage.checked(recoveryCode: code))
        case (nil, nil, let passkey?, nil):
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
        case (nil, let drawing?, nil, nil):
            guard drawing.pictureDigest.count <= GestureTemplate.maximumDigestLength else { throw APIError.malformed }
            return .drawing(try Gesture(message: drawing.gesture), pictureDigest: Array(drawing.pictureDigest))
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
        guard word.utf8.count <= 16, let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}
