// SPDX-License-Identifier: MIT
import InkLock
import Synchronization

/// Work that waits for an answer that may never come, such as that of the keyring's prompt.
///
/// If the task is cancelled or the time limit has passed, the caller continues immediately. What the work returns
/// later is ignored: libsecret has been seen to wait forever after its cancellation.
final class UnansweredWork<Answer: Sendable>: Sendable {
    private typealias Outcome = Result<Answer, OwnerError>

    private struct State {
        /// The caller, while the work runs and has not answered.
        var waiter: CheckedContinuation<Outcome, Never>?
        /// A Boolean value that indicates whether the caller has given up.
        var isOver = false
    }

    private let state = Mutex(State())
    private let cancellation = BusCancellation()

    /// - Throws: `OwnerError.cancelled` if the task was cancelled or the time limit has passed; `OwnerError.locked(_:)`
    ///   if too much earlier work still waits; the errors of the work.
    static func run(
        for limit: Duration, _ work: @escaping @Sendable (BusCancellation) throws(OwnerError) -> Answer
    ) async throws(OwnerError) -> Answer {
        guard AbandonedWork.count.withLock({ $0 < AbandonedWork.limit }) else { throw .locked(.device) }
        let unanswered = UnansweredWork()
        return try await unanswered.run(for: limit, work).get()
    }

    private func run(
        for limit: Duration, _ work: @escaping @Sendable (BusCancellation) throws(OwnerError) -> Answer
    ) async -> Outcome {
        let timer = Task {
            try? await Task.sleep(for: limit)
            if !Task.isCancelled { giveUp() }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiter = waiter }
                    return state.isOver
                }
                guard !isOver else { return waiter.resume(returning: .failure(.cancelled)) }
                Task {
                    let outcome = await BlockingWork.run { [cancellation] () throws(Never) in
                        Outcome { () throws(OwnerError) in try work(cancellation) }
                    }
                    if !answer(outcome) { AbandonedWork.count.withLock { $0 -= 1 } }
                }
            }
        } onCancel: {
            giveUp()
        }
    }

    private func giveUp() {
        if answer(.failure(.cancelled)) { AbandonedWork.count.withLock { $0 += 1 } }
        cancellation.cancel()
    }

    /// Answers the caller, once.
    /// - Returns: A Boolean value that indicates whether this was the answer.
    private func answer(_ outcome: Outcome) -> Bool {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isOver = true
            return state.waiter
        }
        waiter?.resume(returning: outcome)
        return waiter != nil
    }
}

/// Work whose callers have given up.
private enum AbandonedWork {
    static let limit = 8
    static let count = Mutex(0)
}
