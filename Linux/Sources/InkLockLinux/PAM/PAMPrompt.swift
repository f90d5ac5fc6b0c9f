// SPDX-License-Identifier: MIT
import CPAM
import Foundation
import InkLock
import LockVault
import Synchronization

/// One authentication of the owner by PAM, with the host's conversation.
///
/// PAM's functions block while a module waits for a finger or a password, and cannot be interrupted. They run on a
/// thread of their own. If the prompt is cancelled or times out, its caller continues immediately, the conversation
/// refuses further messages of the module, and the thread ends with the module. Its result is then ignored.
final class PAMPrompt: Sendable {
    private let service: PAMService
    private let user: String
    private let prompt: OwnerPrompt
    private let conversation: any OwnerConversation
    private let timeLimit: Duration
    /// A Boolean value that indicates whether only the account is checked, because a finger has authenticated the
    /// owner.
    private let checksAccountOnly: Bool
    private let state = Mutex(State())

    private struct State {
        var waiter: CheckedContinuation<OwnerError?, Never>?
        /// A Boolean value that indicates whether the caller has its answer.
        var isOver = false
        /// The answer, if it came before the caller waited.
        var failure: OwnerError?
        /// The error with which the host ended the conversation.
        var hostError: OwnerError?
        /// Ends the wait for the host's answer.
        var release: (@Sendable () -> Void)?
    }

    /// The number of current threads and its limit. All but one of them belong to prompts whose callers have given up.
    final class Threads: Sendable {
        static let shared = Threads(limit: 8)
        private let count = Mutex(0)
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        /// Returns whether one more may start.
        func begin() -> Bool {
            count.withLock { count in
                guard count < limit else { return false }
                count += 1
                return true
            }
        }

        func end() { count.withLock { $0 -= 1 } }
    }

    private let threads: Threads
    /// The limits of `_pam_types.h`, which a module must not exceed.
    private static let messageLimit = 32
    private static let answerLimit = 511

    init(
        _ service: PAMService, user: String, _ prompt: OwnerPrompt, _ conversation: any OwnerConversation,
        timeLimit: Duration, checksAccountOnly: Bool = false,
        threads: Threads = .shared
    ) {
        self.threads = threads
        self.checksAccountOnly = checksAccountOnly
        self.service = service
        self.user = user
        self.prompt = prompt
        self.conversation = conversation
        self.timeLimit = timeLimit
    }

    /// Authenticates the owner, and then checks the account.
    /// - Throws: `OwnerError.cancelled` if the host or the task cancelled it or the time limit has passed,
    ///   `OwnerError.locked(_:)` if too many earlier prompts are still waiting for a module, or the meaning of PAM's
    ///   return code.
    func ask() async throws(OwnerError) {
        let timer = Task { [timeLimit] in
            try? await Task.sleep(for: timeLimit)
            if !Task.isCancelled { finish(.cancelled) }
        }
        let cancel = Task { [conversation, prompt] in
            await conversation.waitForCancel(prompt)
            if !Task.isCancelled { finish(.cancelled) }
        }
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { begin($0) }
        } onCancel: {
            finish(.cancelled)
        }
        timer.cancel()
        cancel.cancel()
        await conversation.end(prompt)
        if let failure { throw failure }
    }

    private func begin(_ waiter: CheckedContinuation<OwnerError?, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.waiter = waiter }
            return state.isOver
        }
        guard !isOver else { return waiter.resume(returning: .cancelled) }
        guard threads.begin() else { return finish(.locked(.device)) }
        let thread = Thread { [self] in
            let failure = authenticate()
            threads.end()
            finish(failure)
        }
        thread.name = "InkLock PAM"
        thread.start()
    }

    /// Answers the caller, once.
    private func finish(_ failure: OwnerError?) {
        let (waiter, release) = state.withLock { state in
            defer { (state.waiter, state.release) = (nil, nil) }
            guard !state.isOver else { return (nil as CheckedContinuation<OwnerError?, Never>?, state.release) }
            state.isOver = true
            return (state.waiter, state.release)
        }
        release?()
        waiter?.resume(returning: failure)
    }

    private func authenticate() -> OwnerError? {
        // The transaction ends before this function returns, so `self` outlives it.
        var conversation = pam_conv(conv: pamConversation, appdata_ptr: Unmanaged.passUnretained(self).toOpaque())
        let handle: OpaquePointer
        do throws(OwnerError) { handle = try service.start(user, &conversation) } catch { return error }
        let flags = Int32(PAM_DISALLOW_NULL_AUTHTOK)
        var code = checksAccountOnly ? PAM_SUCCESS : pam_authenticate(handle, flags)
        if code == PAM_SUCCESS { code = pam_acct_mgmt(handle, flags) }
        // A module may have asked for another user's name, and have authenticated that user.
        if code == PAM_SUCCESS && !isOurUser(handle) { code = PAM_AUTH_ERR }
        pam_end(handle, code)
        guard code != PAM_SUCCESS else { return nil }
        return state.withLock { $0.hostError } ?? OwnerError(pam: code)
    }

    private func isOurUser(_ handle: OpaquePointer) -> Bool {
        var item: UnsafeRawPointer?
        guard pam_get_item(handle, PAM_USER, &item) == PAM_SUCCESS, let item else { return false }
        // Compares bytes, because canonically equivalent names are different users.
        return strcmp(item.assumingMemoryBound(to: CChar.self), user) == 0
    }

    /// Passes a module's messages to the host, on PAM's thread.
    fileprivate func converse(_ messages: UnsafeMutableBufferPointer<UnsafePointer<pam_message>?>) -> PAMAnswers? {
        guard messages.count <= Self.messageLimit, let answers = PAMAnswers(count: messages.count) else { return nil }
        for (index, message) in messages.enumerated() {
            guard let message = message?.pointee else { return nil }
            let text = message.msg.map { String(cString: $0) } ?? ""
            switch message.msg_style {
            case PAM_PROMPT_ECHO_OFF, PAM_PROMPT_ECHO_ON:
                guard let answer = answer(text, isSecret: message.msg_style == PAM_PROMPT_ECHO_OFF),
                    answers.set(answer, at: index)
                else { return nil }
            case PAM_TEXT_INFO, PAM_ERROR_MSG:
                let isError = message.msg_style == PAM_ERROR_MSG
                guard
                    wait({ [conversation, prompt] in await conversation.show(text, isError: isError, for: prompt) })
                        != nil
                else { return nil }
            default:
                return nil
            }
        }
        return answers
    }

    private func answer(_ question: String, isSecret: Bool) -> SharedSecretBytes? {
        let answer = wait { [conversation, prompt] () -> Result<SharedSecretBytes, OwnerError> in
            do throws(OwnerError) {
                return .success(try await conversation.answer(question, isSecret: isSecret, for: prompt))
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case .success(let answer) where answer.count <= Self.answerLimit: return answer
        case .failure(let error): endConversation(error)
        case .success, nil: break
        }
        return nil
    }

    /// Remembers why the conversation ended, because modules turn that into errors of their own choice.
    fileprivate func endConversation(_ error: OwnerError) {
        state.withLock { state in
            if state.hostError == nil { state.hostError = error }
        }
    }

    /// Waits on PAM's thread for the host.
    /// - Returns: `nil` if the prompt has ended meanwhile.
    private func wait<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
        let reply = Reply<Value>()
        let isOver = state.withLock { state in
            // The host is not asked after the prompt's end.
            guard !state.isOver else { return true }
            let task = Task {
                guard !Task.isCancelled else { return }
                let value = await body()
                reply.value.withLock { $0 = value }
                reply.isThere.signal()
            }
            state.release = {
                task.cancel()
                reply.isThere.signal()
            }
            return false
        }
        guard !isOver else { return nil }
        reply.isThere.wait()
        return state.withLock { state in
            state.release = nil
            return state.isOver ? nil : reply.value.withLock { $0 }
        }
    }

    private final class Reply<Value: Sendable>: Sendable {
        let isThere = DispatchSemaphore(value: 0)
        let value = Mutex<Value?>(nil)
    }
}

/// The conversation function of a ``PAMPrompt``.
private func pamConversation(
    _ count: Int32, _ messages: UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
    _ responses: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard count > 0, let messages, let responses, let context else { return PAM_CONV_ERR }
    let prompt = Unmanaged<PAMPrompt>.fromOpaque(context).takeUnretainedValue()
    let answers = prompt.converse(UnsafeMutableBufferPointer(start: messages, count: Int(count)))
    guard let answers else {
        prompt.endConversation(.cancelled)
        return PAM_CONV_ERR
    }
    responses.pointee = answers.release()
    return PAM_SUCCESS
}
