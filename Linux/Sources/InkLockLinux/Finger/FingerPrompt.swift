// SPDX-License-Identifier: MIT
import CSecret
import Foundation
import InkLock
import Synchronization

/// One authentication by a finger, with the host's hints.
///
/// fprintd reports over D-Bus, on a thread of its own with a main context of GLib. Cancelling the prompt
/// closes the connection, which stops the reader.
final class FingerPrompt: Sendable {
    private let address: String?
    private let reader: String
    private let prompt: OwnerPrompt
    private let conversation: any OwnerConversation
    private let timeLimit: Duration
    private let state = Mutex(State())
    /// Ends the calls of fprintd, which may not answer.
    private let cancellation = BusCancellation()

    private struct State {
        var waiter: CheckedContinuation<OwnerError?, Never>?
        var outcome: Outcome?
        /// The statuses that fprintd has reported.
        var statuses: [(text: String, isDone: Bool)] = []
        /// The main context that the prompt's thread waits in.
        var context: Context?
        var hint: Task<Void, Never>?
    }

    private enum Outcome {
        case recognised
        case failed(OwnerError)
    }

    private struct Context: @unchecked Sendable { let pointer: OpaquePointer }

    /// The maximum number of tries in one prompt, as in pam_fprintd.
    static let tryLimit = 3

    /// - Parameters:
    ///   - reader: The path of the reader.
    ///   - address: The address of the bus; `nil` for the system's.
    init(
        _ reader: String, on address: String?, _ prompt: OwnerPrompt, _ conversation: any OwnerConversation,
        timeLimit: Duration
    ) {
        self.address = address
        self.reader = reader
        self.prompt = prompt
        self.conversation = conversation
        self.timeLimit = timeLimit
    }

    /// Waits for a finger of the owner. The caller ends the conversation.
    /// - Throws: `OwnerError.denied` after ``tryLimit`` wrong fingers, `OwnerError.cancelled` if the task was cancelled
    ///   or after the timeout, the errors of the host, and the errors of fprintd; see ``FingerResult``.
    func ask() async throws(OwnerError) {
        let timer = Task { [timeLimit] in
            try? await Task.sleep(for: timeLimit)
            if !Task.isCancelled { finish(.failed(.cancelled)) }
        }
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { begin($0) }
        } onCancel: {
            finish(.failed(.cancelled))
        }
        timer.cancel()
        if let failure { throw failure }
    }

    private func begin(_ waiter: CheckedContinuation<OwnerError?, Never>) {
        state.withLock { $0.waiter = waiter }
        let thread = Thread { [self] in
            do throws(OwnerError) { try verify() } catch { finish(.failed(error)) }
            // The reader has disappeared, so the wait ends.
            finish(.failed(.cancelled))
            let (waiter, outcome, hint) = state.withLock { state in
                defer { (state.waiter, state.hint) = (nil, nil) }
                return (state.waiter, state.outcome, state.hint)
            }
            hint?.cancel()
            if case .failed(let error) = outcome {
                waiter?.resume(returning: error)
            } else {
                waiter?.resume(returning: nil)
            }
        }
        thread.name = "InkLock finger"
        thread.start()
    }

    /// Ends the prompt, once.
    private func finish(_ outcome: Outcome) {
        if case .failed = outcome { cancellation.cancel() }
        state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            if let context = state.context { g_main_context_wakeup(context.pointer) }
        }
    }

    private var isOver: Bool { state.withLock { $0.outcome != nil } }

    private func verify() throws(OwnerError) {
        let context = g_main_context_new()!
        g_main_context_push_thread_default(context)
        state.withLock { $0.context = Context(pointer: context) }
        defer {
            state.withLock { $0.context = nil }
            g_main_context_pop_thread_default(context)
            g_main_context_unref(context)
        }
        let bus = try FingerprintBus(address, cancellation)
        try bus.call(reader, FingerprintBus.device, "Claim", "")
        defer { _ = try? bus.call(reader, FingerprintBus.device, "Release") }
        // Only a match from the process that owns the reader counts. If another process owns it, fprintd has restarted.
        let owner = try bus.owner()
        // `self` outlives the subscription, which ends on this thread.
        let number = g_dbus_connection_signal_subscribe(
            bus.connection, owner, FingerprintBus.device, "VerifyStatus", reader, nil,
            GDBusSignalFlags(rawValue: 0),
            { _, _, _, _, _, values, data in
                Unmanaged<FingerPrompt>.fromOpaque(data!).takeUnretainedValue().receive(values)
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        // fprintd ended together with its reader, or crashed.
        let endNumber = g_dbus_connection_signal_subscribe(
            bus.connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", nil,
            FingerprintBus.name, GDBusSignalFlags(rawValue: 0),
            { _, _, _, _, _, _, data in
                Unmanaged<FingerPrompt>.fromOpaque(data!).takeUnretainedValue().finish(.failed(.unavailable))
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        defer { for number in [number, endNumber] { g_dbus_connection_signal_unsubscribe(bus.connection, number) } }
        var hint = FingerHint.touch
        for _ in 0..<Self.tryLimit {
            guard !isOver else { return }
            try bus.call(reader, FingerprintBus.device, "VerifyStart", "any")
            defer { _ = try? bus.call(reader, FingerprintBus.device, "VerifyStop") }
            show(hint)
            switch wait(context) {
            case .recognised: return finish(.recognised)
            case .notRecognised: hint = .notRecognised
            case .failed(let error): throw error
            case .waiting: return
            }
        }
        throw .denied
    }

    /// Waits for the end of a try.
    /// - Returns: ``FingerResult/waiting(_:)`` if the prompt has ended first.
    private func wait(_ context: OpaquePointer) -> FingerResult {
        while !isOver {
            let next = state.withLock { $0.statuses.isEmpty ? nil : $0.statuses.removeFirst() }
            guard let next else {
                g_main_context_iteration(context, 1)
                continue
            }
            switch FingerResult(status: next.text) {
            case .waiting(let hint) where !next.isDone: show(hint)
            case .waiting(let hint):
                show(hint)
                return .failed(.system(code: EIO))
            case let result: return result
            }
        }
        return .waiting(.touch)
    }

    private func receive(_ values: OpaquePointer?) {
        guard let values, g_variant_n_children(values) == 2, let done = g_variant_get_child_value(values, 1) else {
            return
        }
        defer { g_variant_unref(done) }
        guard let first = g_variant_get_child_value(values, 0) else { return }
        defer { g_variant_unref(first) }
        guard let text = FingerprintBus.texts(first).first,
            String(cString: g_variant_get_type_string(done)) == "b"
        else { return }
        let isDone = g_variant_get_boolean(done) != 0
        state.withLock { $0.statuses.append((text, isDone)) }
    }

    /// Shows a hint until the next one.
    private func show(_ hint: FingerHint) {
        let task = Task { [conversation, prompt] in
            guard !Task.isCancelled else { return }
            do throws(OwnerError) { try await conversation.waitForFinger(hint, for: prompt) } catch {
                if !Task.isCancelled { finish(.failed(error)) }
            }
        }
        let before = state.withLock { state in
            defer { state.hint = task }
            return state.hint
        }
        before?.cancel()
    }
}
