// SPDX-License-Identifier: MIT
import Crypto
import LockVault

/// A reader of one file in the format of age.
struct AgeReader {
    private let key: SymmetricKey
    private var number: UInt64 = 0
    private var pending: [UInt8]

    /// The maximum number of bytes of a header with one recipient.
    static let headerLimit = 256

    /// - Parameter start: At least the first ``headerLimit`` bytes of the file, or all of it.
    init(_ start: [UInt8], _ passphrase: Passphrase) throws(AgeError) {
        let lines = start.prefix(Self.headerLimit).split(
            separator: 0x0A, maxSplits: 4, omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0].elementsEqual(AgeFormat.versionLine.utf8) else { throw .notAge }
        let words = lines[1].split(separator: 0x20, omittingEmptySubsequences: false)
            .map { Substring(decoding: $0, as: UTF8.self) }
        guard words.count == 4, words[0] == "->", words[1] == "scrypt",
            let salt = AgeFormat.bytes(words[2], count: AgeFormat.saltBytes), let logN = Int(words[3]),
            words[3] == "\(logN)", logN > 0,
            let body = AgeFormat.bytes(
                Substring(decoding: lines[2], as: UTF8.self), count: AgeFormat.fileKeyBytes + AgeFormat.tagBytes),
            lines[3].starts(with: "\(AgeFormat.macLabel) ".utf8),
            let code = AgeFormat.bytes(Substring(decoding: lines[3].dropFirst(4), as: UTF8.self), count: 32)
        else { throw .notAge }
        guard logN <= AgeFormat.largestLogN else { throw .tooMuchWork }
        let wrapKey = try AgeFormat.wrapKey(passphrase, salt: salt, logN: logN)
        guard
            let box = try? ChaChaPoly.SealedBox(
                nonce: AgeFormat.zeroNonce, ciphertext: body.prefix(AgeFormat.fileKeyBytes),
                tag: body.suffix(AgeFormat.tagBytes)),
            let opened = try? ChaChaPoly.open(box, using: wrapKey)
        else { throw .wrongPassphrase }
        let fileKey = SymmetricKey(data: opened)
        let header = Array(start[..<(lines[3].startIndex + AgeFormat.macLabel.utf8.count)])
        let macKey = KeyDerivation.key(fileKey, salt: [], info: Array("header".utf8))
        guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: header, using: macKey) else {
            throw .damaged
        }
        let rest = start[(lines[3].endIndex + 1)...]
        guard rest.count >= AgeFormat.saltBytes else { throw .damaged }
        key = AgeFormat.contentKey(fileKey, nonce: Array(rest.prefix(AgeFormat.saltBytes)))
        pending = Array(rest.dropFirst(AgeFormat.saltBytes))
    }

    /// Takes encrypted bytes, and returns decrypted ones as far as they are known not to be the last.
    /// - Throws: ``AgeError/damaged``.
    mutating func opened(_ bytes: [UInt8]) throws(AgeError) -> [UInt8] {
        pending += bytes
        let size = AgeFormat.chunkBytes + AgeFormat.tagBytes
        var result: [UInt8] = []
        var start = 0
        while pending.count - start > size {
            result += try chunk(pending[start..<start + size], isLast: false)
            start += size
        }
        pending.removeFirst(start)
        return result
    }

    /// Returns the end of the content.
    /// - Throws: ``AgeError/damaged``, including for a file that has been cut off.
    mutating func end() throws(AgeError) -> [UInt8] {
        let result = try chunk(pending[...], isLast: true)
        guard !result.isEmpty || number == 1 else { throw .damaged }
        return result
    }

    private mutating func chunk(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(AgeError) -> [UInt8] {
        guard bytes.count >= AgeFormat.tagBytes,
            let box = try? ChaChaPoly.SealedBox(
                nonce: AgeFormat.nonce(number, isLast: isLast), ciphertext: bytes.dropLast(AgeFormat.tagBytes),
                tag: bytes.suffix(AgeFormat.tagBytes)),
            let opened = try? ChaChaPoly.open(box, using: key)
        else { throw .damaged }
        number += 1
        return [UInt8](opened)
    }
}
