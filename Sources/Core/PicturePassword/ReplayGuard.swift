// SPDX-License-Identifier: MIT

/// A record of earlier drawings, which detects a drawing that repeats one sample for sample, as no hand does. It does
/// not store the drawings themselves.
///
/// The guard stores a keyed digest of each drawing's bytes (SipHash-2-4, 128 bits). Without the key it reveals nothing
/// about the drawing, not even to a search over likely drawings. The guard recognises a recording that is played back
/// at any time. It does not recognise one that was changed by 1/16 of a picture unit or a millisecond.
public struct ReplayGuard: Sendable {
    /// The capacity of the guard.
    public struct Parameters: Hashable, Sendable {
        /// The number of enrolled and accepted drawings to remember, at least 1. Beyond it, the oldest is dropped. 256
        /// is one unlock per hour for ten days.
        public var acceptedCapacity: Int
        /// The number of other attempts to remember, at least 1. They are stored separately, so that repeated failures
        /// cannot displace an accepted drawing.
        public var triedCapacity: Int

        public init(acceptedCapacity: Int = 256, triedCapacity: Int = 64) {
            self.acceptedCapacity = acceptedCapacity
            self.triedCapacity = triedCapacity
        }
    }

    /// The outcome of a drawing.
    public enum Outcome: Hashable, Sendable {
        /// The drawing was enrolled, or it matched.
        case accepted
        /// The drawing did not match.
        case tried
    }

    /// The number of bytes in a key.
    public static var keyLength: Int { SipHash.keyLength }

    private let hash: SipHash
    private var accepted: DigestRing
    private var tried: DigestRing

    /// Creates an empty guard.
    /// - Parameters:
    ///   - key: Random bytes that only this guard uses, ``keyLength`` of them. Store them with the template's key.
    ///   - parameters: The capacity of the guard.
    /// - Returns: `nil` for a key of another length.
    public init?(key: [UInt8], parameters: Parameters = Parameters()) {
        guard let hash = SipHash(key: key) else { return nil }
        self.hash = hash
        accepted = DigestRing(capacity: parameters.acceptedCapacity)
        tried = DigestRing(capacity: parameters.triedCapacity)
    }

    /// Returns a Boolean value that indicates whether the guard remembers exactly this drawing.
    ///
    /// - Complexity: O(points + remembered drawings).
    public func isReplay(_ gesture: PictureGesture) -> Bool {
        let digest = hash.digest(of: gesture.encoded())
        return accepted.contains(digest) || tried.contains(digest)
    }

    /// Remembers a drawing, and drops the oldest with the same outcome if there are too many.
    ///
    /// - Complexity: O(points + remembered drawings).
    public mutating func remember(_ gesture: PictureGesture, as outcome: Outcome) {
        let digest = hash.digest(of: gesture.encoded())
        switch outcome {
        case .accepted: accepted.append(digest)
        case .tried: tried.append(digest)
        }
    }

    /// Returns the guard as bytes without its key, for the app to store. docs/SPEC.md specifies every byte.
    /// - Complexity: O(remembered drawings).
    public func encoded() -> [UInt8] {
        var encoder = GestureEncoder()
        encoder.header(GestureFormat.guardMagic)
        for ring in [accepted, tried] {
            encoder.count(ring.digests.count)
            for digest in ring.digests { encoder.append(digest) }
        }
        // The tag detects bytes of another key and changed digests.
        encoder.append(hash.digest(of: encoder.bytes))
        return encoder.bytes
    }

    /// Restores a guard from the bytes of ``encoded()``. If it remembers more than `parameters` allows, the oldest
    /// drawings are dropped.
    /// - Throws: ``GestureDecodingError``; `.unauthentic` if the bytes were not written with this key.
    /// - Complexity: O(`bytes.count`).
    public init(
        decoding bytes: some Sequence<UInt8>, key: [UInt8], parameters: Parameters = Parameters()
    ) throws(GestureDecodingError) {
        guard let empty = ReplayGuard(key: key, parameters: parameters) else { throw .unauthentic }
        self = empty
        let bytes = Array(bytes)
        let content = Array(bytes.prefix(max(0, bytes.count - SipHash.Digest.length)))
        var decoder = try GestureDecoder(content, magic: GestureFormat.guardMagic)
        guard hash.digest(of: content).equals(SipHash.Digest(bytes.suffix(SipHash.Digest.length))) else {
            throw .unauthentic
        }
        for _ in 0..<(try decoder.digestCount()) { accepted.append(try decoder.digest()) }
        for _ in 0..<(try decoder.digestCount()) { tried.append(try decoder.digest()) }
        try decoder.end()
    }
}

/// A bounded list of distinct digests, oldest first.
struct DigestRing: Sendable {
    private(set) var digests: [SipHash.Digest] = []
    private let capacity: Int

    /// - Parameter capacity: The maximum number of digests. A value below 1 counts as 1.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// - Complexity: O(digests).
    func contains(_ digest: SipHash.Digest) -> Bool { digests.contains { $0.equals(digest) } }

    /// Adds a digest unless the list contains it. The oldest is removed if there is no room.
    ///
    /// - Complexity: O(digests).
    mutating func append(_ digest: SipHash.Digest) {
        guard !contains(digest) else { return }
        if digests.count == capacity { digests.removeFirst() }
        digests.append(digest)
    }
}
