// SPDX-License-Identifier: MIT

/// The trails that InkLock has; see ``BuiltInTrail``.
public enum TrailStyle: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing is seen: against onlookers.
    case none = 0
    /// A plain line that stays while it is drawn, then fades. See ``LineTrail``.
    case line = 1
    /// Drawing with fire. See ``FireTrail``.
    case fire = 2

    /// The style to use for somebody who has asked the system for less motion: there fire becomes the line. Hosts call
    /// this whenever the setting changes.
    public func effective(reducedMotion: Bool) -> TrailStyle {
        self == .fire && reducedMotion ? .line : self
    }
}
