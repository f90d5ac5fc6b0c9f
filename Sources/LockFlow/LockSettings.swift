// SPDX-License-Identifier: MIT

/// How soon and how strictly an app locks.
public struct LockSettings: Hashable, Sendable {
    /// For how many seconds after looking away the owner comes back without unlocking. 0 and up; 0 locks each time.
    public var graceSeconds: Double
    /// Whether a window that is in sight but not in use counts as looked away from. In a browser yes: there is nothing
    /// in between; on a phone no: pulling down a notification should not lock.
    public var locksWhenInactive: Bool
    /// Whether locking the device locks the app, however long grace would last.
    public var locksWithDevice: Bool
    /// Whether the best method is offered as soon as the app is looked at, once, rather than at a tap on the cover.
    public var promptsAutomatically: Bool
    /// For how many seconds a window may take to get the focus back from a prompt of the system without locking.
    public var promptReturnSeconds: Double
    /// How many links are held back; the oldest is dropped beyond. At least 1.
    public var heldLinkLimit: Int

    public init(
        graceSeconds: Double = 0, locksWhenInactive: Bool = false, locksWithDevice: Bool = true,
        promptsAutomatically: Bool = true, promptReturnSeconds: Double = 2, heldLinkLimit: Int = 16
    ) {
        self.graceSeconds = graceSeconds
        self.locksWhenInactive = locksWhenInactive
        self.locksWithDevice = locksWithDevice
        self.promptsAutomatically = promptsAutomatically
        self.promptReturnSeconds = promptReturnSeconds
        self.heldLinkLimit = heldLinkLimit
    }
}
