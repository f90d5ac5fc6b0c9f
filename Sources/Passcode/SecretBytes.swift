// SPDX-License-Identifier: MIT

/// Bytes that exist once and are overwritten when nobody needs them any more: a passcode on its way from the keys to the
/// vault.
///
/// The value cannot be copied, only moved or lent. What a host copies out of ``withBytes(_:)`` is the host's to overwrite.
/// Overwriting cannot reach what the system swapped out or a text field keeps of its own.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    // Allocated whole at once: growing would leave copies behind. Nobody else has the pointer, hence Sendable.
    private let storage: UnsafeMutableBufferPointer<UInt8>
    /// How many bytes there are.
    public private(set) var count = 0

    /// No bytes yet, with room for `capacity`.
    public init(capacity: Int) {
        storage = .allocate(capacity: max(1, capacity))
        storage.initialize(repeating: 0)
    }

    /// A copy of `bytes`.
    public init(_ bytes: some Collection<UInt8>) {
        self.init(capacity: bytes.count)
        for byte in bytes { append(byte) }
    }

    deinit {
        Self.overwrite(storage)
        storage.deallocate()
    }

    /// Whether there is no byte.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes until `body` returns.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(rebasing: storage[..<count]))
    }

    /// Overwrites all bytes and forgets how many there were.
    public mutating func wipe() {
        Self.overwrite(storage)
        count = 0
    }

    /// Whether both hold the same bytes. The time taken tells the lengths, and nothing of the contents.
    public func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for i in 0..<count { difference |= storage[i] ^ other.storage[i] }
        return difference == 0
    }

    /// The room there is for bytes.
    var capacity: Int { storage.count }

    /// - Precondition: there is room.
    mutating func append(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }

    /// Shortens to `newCount` bytes and overwrites the rest.
    mutating func truncate(to newCount: Int) {
        for i in newCount..<count { storage[i] = 0 }
        count = newCount
    }

    /// All the room there is, for tests of what is left in it.
    func withStorage<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(storage))
    }

    // Unoptimised, because an optimiser drops stores to memory that is freed next.
    @_optimize(none) @inline(never)
    private static func overwrite(_ storage: UnsafeMutableBufferPointer<UInt8>) {
        for i in storage.indices { storage[i] = 0 }
    }
}
