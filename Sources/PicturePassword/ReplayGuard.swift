// SPDX-License-Identifier: MIT

/// Remembers drawings without keeping them, to refuse one that comes a second time sample for sample: nobody's hand
/// draws the same twice.
///
/// What is kept of a drawing is a keyed digest of its bytes (SipHash-2-4, 128 bits), from which nobody learns the
/// drawing, not even by trying likely ones, without the key. It recognises a recording that is played back, wherever in
/// time it begins; not one that was changed by a 16th of a picture unit or a millisecond.
public struct ReplayGuard: Sendable {
    /// How much is remembered.
    public struct Parameters: Hashable, Sendable {
        /// How many enrolled and accepted drawings are remembered, at least 1; then the oldest is forgotten. 256 are an
        /// unlock an hour for ten days.
        public var acceptedCapacity: Int
        /// How many other attempts are remembered, at least 1. They have a place of their own, so that nobody can make
        /// the guard forget an accepted drawing by failing often.
        public var triedCapacity: Int

        public init(acceptedCapacity: Int = 256, triedCapacity: Int = 64) {
            self.acceptedCapacity = acceptedCapacity
            self.triedCapacity = triedCapacity
        }
    }

    /// What became of a drawing.
    public enum Outcome: Hashable, Sendable {
        /// It was enrolled, or matched.
        case accepted
        /// It did not match.
        case tried
    }

    /// A key has this many bytes.
    public static var keyLength: Int { SipHash.keyLength }

    private let hash: SipHash
    private var accepted: DigestRing
    private var tried: DigestRing

    /// A guard that remembers nothing yet.
    /// - Parameters:
    ///   - key: random bytes that only this guard uses, ``keyLength`` of them, kept where the template's key is.
    ///   - parameters: how much is remembered.
    /// - Returns: `nil` for a key of another length.
    public init?(key: [UInt8], parameters: Parameters = Parameters()) {
        guard let hash = SipHash(key: key) else { return nil }
        self.hash = hash
        accepted = DigestRing(capacity: parameters.acceptedCapacity)
        tried = DigestRing(capacity: parameters.triedCapacity)
    }

    /// Whether this very drawing is remembered. Complexity: O(points + drawings remembered).
    public func isReplay(_ gesture: Gesture) -> Bool {
        let digest = hash.digest(of: gesture.encoded())
        return accepted.contains(digest) || tried.contains(digest)
    }

    /// Remembers a drawing, and forgets the oldest with the same outcome when there are too many.
    /// Complexity: O(points + drawings remembered).
    public mutating func remember(_ gesture: Gesture, as outcome: Outcome) {
        let digest = hash.digest(of: gesture.encoded())
        switch outcome {
        case .accepted: accepted.append(digest)
        case .tried: tried.append(digest)
        }
    }

    /// The guard as bytes, without its key, for the app to store. docs/SPEC.md gives every byte.
    /// - Complexity: O(drawings remembered).
    public func encoded() -> [UInt8] {
        var encoder = GestureEncoder()
        encoder.header(GestureFormat.guardMagic)
        for ring in [accepted, tried] {
            encoder.count(ring.digests.count)
            for digest in ring.digests { encoder.append(digest) }
        }
        // The tag, so that bytes of another key or with other digests are found out.
        encoder.append(hash.digest(of: encoder.bytes))
        return encoder.bytes
    }

    /// The guard that ``encoded()`` gave. Where it remembers more than `parameters` allow, the oldest are forgotten.
    /// - Throws: ``GestureDecodingError``, `.unauthentic` when these are not the bytes that were written with this key.
    /// - Complexity: O(`bytes.count`).
    public init(
        decoding bytes: some Sequence<UInt8>, key: [UInt8], parameters: Parameters = Parameters()
    ) throws(GestureDecodingError) {
        guard let empty = ReplayGuard(key: key, parameters: parameters) else { throw .unauthentic }
        self = empty
        let bytes = Array(bytes)
        let content = bytes.dropLast(SipHash.Digest.length)
        var decoder = try GestureDecoder(Array(content), magic: GestureFormat.guardMagic)
        guard hash.digest(of: content).equals(SipHash.Digest(bytes.suffix(SipHash.Digest.length))) else {
            throw .unauthentic
        }
        for _ in 0..<(try decoder.digestCount()) { accepted.append(try decoder.digest()) }
        for _ in 0..<(try decoder.digestCount()) { tried.append(try decoder.digest()) }
        try decoder.end()
    }
}
