// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Hummingbird
import NIOCore
import NIOPosix
import Passcode
import PicturePassword

extension AccountAPI {
    /// An unlock method as a message describes it, checked away from the threads that serve others.
    func newMethod(
        _ passcode: AccountMessage.NewPasscode?, _ picture: AccountMessage.NewPicture?, of name: AccountName
    ) async throws -> NewMethod {
        switch (passcode, picture) {
        case (let passcode?, nil):
            guard let kind = PasscodeKind(word: passcode.kind) else { throw APIError.malformed }
            guard let text = PasscodeText(passcode.text) else { throw AccountError.passcodeRefused(.tooLong) }
            return try await Self.offPool { try NewMethod.checked(passcode: text, kind: kind, of: name) }
        case (nil, let picture?):
            guard picture.name.utf8.count <= AccountMessage.textByteLimit else { throw AccountError.unknownPicture }
            let pictures = accounts.pictures
            return try await Self.offPool {
                let gestures = picture.drawings.map { Gesture(message: $0) }
                guard gestures.allSatisfy({ $0 != nil }) else { throw APIError.malformed }
                return try NewMethod.checked(drawings: gestures.compactMap { $0 }, on: picture.name, pictures)
            }
        default: throw APIError.malformed
        }
    }

    /// Does what takes a while on a thread of its own.
    static func offPool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await NIOThreadPool.singleton.runIfActive(body)
    }
}

extension AccountAPI.Call {
    /// With the address and what to call the browser.
    var caller: Client {
        var client = client
        client.address = address
        client.label = DeviceLabel.of(request.headers[.userAgent])
        return client
    }

    /// Reads a message and which operation it is part of. The same body on the same route is the same operation.
    /// - Parameter session: whose operation it is; `nil` for a client that is not signed in.
    func readOperation<Message: OperationMessage>(
        _ type: Message.Type, _ session: Accounts.Session?, _ secrets: ServiceSecrets
    ) async throws -> (Message, Operation?) {
        let body: ByteBuffer
        do { body = try await request.body.collect(upTo: byteLimit) } catch is NIOTooManyBytesError {
            throw APIError.tooLarge
        }
        let message = try APIRequest.decode(type, from: Array(body.readableBytesView))
        if let operation = message.operation { guard DeviceID(operation) != nil else { throw APIError.malformed } }
        guard message.isOperation else { return (message, nil) }
        let words = "\(request.uri.path) \(session?.account.id.text ?? "") \(session?.id.text ?? "") "
        let digest = SHA256.hash(data: Data(body.readableBytesView))
        return (message, Operation(Data(words.utf8) + Data(digest), secrets))
    }
}

extension Gesture {
    /// The most points of a gesture that is drawn in one go.
    static let pointLimit = 4000

    /// - Returns: `nil` for what is no gesture, or one of too many points.
    init?(message: Data) {
        guard let gesture = try? Gesture(decoding: message) else { return nil }
        let points = gesture.parts.reduce(0) { $0 + $1.fingers.reduce(0) { $0 + $1.points.count } }
        guard points <= Self.pointLimit else { return nil }
        self = gesture
    }
}
