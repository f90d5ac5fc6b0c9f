// SPDX-License-Identifier: MIT
import InkLockLinux
import Passcode
import Synchronization

/// A host that answers each question with the next of its answers, and records what it was asked.
final class ScriptedConversation: OwnerConversation {
    enum Answer: Sendable {
        case types(String)
        case fails(OwnerError)
        /// Never answers, also when its task is cancelled.
        case staysSilent
    }

    struct Record: Sendable {
        var questions: [String] = []
        var messages: [String] = []
        var prompts: [OwnerPrompt] = []
        var ends = 0
        var secretQuestions = 0
    }

    private let answers: Mutex<[Answer]>
    private let recorded = Mutex(Record())
    private let cancelsAtMessage: Bool

    /// - Parameter cancelsAtMessage: A Boolean value that indicates whether the host cancels as soon as it has shown a
    ///   message.
    init(_ answers: Answer..., cancelsAtMessage: Bool = false) {
        self.answers = Mutex(answers)
        self.cancelsAtMessage = cancelsAtMessage
    }

    var record: Record { recorded.withLock { $0 } }

    func answer(_ question: String, isSecret: Bool, for prompt: OwnerPrompt) async throws(OwnerError)
        -> SharedSecretBytes
    {
        recorded.withLock {
            $0.questions.append(question)
            $0.prompts.append(prompt)
            if isSecret { $0.secretQuestions += 1 }
        }
        let next = answers.withLock { $0.isEmpty ? Answer.fails(.cancelled) : $0.removeFirst() }
        switch next {
        case .types(let text): return SharedSecretBytes(SecretBytes(text.utf8))
        case .fails(let error): throw error
        case .staysSilent:
            await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
                Self.silent.withLock { $0.append(waiter) }
            }
            throw .cancelled
        }
    }

    func show(_ message: String, isError: Bool, for prompt: OwnerPrompt) async {
        recorded.withLock { $0.messages.append(message) }
    }

    func waitForCancel(_ prompt: OwnerPrompt) async {
        while !Task.isCancelled, !cancelsAtMessage || record.messages.isEmpty {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    func end(_ prompt: OwnerPrompt) async { recorded.withLock { $0.ends += 1 } }

    /// The waits of hosts that never answer.
    private static let silent = Mutex<[CheckedContinuation<Void, Never>]>([])
}
