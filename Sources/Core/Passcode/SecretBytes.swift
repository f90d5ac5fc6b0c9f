// SPDX-License-Identifier: MIT

/// Bytes that exist once and are overwritten at the end of their lifetime, for a passcode between the keys and the
/// vault.
///
/// The value cannot be copied, only moved or borrowed. A host must overwrite what it copies out of ``withBytes(_:)``.
/// Overwriting does not reach memory that the system has swapped out or that a text field keeps.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    // The storage is allocated once, because growing would leave copies behind. No other code has the pointer, hence
    // Sendable.
    private let storage: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes.
    public private(set) var count = 0

    /// Creates an empty value with room for `capacity` bytes.
    public init(capacity: Int) {
        storage = .allocate(capacity: max(1, capacity))
        storage.initialize(repeating: 0)
    }

    /// Creates `capacity` bytes that `fill` writes in place. Bytes that it does not write are 0.
    public init(capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.init(capacity: capacity)
        fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(storage)[..<capacity]))
        count = capacity
    }

    /// Creates a copy of `bytes`.
    public init(_ bytes: some Collection<UInt8>) {
        self.init(capacity: bytes.count)
        for byte in bytes { append(byte) }
    }

    deinit {
        Self.overwrite(storage)
        storage.deallocate()
    }

    /// A Boolean value that indicates whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Passes the bytes to `body`. The buffer is valid until `body` returns.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(rebasing: storage[..<count]))
    }

    /// Overwrites all bytes and sets the count to 0.
    public mutating func wipe() {
        Self.overwrite(storage)
        count = 0
    }

    /// Returns a Boolean value that indicates whether both contain the same bytes. The time depends on the lengths, not
    /// on the contents.
    public func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for i in 0..<count { difference |= storage[i] ^ other.storage[i] }
        return difference == 0
    }

    /// The number of bytes that fit.
    var capacity: Int { storage.count }

    /// Appends a byte.
    /// - Precondition: There is room for another byte.
    mutating func append(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }

    /// Truncates to `newCount` bytes and overwrites the rest.
    mutating func truncate(to newCount: Int) {
        for i in newCount..<count { storage[i] = 0 }
        count = newCount
    }

    /// Passes the whole storage to `body`, for tests of residual data.
    func withStorage<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(storage))
    }

    // Not optimised, because an optimiser removes stores to memory that is freed next.
    @_optimize(none) @inline(never)
    private static func overwrite(_ storage: UnsafeMutableBufferPointer<UInt8>) {
        for i in storage.indices { storage[i] = 0 }
    }
}
