// SPDX-License-Identifier: MIT
import Foundation
import Observation
import Passcode

/// The state of a screen for entering a passcode. It forwards events to a `PasscodeEntry` and performs its actions.
@MainActor @Observable final class PasscodeScreen {
    /// A message below the marks.
    enum Note: Hashable {
        case wrong
        case refused(PasscodeEntry.Refusal)
        case change(PasscodeChange.Note)
        /// The passcode could not be checked.
        case notChecked
        /// No passcode can be entered until the lockout ends.
        case lockedOut
        /// No passcode can be entered any more.
        case lockedForGood
        /// The lockout is over.
        case mayTryAgain
    }

    private(set) var kind: PasscodeKind
    private(set) var count = 0
    private(set) var corner = PasscodeEntry.Corner.hidden
    private(set) var canSubmit = false
    private(set) var isChecking = false
    private(set) var note: Note?
    /// The countdown to the end of a lockout, or `nil` if there is none.
    private(set) var lockout: Countdown?
    private(set) var isLockedForGood = false
    /// The numbers of rejected and of accepted passcodes. Each change triggers haptic feedback.
    private(set) var failures = 0
    private(set) var successes = 0
    /// The time when the marks started to shake, or `nil` if they are still.
    private(set) var shakenAt: Date?
    /// A counter that is incremented when the text field must be cleared.
    private(set) var clearings = 0

    @ObservationIgnored private var entry: PasscodeEntry
    /// A closure that is called when the user submits. It takes the passcode with `takePasscode()`.
    @ObservationIgnored var onSubmit: (() -> Void)?
    @ObservationIgnored var onCancel: (() -> Void)?
    /// The number of checks that were cancelled. The answer to an earlier one does not count.
    @ObservationIgnored private var cancelCount = 0
    @ObservationIgnored private let allowsCancel: Bool
    /// The clock of lockouts.
    @ObservationIgnored var clock: () -> Double = { Countdown.now }

    init(kind: PasscodeKind, allowsCancel: Bool) {
        self.kind = kind
        self.allowsCancel = allowsCancel
        entry = PasscodeEntry(kind: kind, allowsCancel: allowsCancel)
        corner = entry.corner
    }

    /// A Boolean value that indicates whether no passcode can be entered now, or ever.
    var isLockedOut: Bool { lockout != nil || isLockedForGood }

    /// A Boolean value that indicates whether the keys are enabled.
    var isOpen: Bool { !isChecking && !isLockedOut }

    /// Passes the user's input to closures. They must not capture what owns this screen.
    func use(_ check: @escaping PasscodeCheck, onFinish: @escaping (Bool) -> Void) {
        onCancel = { [weak self] in
            self?.cancelChecks()
            onFinish(false)
        }
        onSubmit = { [weak self] in
            guard let self else { return }
            Task { if await self.wait(for: { await check(self.takePasscode()) }) { onFinish(true) } }
        }
    }

    // MARK: Events

    func press(digit: Int) { if isOpen { follow(entry.press(digit: digit)) } }
    func press(_ key: HardwareKey) { if isOpen || key == .escape { follow(entry.press(key)) } }
    func pressCorner() { if isOpen || corner == .cancel { follow(entry.pressCorner()) } }
    func submit() { if isOpen { follow(entry.submit()) } }

    /// Cancels, where that is allowed. The handler ``onCancel`` discards the input.
    func leave() { if allowsCancel { onCancel?() } }

    /// Handles a change of the text field. An empty text without an entry is no change.
    func replace(with text: String) {
        guard isOpen, !text.isEmpty || count > 0 else { return }
        var normal = Array(text.precomposedStringWithCanonicalMapping.utf8)
        defer { for i in normal.indices { normal[i] = 0 } }
        let action = normal.withUnsafeBufferPointer { entry.replaceText(with: $0) }
        if case .refuse = action {
            // The entry goes with the field's text, so that clearing the field is no change that removes the reason.
            entry.clear()
            clearings += 1
        }
        follow(action)
    }

    func takePasscode() -> SecretBytes { entry.takePasscode() }

    private func follow(_ action: PasscodeEntry.Action) {
        switch action {
        case .none: return
        case .update: note = nil
        case .submit:
            note = nil
            isChecking = true
        case .normalise:
            let typed = entry.copyText().withBytes { String(decoding: $0, as: UTF8.self) }
            return replaceAndSubmit(typed)
        case .cancel: clearings += 1
        case .refuse(let refusal): note = .refused(refusal)
        }
        show()
        if action == .submit { onSubmit?() }
        if action == .cancel { onCancel?() }
    }

    private func replaceAndSubmit(_ text: String) {
        let normal = Array(text.precomposedStringWithCanonicalMapping.utf8)
        let action = normal.withUnsafeBufferPointer { entry.replaceText(with: $0) }
        guard action == .update else { return follow(action) }
        follow(entry.submit())
    }

    private func show() {
        count = entry.count
        corner = entry.corner
        canSubmit = entry.canSubmit
    }

    // MARK: Answers

    /// Waits for an answer, and shows it.
    /// - Parameter counts: A closure that indicates whether an answer is shown.
    /// - Returns: A Boolean value that indicates whether the user was accepted. An answer after ``cancelChecks()`` does
    ///   not count.
    func wait(
        for check: @MainActor () async -> PasscodeAnswer, showing counts: (PasscodeAnswer) -> Bool = { _ in true }
    ) async -> Bool {
        let count = cancelCount
        let answer = await check()
        guard count == cancelCount else { return false }
        if counts(answer) { self.answer(answer) }
        return answer == .accepted
    }

    /// Ends the checks under way, and discards the input.
    func cancelChecks() {
        cancelCount += 1
        clear()
    }

    /// Shows the app's answer to the submitted passcode.
    func answer(_ answer: PasscodeAnswer) {
        switch answer {
        case .accepted:
            successes += 1
            return
        case .rejected:
            note = .wrong
            shake()
        case .lockedOut(let seconds?):
            lockout = Countdown(seconds: seconds, at: clock())
            note = lockout == nil ? .wrong : .lockedOut
            shake()
        case .lockedOut(nil):
            isLockedForGood = true
            lockout = nil
            note = .lockedForGood
            shake()
        case .unavailable: note = .notChecked
        }
        clear()
    }

    /// Starts an empty entry for another passcode.
    func begin(_ kind: PasscodeKind, note: Note?) {
        self.kind = kind
        entry = PasscodeEntry(kind: kind, allowsCancel: allowsCancel)
        clear()
        self.note = note
        if note == .change(.wrong) || note == .change(.mismatch) { shake() }
    }

    /// The time until the end of the lockout, or `nil` if it is over or there is none.
    var waitingTime: WaitingTime? { lockout?.remaining(at: clock()) }

    /// Ends the lockout if its time has passed.
    func unlockIfDue() {
        guard lockout != nil, waitingTime == nil else { return }
        lockout = nil
        note = .mayTryAgain
    }

    /// Ends the shake animation once its duration has passed.
    func rest(at date: Date, after seconds: Double) {
        if let shakenAt, date.timeIntervalSince(shakenAt) > seconds { self.shakenAt = nil }
    }

    private func clear() {
        entry.clear()
        isChecking = false
        clearings += 1
        show()
    }

    private func shake() {
        failures += 1
        shakenAt = Date()
    }
}

extension KeypadOrder {
    /// Returns a random order.
    static func scrambled() -> KeypadOrder {
        KeypadOrder(scrambledBy: (0..<randomByteCount).map { _ in UInt8.random(in: 0...255) }) ?? .ordered
    }
}

extension Countdown {
    private static let origin = ContinuousClock.now
    /// The time in seconds.
    static var now: Double { (ContinuousClock.now - origin) / .seconds(1) }
}
