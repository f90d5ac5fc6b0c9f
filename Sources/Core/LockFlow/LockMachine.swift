// SPDX-License-Identifier: MIT

/// The lock of an app as a pure state machine, with one method per event that returns the actions for the host.
///
/// The lock is global; covers are per window. A window's content shows only while the state allows it and the window is
/// active. Without ``LockSettings/coversWhenInactive``, it stays active until it goes out of sight. The host reports
/// each event with its time and decides nothing. Every event is O(windows + held links).
///
/// After every sequence of events:
/// - No content shows unless the state is `unlocked` or `unconfigured` and the window is active.
/// - The key is in memory only while the state is `unlocked` or `covered`.
/// - At most one attempt is under way, and results of other attempts change nothing.
/// - Only an accepted attempt leads back to `unlocked`.
public struct LockMachine: Hashable, Sendable {
    /// The state of the lock.
    public package(set) var state: LockState
    /// The settings for how soon and how strictly the app locks. They may change at any time and apply from the next
    /// event.
    public var settings: LockSettings
    /// The unlock methods that are available now, the best first.
    public internal(set) var methods: UnlockMethods
    /// The method whose screen is shown on the cover.
    public internal(set) var presentedMethod: UnlockMethod?
    /// The held links, the oldest first.
    public package(set) var heldLinks: [HeldLink] = []

    /// The windows with their phases, in the order of opening.
    package var windows: [Window] = []
    /// The ledger's state: the state to return to when an attempt fails, and the one after the next lock.
    package var resting = LockState.locked
    /// The change of the device that a prompt has found since the owner last unlocked: the device's owner and sensors
    /// no longer unlock, and the passcode is required if there is one.
    package var deviceChange: PasscodeReason?
    package var attemptCount: UInt32 = 0
    /// A Boolean value that indicates whether automatic prompts are off: since the app was last out of sight, the owner
    /// was prompted or locked it by hand.
    var hasAsked = false
    /// A Boolean value that indicates whether nothing more is offered without a tap: since the last locking or return,
    /// a method was offered automatically, or the owner chose one.
    var hasOffered = false
    /// A Boolean value that indicates whether the data that the vault needs is readable: not before the device is first
    /// unlocked after a boot.
    var isDataAvailable: Bool
    /// A Boolean value that indicates whether all windows were out of sight since the owner last unlocked.
    var wasOutOfSight = false
    /// A Boolean value that indicates whether the app shows a system prompt of its own, which takes the focus although
    /// the user stays.
    var isPromptShowing = false
    /// A Boolean value that indicates whether a prompt has just closed. The focus may take a moment to return.
    package var isReturningFromPrompt = false

    package struct Window: Hashable, Sendable {
        package var id: WindowID
        package var phase: WindowPhase
    }

    /// Creates the machine at launch, before the first frame. It is locked if a lock is set up.
    /// - Parameters:
    ///   - isConfigured: A Boolean value that indicates whether a lock is set up.
    ///   - settings: The settings for how soon and how strictly the app locks.
    ///   - methods: The unlock methods that are available now.
    ///   - standing: The attempt ledger's state.
    ///   - isDataAvailable: A Boolean value that indicates whether the protected data is readable.
    ///   - now: The time of the launch, for a lockout that continues.
    public init(
        isConfigured: Bool, settings: LockSettings = LockSettings(), methods: UnlockMethods,
        standing: AttemptStanding = .attemptsAllowed, isDataAvailable: Bool = true, at now: ClockReading
    ) {
        self.settings = settings
        self.methods = methods
        self.isDataAvailable = isDataAvailable
        state = isConfigured ? standing.state(at: now) : .unconfigured
        resting = state
    }

    /// Returns a Boolean value that indicates whether a window's content may be seen.
    public func isVisible(_ window: WindowID) -> Bool {
        guard let phase = windows.first(where: { $0.id == window })?.phase, phase == .active else { return false }
        return showsContent
    }

    /// A Boolean value that indicates whether the app may keep the vault's key.
    public var holdsKey: Bool {
        switch state {
        case .unlocked, .covered: true
        default: false
        }
    }

    var showsContent: Bool { state == .unlocked || state == .unconfigured }

    var isInUse: Bool { windows.contains { $0.phase == .active } }

    var isOutOfSight: Bool { windows.allSatisfy { $0.phase == .background } }
}

/// The visibility and activity of a window.
public enum WindowPhase: UInt8, Hashable, Sendable, CaseIterable {
    /// The window is in sight and in use.
    case active
    /// The window is in sight or in the app switcher, and not in use.
    case inactive
    /// The window is out of sight.
    case background
}

extension AttemptStanding {
    func state(at now: ClockReading) -> LockState {
        switch self {
        case .attemptsAllowed: .locked
        case .lockedOut(let seconds): .lockedOut(from: now, seconds: seconds)
        case .passcodeRequired(let reason): .passcodeRequired(reason)
        case .recoveryRequired(let reason): .recoveryRequired(reason)
        case .wiped: .wiped
        }
    }
}
