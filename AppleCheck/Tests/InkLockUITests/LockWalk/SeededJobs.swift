// SPDX-License-Identifier: MIT
import Foundation
import FoundationGaps
import InkGeometry
import Testing

/// The jobs of Swift's concurrency while a test on the main thread runs them one by one, in an order that a seed
/// decides. Jobs of the main actor keep their order. Others are run on the main thread too.
///
/// A test that does not wait between two jobs can put an event between any two of them, and again with the same seed.
@MainActor final class SeededJobs {
    /// The calls that work on other threads, such as those of the keychain.
    let calls = OutsideCalls()
    /// A closure that is called after each job.
    var afterJob: () -> Void = {}
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        Hooks.global.pointee = { job, _ in Waiting.shared.add(job) }
        Hooks.main.pointee = { _ in MainJobs.shared.asUnownedSerialExecutor() }
        Hooks.timer.pointee = { _, _, _, _, _, job, _ in Waiting.shared.addTimer(job) }
        MainJobs.shared.thread = pthread_self()
    }

    /// Leaves all jobs to the system again.
    func end() {
        fireTimers()
        runAll()
        (Hooks.global.pointee, Hooks.main.pointee, Hooks.timer.pointee) = (nil, nil, nil)
        MainJobs.shared.thread = nil
        // Another thread may have added a job meanwhile.
        while runNext() {}
    }

    /// Runs the next job, once no call works on another thread. Returns `false` if there is none.
    @discardableResult func runNext() -> Bool {
        waitForCalls()
        guard let job = Waiting.shared.take(&random) else { return false }
        job.runSynchronously(on: MainJobs.shared.asUnownedSerialExecutor())
        afterJob()
        return true
    }

    func runAll() { while runNext() {} }

    /// Ends the pauses of all tasks that sleep.
    func fireTimers() { Waiting.shared.fireTimers() }

    /// Runs all jobs until a closure has returned.
    func wait(_ body: @escaping @MainActor () async -> Void) {
        let end = End()
        Task { @MainActor in
            await body()
            end.isReached = true
        }
        while !end.isReached, runNext() {}
    }

    @MainActor private final class End { var isReached = false }

    private func waitForCalls() {
        let limit = Date().addingTimeInterval(5)
        while calls.areWorking(Waiting.shared) {
            if Date() > limit {
                Issue.record("a call does not end")
                return
            }
            usleep(20)
        }
    }
}

/// Tasks that are in a call of another module, which works on threads of its own.
final class OutsideCalls: @unchecked Sendable {
    private let lock = NSLock()
    private var tasks: [UInt] = []

    func during<Result: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let task = withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
        lock.withLock { tasks.append(task) }
        defer { lock.withLock { if let index = tasks.firstIndex(of: task) { tasks.remove(at: index) } } }
        return try await body()
    }

    /// Returns whether a call is neither waiting for a person nor for its turn on this thread.
    fileprivate func areWorking(_ waiting: Waiting) -> Bool {
        lock.withLock { tasks.count { !waiting.contains($0) } } > _Device.shared.shownPromptCount
    }
}

/// The jobs that wait for their turn.
private final class Waiting: @unchecked Sendable {
    static let shared = Waiting()
    private let lock = NSLock()
    private var jobs: [UnownedJob] = []
    private var mainJobs: [UnownedJob] = []
    private var timers: [UnownedJob] = []

    func add(_ job: UnownedJob) { lock.withLock { jobs.append(job) } }
    func addToMain(_ job: UnownedJob) { lock.withLock { mainJobs.append(job) } }
    func addTimer(_ job: UnownedJob) { lock.withLock { timers.append(job) } }

    func fireTimers() {
        lock.withLock {
            jobs += timers
            timers = []
        }
    }

    func take(_ random: inout SplitMix64) -> UnownedJob? {
        lock.withLock {
            let count = jobs.count + (mainJobs.isEmpty ? 0 : 1)
            guard count > 0 else { return nil }
            let index = Int.random(in: 0..<count, using: &random)
            return index < jobs.count ? jobs.remove(at: index) : mainJobs.removeFirst()
        }
    }

    func contains(_ task: UInt) -> Bool {
        lock.withLock { (jobs + mainJobs).contains { unsafeBitCast($0, to: UInt.self) == task } }
    }
}

/// The executor of the main actor while a test runs its jobs.
private final class MainJobs: SerialExecutor, @unchecked Sendable {
    static let shared = MainJobs()
    private let lock = NSLock()
    private var holder: pthread_t?
    /// The thread on which a test runs the jobs; `nil` while none does.
    var thread: pthread_t? {
        get { lock.withLock { holder } }
        set { lock.withLock { holder = newValue } }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A task may have waited here since a test that has ended.
        if thread == nil { MainActor.shared.enqueue(job) } else { Waiting.shared.addToMain(job) }
    }

    func checkIsolated() { precondition(isIsolatingCurrentContext() != false) }
    // The main queue need not run on the main thread.
    func isIsolatingCurrentContext() -> Bool? { thread.map { pthread_equal($0, pthread_self()) != 0 } }
}

private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
private typealias GlobalHook = @convention(thin) (UnownedJob, Enqueue) -> Void
private typealias MainExecutorHook =
    @convention(thin) (@convention(thin) () -> UnownedSerialExecutor) ->
    UnownedSerialExecutor
private typealias TimerEnqueue = @convention(thin) (Int, Int, Int, Int, Int32, UnownedJob) -> Void
private typealias TimerHook = @convention(thin) (Int, Int, Int, Int, Int32, UnownedJob, TimerEnqueue) -> Void

/// The variables of Swift's runtime with the functions that it calls instead of its own.
@MainActor private enum Hooks {
    static let global: UnsafeMutablePointer<GlobalHook?> = find("swift_task_enqueueGlobal_hook")
    static let main: UnsafeMutablePointer<MainExecutorHook?> = find("swift_task_getMainExecutor_hook")
    static let timer: UnsafeMutablePointer<TimerHook?> = find("swift_task_enqueueGlobalWithDeadline_hook")

    private static func find<Hook>(_ name: String) -> UnsafeMutablePointer<Hook> {
        dlsym(dlopen(nil, RTLD_LAZY), name)!.assumingMemoryBound(to: Hook.self)
    }
}
