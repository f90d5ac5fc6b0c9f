// SPDX-License-Identifier: MIT
import CodeNames
import Foundation
import LockFlow
import LockVault
import Passcode
import Passkey
import PicturePassword

/// Request bodies, as described by `/api/openapi.json`.
enum AccountMessage {
    /// The maximum length of a text in bytes.
    static let textByteLimit = 1024

    struct NewPasscode: Decodable {
        let kind: String
        let text: String
    }

    struct NewPicture: Decodable {
        let name: String
        /// The bytes of each gesture, in base 64.
        let drawings: [Data]
    }

    struct Drawing: Decodable {
        /// The bytes of the gesture, in base 64.
        let gesture: Data
        /// The SHA-256 digest of the picture's file, in base 64.
        let pictureDigest: Data
    }

    /// A passkey assertion. All bytes are in base 64.
    struct Passkey: Decodable {
        let id: Data
        let clientDataJSON: Data
        let authenticatorData: Data
        let signature: Data
        let userHandle: Data?
        let prfKey: Data?
    }

    /// A passkey registration. All bytes are in base 64.
    struct NewPasskey: Decodable {
        let id: Data
        let clientDataJSON: Data
        let attestationObject: Data
    }

    /// A proof. Exactly one member must be present.
    struct Proof: Decodable {
        let passcode: String?
        let drawing: Drawing?
        let passkey: Passkey?
        let recoveryCode: String?
    }

    struct Named: Decodable {
        let name: String
    }

    /// The creation of an account. Exactly one of `passcode` and `picture` must be present.
    struct Creation: OperationMessage {
        let name: String
        let passcode: NewPasscode?
        let picture: NewPicture?
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?
    }

    struct SignIn: OperationMessage {
        /// The account name. It may be omitted with a passkey.
        let name: String?
        let proof: Proof
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?
    }

    /// A recovery. Exactly one of `passcode` and `picture` must be present.
    struct Recovery: OperationMessage {
        let name: String
        let recoveryCode: String
        let passcode: NewPasscode?
        let picture: NewPicture?
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?

        /// Always `true`: the recovery code, with 128 random bits, identifies the operation.
        var isOperation: Bool { true }
    }

    struct PasscodeChange: OperationMessage {
        let proof: Proof
        let passcode: NewPasscode
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?
    }

    struct PictureChange: OperationMessage {
        let proof: Proof
        let picture: NewPicture
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?
    }

    struct Proven: OperationMessage {
        let proof: Proof
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?
    }

    /// A proof to check before a change, or before the end of the account.
    struct KnownSecret: Decodable {
        let proof: Proof
    }

    struct PasskeyCreation: OperationMessage {
        let proof: Proof
        let name: String
        let credential: NewPasskey
        let prfKey: Data?
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?
    }

    struct Renaming: OperationMessage {
        let name: String
        let proof: Proof
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
        let operation: String?
    }

    struct PasskeyRenaming: Decodable {
        let id: Data
        let name: String
    }

    struct PasskeyRemoval: OperationMessage {
        let id: Data
        let proof: Proof
        /// The operation's ID: 32 random hexadecimal digits, one ID for each intent of the user.
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
        /// The sealed note, in base 64.
        let sealed: Data
    }

    struct OldNote: Decodable {
        let id: String
        let version: Int64
    }

    /// An object with any members.
    struct Nothing: Decodable {
        private enum Key: CodingKey {}

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self) }
    }
}

/// A message that may belong to an operation.
protocol OperationMessage: Decodable {
    var operation: String? { get }
    /// A Boolean value that indicates whether the message alone identifies its operation.
    var isOperation: Bool { get }
}

extension OperationMessage {
    var isOperation: Bool { operation != nil }
}

extension AccountMessage {
    /// Returns a recovery code whose form is right. A mistyped code is reported immediately, and no limit counts it.
    /// - Throws: `VaultError.malformedRecoveryCode(_:)`.
    static func checked(recoveryCode code: String) throws(AccountError) -> String {
        guard code.utf8.count <= textByteLimit else { throw .vault(.malformedRecoveryCode(.length)) }
        do throws(RecoveryCodeError) { _ = try RecoveryCode(code) } catch {
            throw .vault(.malformedRecoveryCode(error))
        }
        return code
    }
}

extension AccountMessage.Proof {
    /// Converts the message to a proof.
    /// - Parameter ceremony: Returns the ceremony of a passkey.
    /// - Throws: ``APIError/malformed``, ``AccountError`` for text that is too long, and the errors of `ceremony`.
    func checked(_ ceremony: () throws -> PasskeyCeremony) throws -> InkLockService.Proof {
        switch (passcode, drawing, passkey, recoveryCode) {
        case (let passcode?, nil, nil, nil):
            guard let text = TypedPasscode(passcode) else { throw AccountError.vault(.invalidPasscode) }
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
            return .drawing(try PictureGesture(message: drawing.gesture), pictureDigest: Array(drawing.pictureDigest))
        default: throw APIError.malformed
        }
    }
}

extension PasscodeKind {
    /// Creates the kind with the name of a message.
    init?(word: String) {
        guard word.utf8.count <= 16, let kind: Self = CodeName.value(word) else { return nil }
        self = kind
    }
}
