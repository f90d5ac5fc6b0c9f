// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkLock
import LockVault

/// The contents of a secret's file. It is readable without a prompt, apart from the secret itself, which is sealed.
///
/// docs/SPEC.md, "Secrets of the owner on Linux", describes the format. The secret's name and all bytes before it are
/// authenticated with it.
struct SecretRecord: Hashable, Sendable {
    /// The place of the sealed secret.
    enum Place: UInt8, Hashable, Sendable {
        /// The secret is in this record.
        case file = 0
        /// The secret is in the session's keyring, under the identifier.
        case keyring = 1
        /// The secret was erased because the fingers changed.
        case lost = 2
    }

    static let secretLimit = 64 << 10
    private static let version: UInt8 = 1
    private static let identifierCount = 16
    private static let fingersCount = 32
    private static let sealOverhead = 28

    let accessControl: AccessControl
    var place: Place
    /// The identifier, which is unique for each value, so that an update never overwrites a secret in use.
    let identifier: [UInt8]
    /// The fingers that open the secret (``EnrolledFingers/mark``); empty if the device's owner does.
    let fingers: [UInt8]
    /// The sealed secret, if ``place`` is ``Place/file``.
    var sealed: [UInt8] = []

    /// - Precondition: `fingers` are given for `AccessControl.currentBiometrics`.
    init(_ accessControl: AccessControl, fingers: [UInt8] = [], place: Place) {
        precondition(fingers.count == (accessControl == .currentBiometrics ? Self.fingersCount : 0))
        self.accessControl = accessControl
        self.fingers = fingers
        self.place = place
        identifier = (0..<Self.identifierCount).map { _ in UInt8.random(in: .min ... .max) }
    }

    /// Reads a record.
    /// - Throws: `VaultError.damaged` for any other bytes.
    init(_ bytes: [UInt8]) throws(VaultError) {
        var rest = bytes[...]
        func next(_ count: Int) throws(VaultError) -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw .damaged }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        guard let version = try next(1).first else { throw .damaged }
        guard version == Self.version else { throw .unsupportedVersion(version) }
        guard let accessControl = AccessControl(rawValue: try next(1).first!),
            let place = Place(rawValue: try next(1).first!)
        else { throw .damaged }
        self.accessControl = accessControl
        self.place = place
        identifier = Array(try next(Self.identifierCount))
        fingers = Array(try next(accessControl == .currentBiometrics ? Self.fingersCount : 0))
        sealed = Array(rest)
        let isRightLength =
            place == .file
            ? Self.sealOverhead...Self.secretLimit + Self.sealOverhead ~= sealed.count : sealed.isEmpty
        guard isRightLength else { throw .damaged }
    }

    /// The bytes of the file.
    var bytes: [UInt8] { header + sealed }

    private var header: [UInt8] {
        [Self.version, accessControl.rawValue, place.rawValue] + identifier + fingers
    }

    /// Returns the sealed form of a secret that this record is for.
    func seal(_ secret: SharedSecretBytes, named name: SecretName, under key: SharedSecretBytes) -> [UInt8] {
        secret.withData { data in
            // Neither call fails: the nonce is the library's own, and the plaintext is small.
            [UInt8](try! ChaChaPoly.seal(data, using: Self.key(key), authenticating: header + name.text.utf8).combined)
        }
    }

    /// Returns the secret.
    /// - Throws: `VaultError.damaged` if the bytes were not sealed for this record, under this name and key.
    func open(_ sealed: [UInt8], named name: SecretName, under key: SharedSecretBytes) throws(VaultError)
        -> SharedSecretBytes
    {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed),
            var plain = try? ChaChaPoly.open(box, using: Self.key(key), authenticating: header + name.text.utf8)
        else { throw .damaged }
        defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
        return SharedSecretBytes(plain)
    }

    private static func key(_ deviceKey: SharedSecretBytes) -> SymmetricKey {
        deviceKey.withBytes { bytes in
            KeyDerivation.key(
                UnsafeRawBufferPointer(bytes), salt: [], info: Array("InkLock secret of the owner".utf8))
        }
    }
}
