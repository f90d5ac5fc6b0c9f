// SPDX-License-Identifier: MIT
import Crypto
import LockVault

/// A writer of one file in the format of age.
struct AgeWriter {
    private let key: SymmetricKey
    private var number: UInt64 = 0
    private var pending: [UInt8] = []

    /// The bytes of the header, which come first.
    let header: [UInt8]

    /// - Parameter logN: The power of 2 of the derivation's work, at most ``AgeFormat/largestLogN``.
    /// - Complexity: O(2^`logN`).
    init(_ passphrase: Passphrase, logN: Int = AgeFormat.logN) throws(AgeError) {
        let fileKey = SymmetricKey(size: .bits128)
        let salt = AgeFormat.random(AgeFormat.saltBytes)
        let wrapKey = try AgeFormat.wrapKey(passphrase, salt: salt, logN: logN)
        guard
            let sealed = try? fileKey.withUnsafeBytes({
                try ChaChaPoly.seal($0, using: wrapKey, nonce: AgeFormat.zeroNonce)
            })
        else { throw .damaged }
        let body = [UInt8](sealed.ciphertext) + [UInt8](sealed.tag)
        let lines =
            "\(AgeFormat.versionLine)\n-> scrypt \(AgeFormat.text(salt)) \(logN)\n\(AgeFormat.text(body))\n"
            + AgeFormat.macLabel
        let nonce = AgeFormat.random(AgeFormat.saltBytes)
        let code = AgeFormat.text(AgeFormat.headerCode(Array(lines.utf8), fileKey))
        header = Array("\(lines) \(code)\n".utf8) + nonce
        key = AgeFormat.contentKey(fileKey, nonce: nonce)
    }

    /// Takes bytes, and returns encrypted ones as far as they are known not to be the last.
    mutating func sealed(_ bytes: [UInt8]) -> [UInt8] {
        pending += bytes
        var result: [UInt8] = []
        var start = 0
        while pending.count - start > AgeFormat.chunkBytes {
            result += chunk(pending[start..<start + AgeFormat.chunkBytes], isLast: false)
            start += AgeFormat.chunkBytes
        }
        pending.removeFirst(start)
        return result
    }

    /// Returns the end of the file.
    mutating func end() -> [UInt8] { chunk(pending[...], isLast: true) }

    private mutating func chunk(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        let nonce = AgeFormat.nonce(number, isLast: isLast)
        number += 1
        guard let box = try? ChaChaPoly.seal(bytes, using: key, nonce: nonce) else {
            preconditionFailure("a chunk is far below the cipher's limit")
        }
        return [UInt8](box.ciphertext) + [UInt8](box.tag)
    }
}
