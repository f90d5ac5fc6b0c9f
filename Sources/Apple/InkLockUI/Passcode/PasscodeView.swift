// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A screen that asks for a passcode.
///
/// ```swift
/// PasscodeView(kind: .sixDigits) { passcode in
///     do throws(VaultError) {
///         key = try await vault.unlock(passcode: passcode)
///     } catch { return PasscodeAnswer(error) }
///     return .accepted
/// } onFinish: { isOpen in
///     showsContent = isOpen
/// }
/// ```
///
/// The app or InkLock's vault checks the passcode, and the screen stays responsive meanwhile. The keys are rounded
/// squares and the title names the app, so that users do not confuse the screen with the system's. After Cancel, the
/// result of a pending check is ignored.
///
/// If the kind of passcode changes, the screen starts with an empty entry.
public struct PasscodeView: View {
    private let kind: PasscodeKind
    private let options: PasscodeOptions
    private let check: PasscodeCheck
    private let onFinish: (Bool) -> Void
    private let hasBackdrop: Bool

    /// Creates a passcode screen.
    /// - Parameters:
    ///   - kind: The kind of passcode to ask for.
    ///   - options: The appearance and the buttons of the screen.
    ///   - check: A closure that checks the passcode.
    ///   - onFinish: A closure that receives `true` after a correct passcode or another unlock method, and `false` if
    ///     the user cancelled.
    public init(
        kind: PasscodeKind, options: PasscodeOptions = PasscodeOptions(), check: @escaping PasscodeCheck,
        onFinish: @escaping (Bool) -> Void
    ) { self.init(kind: kind, options: options, hasBackdrop: true, check: check, onFinish: onFinish) }

    init(
        kind: PasscodeKind, options: PasscodeOptions, hasBackdrop: Bool, check: @escaping PasscodeCheck,
        onFinish: @escaping (Bool) -> Void
    ) {
        self.kind = kind
        self.options = options
        self.check = check
        self.onFinish = onFinish
        self.hasBackdrop = hasBackdrop
    }

    public var body: some View {
        KindOfPasscodeView(kind: kind, options: options, hasBackdrop: hasBackdrop, check: check, onFinish: onFinish)
            .id(kind)
    }
}

/// A screen for one kind of passcode.
private struct KindOfPasscodeView: View {
    private let options: PasscodeOptions
    private let check: PasscodeCheck
    private let onFinish: (Bool) -> Void
    private let hasBackdrop: Bool
    @State private var screen: PasscodeScreen
    @State private var isAsking = false

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

    var body: some View {
        // The current closures, which do not capture this view, whose state owns the screen.
        let _ = screen.use(check, onFinish: onFinish)
        PasscodeFrame(
            screen: screen, title: Wording.enterPasscode(options.appName), options: options, hasBackdrop: hasBackdrop,
            useAccessory: { accessory in Task { await use(accessory) } }
        )
        .task { await askByItself() }
    }

    private func askByItself() async {
        let accessories = [options.accessory, options.secondAccessory].compactMap { $0 }
        if let automatic = accessories.first(where: { $0.promptsAutomatically }) { await use(automatic) }
    }

    /// Performs an accessory's action. Only one system prompt is shown at a time.
    private func use(_ accessory: PasscodeAccessory) async {
        guard !isAsking, !screen.isChecking else { return }
        isAsking = true
        defer { isAsking = false }
        // A rejected finger or face does not count as a wrong passcode.
        let isPassed = await screen.wait(
            for: accessory.action, showing: { $0 != .rejected && $0 != .unavailable })
        if isPassed { onFinish(true) }
    }
}
