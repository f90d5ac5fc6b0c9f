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

    /// Creates a value that takes ownership of the bytes.
    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
        self.bytes.withBytes { SecretMemory.lock(UnsafeRawBufferPointer($0)) }
    }

    /// Creates a copy of bytes from the system. The system's value cannot be overwritten, so release it soon.
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

    /// Calls a closure with the bytes themselves as `Data`, not a copy. The closure must not keep the value.
    public func withData<Result, Failure: Error>(_ body: (Data) throws(Failure) -> Result) throws(Failure) -> Result {
        try bytes.withBytes { (bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Result in
            guard let first = bytes.baseAddress else { return try body(Data()) }
            let pointer = UnsafeMutableRawPointer(mutating: first)
            return try body(Data(bytesNoCopy: pointer, count: bytes.count, deallocator: .none))
        }
    }

    func isEqual(to other: SharedSecretBytes) -> Bool { bytes.isEqual(to: other.bytes) }
}
