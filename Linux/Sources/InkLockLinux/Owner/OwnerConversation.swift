// SPDX-License-Identifier: MIT
import InkLock
import LockVault

/// The host's side of a prompt: a window or a terminal, which shows the system's questions and returns the owner's
/// answers.
///
/// Linux has no system prompt for apps. PAM asks questions, such as "Password: ", and the host shows them with the
/// reason for the prompt. One prompt calls these methods one after the other, and then ``end(_:)`` once.
/// ``waitForCancel(_:)`` runs at the same time.
public protocol OwnerConversation: Sendable {
    /// Shows a question and returns the answer.
    ///
    /// The task is cancelled when the prompt ends for another reason. The answer is then ignored.
    /// - Parameters:
    ///   - question: The text of PAM's module, in the language of the process, with its colon and trailing space.
    ///     Escape control characters before a terminal shows it.
    ///   - isSecret: A Boolean value that indicates whether the answer must not be shown while it is typed.
    ///   - prompt: The reason for the prompt.
    /// - Returns: The answer, at most 511 bytes without a zero byte.
    /// - Throws: `OwnerError.cancelled` or `OwnerError.fallbackChosen`, which end the prompt.
    func answer(_ question: String, isSecret: Bool, for prompt: OwnerPrompt) async throws(OwnerError)
        -> SharedSecretBytes

    /// Shows a message, for example "Place your right index finger on the fingerprint reader".
    /// - Parameters:
    ///   - message: The text of PAM's module; see ``answer(_:isSecret:for:)``.
    ///   - isError: A Boolean value that indicates whether the message describes an error.
    ///   - prompt: The reason for the prompt.
    func show(_ message: String, isError: Bool, for prompt: OwnerPrompt) async

    /// Shows a hint, and that the fingerprint reader waits, until the task is cancelled.
    ///
    /// The task is cancelled before the next hint, and when the prompt ends. The default implementation shows the hint
    /// as a message in English.
    /// - Throws: `OwnerError.cancelled` or `OwnerError.fallbackChosen`, which end the prompt.
    func waitForFinger(_ hint: FingerHint, for prompt: OwnerPrompt) async throws(OwnerError)

    /// Returns as soon as the owner cancels the prompt. The prompt then ends immediately, even while a module of PAM
    /// waits for a finger or a security key, or delays its answer after a wrong password.
    ///
    /// The task is cancelled when the prompt ends. The default implementation waits for that.
    func waitForCancel(_ prompt: OwnerPrompt) async

    /// Removes the prompt from the screen, because it was answered, refused or cancelled, or took too long.
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
