// SPDX-License-Identifier: MIT
import Foundation
import Passcode

/// Secret bytes on their way from one thread to another, overwritten when the last lets go.
final class KeptSecret: Sendable {
    private let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// - Parameter value: what the system made, which cannot be overwritten; let go of it soon.
    convenience init(_ value: Data) { self.init(SecretBytes(value)) }

    var count: Int { bytes.count }

    var copy: SecretBytes { bytes.withBytes { SecretBytes($0) } }

    /// Lends the bytes themselves, not a copy.
    func withData<Result, Failure: Error>(_ body: (Data) throws(Failure) -> Result) throws(Failure) -> Result {
        try bytes.withBytes { (bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Result in
            guard let first = bytes.baseAddress else { return try body(Data()) }
            let pointer = UnsafeMutableRawPointer(mutating: first)
            return try body(Data(bytesNoCopy: pointer, count: bytes.count, deallocator: .none))
        }
    }
}
