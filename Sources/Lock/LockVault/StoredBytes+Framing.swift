// SPDX-License-Identifier: MIT

/// Stored bytes as one value, for storage that has no version of its own, such as a file or a keychain item.
///
/// The value is `INKP`, a byte 1, the version in eight bytes, least significant first, and the bytes.
extension StoredBytes {
    private static let magic = Array("INKP".utf8) + [1]
    private static let headerByteCount = magic.count + 8

    /// The version and the bytes as one value.
    public var framed: [UInt8] { Self.magic + Self.versionBytes(version) + bytes }

    /// Creates a value from the bytes of ``framed``.
    /// - Throws: ``VaultError/damaged`` for anything else.
    public init(framed: [UInt8]) throws(VaultError) {
        guard framed.count >= Self.headerByteCount, framed.starts(with: Self.magic) else { throw .damaged }
        let version = framed[Self.magic.count..<Self.headerByteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        // No version is 0, which stands for nothing stored.
        guard version > 0 else { throw .damaged }
        self.init(version: version, bytes: Array(framed[Self.headerByteCount...]))
    }

    /// Returns another version, for the bytes that replace those of version `old`. It is greater, unless `old` is
    /// 2⁶² or more: what is stored may have been changed, and have any version.
    /// - Parameter old: The version that is replaced; `nil` if nothing is stored yet.
    public static func nextVersion(after old: UInt64?) -> UInt64 {
        var random = SystemRandomNumberGenerator()
        return VersionNumber.next(after: old ?? 0, random: &random)
    }

    /// Returns a version as eight bytes, least significant first.
    public static func versionBytes(_ version: UInt64) -> [UInt8] {
        withUnsafeBytes(of: version.littleEndian) { Array($0) }
    }

    /// Checks that a version may be replaced, as ``VersionedStorage/save(_:replacing:)`` requires.
    /// - Parameters:
    ///   - found: The stored version; `nil` if nothing is stored.
    ///   - old: The version that the caller replaces; `nil` if nothing must be stored yet.
    /// - Throws: ``VaultError/missing``, ``VaultError/exists``, ``VaultError/conflict``.
    public static func checkVersion(_ found: UInt64?, replacing old: UInt64?) throws(VaultError) {
        switch (found, old) {
        case (nil, nil): break
        case (nil, _): throw .missing
        case (_, nil): throw .exists
        default: guard found == old else { throw .conflict }
        }
    }
}
