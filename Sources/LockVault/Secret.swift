// SPDX-License-Identifier: MIT
import Passcode

/// Secret bytes that several hold on to, overwritten when the last lets go.
final class Secret: Sendable {
    private let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    var count: Int { bytes.count }

    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(body)
    }
}
