// SPDX-License-Identifier: MIT
import InkLock
import LockVault

/// The host's side of a prompt: a window or a terminal, which shows the system's questions and returns the owner's
/// answers.
///
/// Linux has no prompt of its own for an app. PAM asks questions, such as "Password: ", and the host shows them with the
/// reason for the prompt. One prompt calls these methods one after the other, and then ``end(_:)`` once.
/// ``waitForCancel(_:)`` runs beside them.
public protocol OwnerConversation: Sendable {
    /// Shows a question and returns the answer.
    ///
    /// The task is cancelled when the prompt ends for another reason. The answer does not matter then.
    /// - Parameters:
    ///   - question: The module's text, in the language of the process, with its trailing space and colon. Escape control
    ///     characters before a terminal shows it.
    ///   - isSecret: A Boolean value that indicates whether the answer must not be shown while it is typed.
    ///   - prompt: The reason for the prompt.
    /// - Returns: The answer, at most 511 bytes without a zero byte.
    /// - Throws: `OwnerError.cancelled` or `OwnerError.fallbackChosen`, which end the prompt.
    func answer(_ question: String, isSecret: Bool, for prompt: OwnerPrompt) async throws(OwnerError)
        -> SharedSecretBytes

    /// Shows a message, for example "Place your right index finger on the fingerprint reader".
    /// - Parameters:
    ///   - message: The text, as ``answer(_:isSecret:for:)`` describes it.
    ///   - isError: A Boolean value that indicates whether something went wrong.
    ///   - prompt: The reason for the prompt.
    func show(_ message: String, isError: Bool, for prompt: OwnerPrompt) async

    /// Shows that the fingerprint reader waits, and a hint, until the task is cancelled.
    ///
    /// The task is cancelled for the next hint, and when the prompt ends. By default the hint is shown as a message, in
    /// English.
    /// - Throws: `OwnerError.cancelled` or `OwnerError.fallbackChosen`, which end the prompt.
    func waitForFinger(_ hint: FingerHint, for prompt: OwnerPrompt) async throws(OwnerError)

    /// Returns as soon as the owner cancels the prompt. It then ends at once, also while a module of PAM waits for a finger,
    /// a security key, or the time after a wrong password.
    ///
    /// The task is cancelled when the prompt ends. By default it waits for that.
    func waitForCancel(_ prompt: OwnerPrompt) async

    /// Takes the prompt off the screen. It was answered, refused, cancelled or took too long.
    func end(_ prompt: OwnerPrompt) async
}

extension OwnerConversation {
    public func waitForFinger(_ hint: FingerHint, for prompt: OwnerPrompt) async throws(OwnerError) {
        await show(hint.text, isError: hint != .touch, for: prompt)
    }

    public func waitForCancel(_ prompt: OwnerPrompt) async {
        // A stream without an element ends with the task.
        for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    }
}
