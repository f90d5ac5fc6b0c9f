// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import Passcode

/// Secret bytes that several values and threads share. They are kept out of swap space where the system allows it, and
/// overwritten when the last reference is released.
///
/// `SecretBytes` has one owner. Use this type for a secret that a closure captures.
public final class SharedSecretBytes: Sendable {
    private let bytes: SecretBytes

    /// Takes over the bytes.
    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
        self.bytes.withBytes { SecretMemory.lock(UnsafeRawBufferPointer($0)) }
    }

    /// Copies the bytes of a value from the system, which cannot be overwritten. Release the value soon.
    public convenience init(_ value: Data) { self.init(SecretBytes(value)) }

    /// The number of bytes.
    public var count: Int { bytes.count }

    /// A copy of the bytes.
    public var copy: SecretBytes { bytes.withBytes { SecretBytes($0) } }

    /// Calls a closure with the bytes themselves, not a copy.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(body)
    }

    /// Calls a closure with the bytes themselves as `Data`, not a copy. Do not keep it.
    public func withData<Result, Failure: Error>(_ body: (Data) throws(Failure) -> Result) throws(Failure) -> Result {
        try bytes.withBytes { (bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Result in
            guard let first = bytes.baseAddress else { return try body(Data()) }
            let pointer = UnsafeMutableRawPointer(mutating: first)
            return try body(Data(bytesNoCopy: pointer, count: bytes.count, deallocator: .none))
        }
    }

    func isEqual(to other: SharedSecretBytes) -> Bool { bytes.isEqual(to: other.bytes) }
}
