// SPDX-License-Identifier: MIT

/// The lock of an app as a pure state machine: one method an event, each giving the actions that a host carries out.
///
/// The lock is global, covers are per window. A window's content shows only while the state shows it and the window is
/// in use; everything else covers. The host reports what happened and when, and decides nothing. Every event is O(windows
/// + held links).
///
/// After every sequence of events: nothing shows unless the state is `unlocked` or `unconfigured` and the window active;
/// the key is in memory only while `unlocked` or `covered`; at most one attempt is under way, and answers to another
/// change nothing; and only an accepted attempt leads back to `unlocked`.
public struct LockMachine: Hashable, Sendable {
    /// What the lock is doing.
    public package(set) var state: LockState
    /// How soon and how strictly it locks. May be changed at any time; counts from the next event on.
    public var settings: LockSettings
    /// The ways in that there are now, the best first.
    public internal(set) var methods: UnlockMethods
    /// The method whose screen stands on the cover.
    public internal(set) var presented: UnlockMethod?
    /// What was held back, the oldest first.
    public package(set) var heldLinks: [HeldLink] = []

    /// How each window stands, in the order of opening.
    package var windows: [Window] = []
    /// Where an attempt goes back to when it fails.
    package var resting = LockState.locked
    package var attemptCount: UInt32 = 0
    /// The owner has been asked since the last look at the app, or asked not to be: no more prompts by themselves.
    var hasAsked = false
    /// Whether what the vault needs can be read yet: not before the first unlocking of a device after it started.
    var isDataAvailable: Bool
    /// Nobody could see the app since the owner was last in it.
    var wasOutOfSight = false
    /// A prompt that the app shows for another reason is up; it takes the focus without anybody leaving.
    var isPromptShowing = false
    /// A prompt has just closed, and the focus may take a moment to come back.
    package var isReturningFromPrompt = false

    package struct Window: Hashable, Sendable {
        package var id: WindowID
        package var phase: WindowPhase
    }

    /// At launch, before the first frame: locked, if a lock has been set up.
    /// - Parameters:
    ///   - isConfigured: whether a lock has been set up.
    ///   - settings: how soon and how strictly it locks.
    ///   - methods: the ways in that there are now.
    ///   - standing: what the attempt ledger says about earlier attempts.
    ///   - isDataAvailable: whether the protected data can be read already.
    ///   - now: the time of the launch, for a lockout that goes on.
    public init(
        isConfigured: Bool, settings: LockSettings = LockSettings(), methods: UnlockMethods,
        standing: AttemptStanding = .mayTry, isDataAvailable: Bool = true, at now: Moment
    ) {
        self.settings = settings
        self.methods = methods
        self.isDataAvailable = isDataAvailable
        state = isConfigured ? standing.state(at: now) : .unconfigured
        resting = state
    }

    /// Whether a window's content may be seen.
    public func isVisible(_ window: WindowID) -> Bool {
        guard let phase = windows.first(where: { $0.id == window })?.phase, phase == .active else { return false }
        return showsContent
    }

    /// Whether the app may keep the vault's key.
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

/// How a window stands towards who looks at the screen.
public enum WindowPhase: UInt8, Hashable, Sendable, CaseIterable {
    /// In sight and in use.
    case active
    /// In sight or in the app switcher, not in use.
    case inactive
    /// Out of sight.
    case background
}

extension AttemptStanding {
    func state(at now: Moment) -> LockState {
        switch self {
        case .mayTry: .locked
        case .lockedOut(let seconds): .lockedOut(from: now, seconds: seconds)
        case .passcodeRequired(let reason): .passcodeRequired(reason)
        case .recoveryRequired(let reason): .recovery(reason)
        case .wiped: .wiped
        }
    }
}
