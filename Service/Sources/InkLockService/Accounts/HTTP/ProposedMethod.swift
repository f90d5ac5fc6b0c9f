// SPDX-License-Identifier: MIT
import Foundation
import NIOCore
import NIOPosix
import Passcode
import PicturePassword

/// An unlock method in a message, of bounded size, whose strength is not checked yet. Checking drawings is expensive,
/// so only authorised clients cause it.
struct ProposedMethod: Sendable {
    private enum Content: Sendable {
        case passcode(TypedPasscode, PasscodeKind)
        case picture(name: String, [PictureGesture])
    }

    private let content: Content

    var isPicture: Bool {
        if case .picture = content { return true }
        return false
    }

    /// - Throws: ``APIError/malformed`` unless exactly one argument is given, and ``AccountError`` if it is too long.
    /// - Complexity: O(bytes).
    init(_ passcode: AccountMessage.NewPasscode?, _ picture: AccountMessage.NewPicture?) async throws {
        switch (passcode, picture) {
        case (let passcode?, nil):
            guard let kind = PasscodeKind(word: passcode.kind) else { throw APIError.malformed }
            guard let text = TypedPasscode(passcode.text) else { throw AccountError.passcodeRefused(.tooLong) }
            content = .passcode(text, kind)
        case (nil, let picture?):
            guard picture.name.utf8.count <= AccountMessage.textByteLimit else { throw AccountError.unknownPicture }
            content = .picture(
                name: picture.name, try await Self.offPool { try PictureGesture.all(in: picture.drawings) })
        default: throw APIError.malformed
        }
    }

    /// Checks the method's strength and returns it. The work runs on a thread pool.
    func judged(for name: AccountName, _ pictures: PictureCatalogue) async throws(AccountError) -> NewMethod {
        do {
            return try await Self.offPool { [content] in
                switch content {
                case .passcode(let text, let kind): try NewMethod.checked(passcode: text, kind: kind, of: name)
                case .picture(let picture, let drawings):
                    try NewMethod.checked(drawings: drawings, on: picture, pictures)
                }
            }
        } catch {
            // The pool throws only when the process ends.
            throw error as? AccountError ?? .vault(.cancelled)
        }
    }

    private static func offPool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await pool.runIfActive(body)
    }

    /// Not the library's own threads, on which files are read: judging a picture password takes much longer.
    private static let pool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: max(1, System.coreCount - 1))
        pool.start()
        return pool
    }()
}

extension ProposedMethod: CustomStringConvertible, CustomReflectable {
    /// Omits the contents, which would otherwise appear in logs.
    var description: String { "ProposedMethod" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension PictureGesture {
    /// The maximum number of points in all drawings of a message.
    static let pointLimit = 4000

    /// - Throws: ``APIError/malformed`` for an invalid gesture, and `VaultError.limitExceeded` for too many points.
    init(message: Data) throws { self = try Self.all(in: [message])[0] }

    /// Decodes the drawings of one message.
    /// - Throws: ``APIError/malformed`` for an invalid gesture, and `VaultError.limitExceeded` for too many points.
    /// - Complexity: O(bytes).
    static func all(in messages: [Data]) throws -> [PictureGesture] {
        var points = 0
        return try messages.map { message in
            guard let gesture = try? PictureGesture(decoding: message) else { throw APIError.malformed }
            for part in gesture.parts { points += part.fingers.reduce(0) { $0 + $1.points.count } }
            guard points <= pointLimit else { throw AccountError.vault(.limitExceeded) }
            return gesture
        }
    }
}
