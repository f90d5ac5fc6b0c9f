// SPDX-License-Identifier: MIT
import Foundation
import Passcode

/// A reference to secret bytes that several threads can share. The bytes are overwritten on deallocation.
final class KeptSecret: Sendable {
    private let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// Copies the bytes of a value from the system, which cannot be overwritten. Release the value soon.
    convenience init(_ value: Data) { self.init(SecretBytes(value)) }

    var count: Int { bytes.count }

    var copy: SecretBytes { bytes.withBytes { SecretBytes($0) } }

    /// Calls a closure with the bytes themselves, not a copy.
    func withData<Result, Failure: Error>(_ body: (Data) throws(Failure) -> Result) throws(Failure) -> Result {
        try bytes.withBytes { (bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Result in
            guard let first = bytes.baseAddress else { return try body(Data()) }
            let pointer = UnsafeMutableRawPointer(mutating: first)
            return try body(Data(bytesNoCopy: pointer, count: bytes.count, deallocator: .none))
        }
    }
}
