// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The size of a test.
public enum TestSize {
    /// A Boolean value that indicates whether tests run at their full size: whether `INKLOCK_THOROUGH` is set, as
    /// `scripts/test --thorough` sets it.
    public static let isFull = getenv("INKLOCK_THOROUGH") != nil

    /// Returns the number of repetitions or seeds for this run.
    ///
    /// - Parameters:
    ///   - full: The number at full size.
    ///   - small: The number otherwise.
    public static func count(full: Int, small: Int) -> Int { isFull ? full : small }
}
