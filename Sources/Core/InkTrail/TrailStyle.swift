// SPDX-License-Identifier: MIT
import InkStroke

/// The built-in trail styles; see ``BuiltInTrail``.
public enum TrailStyle: UInt8, Hashable, Sendable, CaseIterable {
    /// No trail, as protection against onlookers.
    case none = 0
    /// A plain line that stays while it is drawn, then fades. See ``LineTrail``.
    case line = 1
    /// Fire. See ``FireTrail``.
    case fire = 2

    /// Returns the style to use when the user has asked the system to reduce motion: the line replaces fire. Hosts call
    /// this method whenever the setting changes.
    public func effective(reducedMotion: Bool) -> TrailStyle {
        self == .fire && reducedMotion ? .line : self
    }
}
