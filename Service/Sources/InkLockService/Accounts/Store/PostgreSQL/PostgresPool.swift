// SPDX-License-Identifier: MIT
import Foundation

/// Threads of their own that each have one connection to PostgreSQL, so that no thread of Swift's waits for a server.
///
/// A thread begins a transaction again that lost against another one or whose server went away, until its time is over.
final class PostgresPool: Sendable {
    /// The state of a transaction: what it sees, and what it is checked against.
    enum Isolation: Sendable {
        /// No transaction: each statement is one of its own. All are run again if the connection is lost.
        case none
        /// One statement that is a transaction of its own.
        case statement
        /// Each statement for itself.
        case statements
        /// One state of the database, which is not changed.
        case snapshot
        /// As if no other transaction ran.
        case serial

        /// The command that begins the transaction, or `nil` if there is none.
        var command: String? {
            switch self {
            case .none, .statement: nil
            case .statements: "BEGIN ISOLATION LEVEL READ COMMITTED"
            case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            case .serial: "BEGIN ISOLATION LEVEL SERIALIZABLE"
            }
        }
    }

    private let queue = PostgresQueue()

    /// The longest time for a transaction with all its repetitions, and with the wait for a connection.
    private static let patience = Duration.seconds(10)
    /// The number of transactions that may wait for a connection.
    static let waitingLimit = 1000
    private static let stackBytes = 1 << 20

    /// - Parameter connections: the number of threads, each with one connection. Above 0.
    init(_ place: PostgresPlace, connections: Int) {
        for _ in 0..<connections {
            let thread = Thread { [queue] in
                let worker = PostgresWorker(place)
                while let job = queue.next() { job(worker) }
                worker.drop()
                queue.ended()
            }
            thread.name = "InkLock.postgres"
            thread.stackSize = Self.stackBytes
            queue.began()
            thread.start()
        }
    }

    /// Runs one transaction on a thread of the pool.
    func run<Result: Sendable>(
        _ isolation: Isolation, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws(StoreError) -> Result {
        guard !Task.isCancelled else { throw .cancelled }
        let deadline = ContinuousClock.now + Self.patience
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>) in
            let isTaken = queue.add { worker in
                continuation.resume(returning: worker.run(isolation, until: deadline, body))
            }
            if !isTaken { continuation.resume(returning: .failure(.server(.tooManyRequests))) }
        }
        return try result.get()
    }

    deinit { queue.end() }

    /// Ends the threads after the transactions that are waiting. Blocks until then.
    func close() { queue.close() }
}

/// The transactions that wait for a thread.
final class PostgresQueue: @unchecked Sendable {
    typealias Job = @Sendable (PostgresWorker) -> Void

    private let condition = NSCondition()
    private var jobs: [Job?] = []
    /// The position of the next job. Those before it are done, and their places empty.
    private var first = 0
    private var isClosed = false
    private var threads = 0

    /// - Returns: `nil` when the queue is closed and empty.
    func next() -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while first == jobs.count {
            if isClosed { return nil }
            condition.wait()
        }
        let job = jobs[first]
        jobs[first] = nil
        first += 1
        // A queue that is never empty does not grow either.
        if first == jobs.count || first == PostgresPool.waitingLimit {
            jobs.removeFirst(first)
            first = 0
        }
        return job
    }

    /// - Returns: `false` if too many wait, or the queue is closed.
    func add(_ job: @escaping Job) -> Bool {
        let isAdded = condition.withLock {
            guard !isClosed, jobs.count - first < PostgresPool.waitingLimit else { return false }
            jobs.append(job)
            return true
        }
        // The thread that wakes up does not find the lock taken.
        if isAdded { condition.signal() }
        return isAdded
    }

    fileprivate func began() { condition.withLock { threads += 1 } }

    fileprivate func ended() {
        condition.withLock {
            threads -= 1
            condition.broadcast()
        }
    }

    fileprivate func end() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    fileprivate func close() {
        end()
        condition.lock()
        defer { condition.unlock() }
        while threads > 0 { condition.wait() }
    }
}
