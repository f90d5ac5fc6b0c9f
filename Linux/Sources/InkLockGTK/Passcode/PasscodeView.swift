// SPDX-License-Identifier: MIT
import CGTK
import Passcode

/// A screen that asks for a passcode.
///
///     let view = PasscodeView(kind: .sixDigits) { passcode in
///         do throws(VaultError) {
///             key = try await vault.unlock(passcode: passcode)
///         } catch { return PasscodeAnswer(error) }
///         return .accepted
///     } onFinish: { isOpen in showContent(isOpen) }
///
/// The app or InkLock's vault checks the passcode, and the screen stays responsive meanwhile. The keyboard's digits,
/// Backspace, Return and Escape work without a focused key.
@MainActor public final class PasscodeView: View {
    private let screen: PasscodeScreen
    private let face: PasscodeLayoutView

    /// Creates a passcode screen.
    /// - Parameters:
    ///   - kind: The kind of passcode to ask for.
    ///   - options: The appearance of the screen.
    ///   - check: A closure that checks the passcode.
    ///   - onFinish: A closure that receives `true` after a correct passcode, and `false` if the user cancelled.
    public init(
        kind: PasscodeKind, options: PasscodeOptions = PasscodeOptions(), check: @escaping PasscodeCheck,
        onFinish: @escaping @MainActor (Bool) -> Void
    ) {
        let screen = PasscodeScreen(kind: kind, allowsCancel: options.allowsCancel)
        self.screen = screen
        face = PasscodeLayoutView(screen, options) { Wording.enterPasscode(options.appName) }
        super.init(face.widget)
        screen.use(check, onFinish: onFinish)
    }
}
