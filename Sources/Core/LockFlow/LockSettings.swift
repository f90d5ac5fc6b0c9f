// SPDX-License-Identifier: MIT

/// The settings for how soon and how strictly an app locks.
public struct LockSettings: Hashable, Sendable {
    /// The grace period: the number of seconds after leaving the app in which the owner can return without unlocking.
    /// At least 0; 0 locks each time.
    public var graceSeconds: Double
    /// A Boolean value that indicates whether losing the focus covers a window that stays in sight. With `false`, a
    /// window whose content shows counts as in use until it goes out of sight, even with ``locksWhenInactive``. Use
    /// `true` on a phone, whose app switcher shows windows that are not in use.
    public var coversWhenInactive: Bool
    /// A Boolean value that indicates whether a window that is in sight but not in use counts as left. Use `true` in a
    /// browser, which has no state in between. Use `false` on a phone, where pulling down a notification should not
    /// lock. On a Mac, `true` means that using another app counts as leaving.
    public var locksWhenInactive: Bool
    /// A Boolean value that indicates whether locking the device locks the app, even during the grace period. The
    /// system does not notify a suspended app, which keeps its grace period.
    public var locksWithDevice: Bool
    /// A Boolean value that indicates whether the app prompts for the best method once when it comes into use, without
    /// a tap on the cover. The app's own screen for a passcode or a picture also appears after each locking in sight.
    public var promptsAutomatically: Bool
    /// The number of seconds in which a window may regain the focus from a system prompt without locking, at least 0.
    public var promptReturnSeconds: Double
    /// The maximum number of held links. Beyond it the oldest is dropped. At least 1.
    public var heldLinkLimit: Int

    public init(
        graceSeconds: Double = 0, coversWhenInactive: Bool = true, locksWhenInactive: Bool = false,
        locksWithDevice: Bool = true, promptsAutomatically: Bool = true, promptReturnSeconds: Double = 2,
        heldLinkLimit: Int = 16
    ) {
        self.graceSeconds = graceSeconds
        self.coversWhenInactive = coversWhenInactive
        self.locksWhenInactive = locksWhenInactive
        self.locksWithDevice = locksWithDevice
        self.promptsAutomatically = promptsAutomatically
        self.promptReturnSeconds = promptReturnSeconds
        self.heldLinkLimit = heldLinkLimit
    }
}
