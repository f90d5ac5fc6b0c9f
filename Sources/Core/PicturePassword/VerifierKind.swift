// SPDX-License-Identifier: MIT

/// The kind of verifier that a template was enrolled with. Attempts are decided by a verifier of the same kind.
public enum VerifierKind: UInt8, Hashable, Sendable, CaseIterable {
    /// The rule of squares: ``RasterVerifier``.
    case raster
    /// InkLock's own model: ``TrainedVerifier``.
    case trained
    /// A verifier of the app's own.
    case custom
}
