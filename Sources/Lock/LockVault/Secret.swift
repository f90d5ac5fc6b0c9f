// SPDX-License-Identifier: MIT
import Crypto
import Passcode

/// Secret bytes that several values share, kept out of swap space where the system allows it, and overwritten when the last
/// value lets go.
final class Secret: Sendable {
    private let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
        self.bytes.withBytes { SecretMemory.lock(UnsafeRawBufferPointer($0)) }
    }

    var count: Int { bytes.count }

    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(body)
    }

    func isEqual(to other: Secret) -> Bool { bytes.isEqual(to: other.bytes) }
}
