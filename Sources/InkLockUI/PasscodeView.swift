// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A screen that asks for a passcode.
///
/// ```swift
/// PasscodeView(kind: .sixDigits) { passcode in
///     await vault.accepts(passcode) ? .accepted : .rejected
/// } onFinish: { isOpen in
///     showsContent = isOpen
/// }
/// ```
///
/// The app, or InkLock's vault, checks the passcode; the screen stays responsive meanwhile. Keys are rounded squares and
/// the title names the app, so that nobody takes it for the system's.
public struct PasscodeView: View {
    private let options: PasscodeOptions
    private let check: PasscodeCheck
    private let onFinish: (Bool) -> Void
    private let hasBackdrop: Bool
    @State private var screen: PasscodeScreen
    @State private var isAsking = false

    /// - Parameters:
    ///   - kind: what kind of passcode is asked for.
    ///   - options: what the screen offers and looks like.
    ///   - check: told what was entered; it answers when it knows.
    ///   - onFinish: true after a right passcode or another way in, false when the person gave up.
    public init(
        kind: PasscodeKind, options: PasscodeOptions = PasscodeOptions(), check: @escaping PasscodeCheck,
        onFinish: @escaping (Bool) -> Void
    ) { self.init(kind: kind, options: options, hasBackdrop: true, check: check, onFinish: onFinish) }

    init(
        kind: PasscodeKind, options: PasscodeOptions, hasBackdrop: Bool, check: @escaping PasscodeCheck,
        onFinish: @escaping (Bool) -> Void
    ) {
        self.options = options
        self.check = check
        self.onFinish = onFinish
        self.hasBackdrop = hasBackdrop
        _screen = State(initialValue: PasscodeScreen(kind: kind, allowsCancel: options.allowsCancel))
    }

    public var body: some View {
        PasscodeFrame(
            screen: screen, title: Wording.enterPasscode(options.appName), options: options, hasBackdrop: hasBackdrop,
            useAccessory: { accessory in Task { await use(accessory) } }
        )
        .onAppear { listen() }
        .task { await askByItself() }
    }

    private func askByItself() async {
        let accessories = [options.accessory, options.secondAccessory].compactMap { $0 }
        if let automatic = accessories.first(where: { $0.isAutomatic }) { await use(automatic) }
    }

    private func listen() {
        screen.onCancel = { onFinish(false) }
        screen.onSubmit = { Task { await submit() } }
    }

    private func submit() async {
        let answer = await check(screen.takePasscode())
        screen.answer(answer)
        if answer == .accepted { onFinish(true) }
    }

    /// A prompt of the system's takes the keys; a second one never comes over the first.
    private func use(_ accessory: PasscodeAccessory) async {
        guard !isAsking, !screen.isChecking else { return }
        isAsking = true
        defer { isAsking = false }
        switch await accessory.action() {
        case .accepted:
            screen.answer(.accepted)
            onFinish(true)
        case .lockedOut(let seconds): screen.answer(.lockedOut(seconds: seconds))
        // A finger that was not recognised is no wrong passcode.
        case .rejected, .unavailable: break
        }
    }
}
