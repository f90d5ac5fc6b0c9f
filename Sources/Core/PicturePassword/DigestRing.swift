// SPDX-License-Identifier: MIT

/// A bounded list of distinct digests, oldest first.
struct DigestRing: Sendable {
    private(set) var digests: [SipHash.Digest] = []
    private let capacity: Int

    /// - Parameter capacity: The maximum number of digests. A value below 1 counts as 1.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Complexity: O(digests).
    func contains(_ digest: SipHash.Digest) -> Bool { digests.contains { $0.equals(digest) } }

    /// Adds a digest unless the list contains it. The oldest is removed if there is no room. Complexity: O(digests).
    mutating func append(_ digest: SipHash.Digest) {
        guard !contains(digest) else { return }
        if digests.count == capacity { digests.removeFirst() }
        digests.append(digest)
    }
}
