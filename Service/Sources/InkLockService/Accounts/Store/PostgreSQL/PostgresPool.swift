// SPDX-License-Identifier: MIT
import Foundation

/// A pool of threads with one PostgreSQL connection each, so that Swift's cooperative threads never wait for a server.
///
/// A thread retries a transaction that fails because of a conflict or a lost connection, until its deadline.
final class PostgresPool: Sendable {
    /// The isolation of a transaction from others.
    enum Isolation: Sendable {
        /// No transaction: each statement commits by itself. All are repeated if the connection is lost.
        case none
        /// A single statement that commits by itself. It is not repeated if the connection is lost.
        case statement
        /// READ COMMITTED: each statement sees the state at its own start.
        case statements
        /// REPEATABLE READ, READ ONLY: all statements see one state.
        case snapshot
        /// SERIALIZABLE: as if transactions ran one after the other.
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
    private let metrics: ServiceMetrics?

    /// The maximum time for a transaction, including its retries and the wait for a connection.
    private static let timeout = Duration.seconds(10)
    /// The number of transactions that may wait for a connection.
    static let waitingLimit = 1000
    private static let stackBytes = 1 << 20

    /// - Parameters:
    ///   - connections: The number of threads, each with one connection. Above 0.
    ///   - metrics: The numbers that count waits, conflicts and lost connections.
    ///   - log: The log that says why connections are lost.
    init(_ place: PostgresAddress, connections: Int, metrics: ServiceMetrics? = nil, log: PostgresLog? = nil) {
        self.metrics = metrics
        for _ in 0..<connections {
            let thread = Thread { [queue] in
                let worker = PostgresWorker(place, metrics, log)
                while let job = queue.next() { job(worker) }
                worker.drop()
                queue.ended()
            }
            // Linux takes names of at most 15 bytes.
            thread.name = "inklock.pg"
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
        let start = ContinuousClock.now
        let deadline = start + Self.timeout
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Swift.Result<Result, StoreError>, Never>) in
            let isTaken = queue.add { [metrics] worker in
                metrics?.waitedForConnection(start.duration(to: .now))
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
    /// The position of the next job. The elements before it are `nil`.
    private var first = 0
    private var isClosed = false
    private var threads = 0

    /// Waits for the next job and returns it, or `nil` if the queue is closed and empty.
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
        // Limits the array even if the queue never becomes empty.
        if first == jobs.count || first == PostgresPool.waitingLimit {
            jobs.removeFirst(first)
            first = 0
        }
        return job
    }

    /// Adds a job.
    /// - Returns: `false` if too many jobs wait, or the queue is closed.
    func add(_ job: @escaping Job) -> Bool {
        let isAdded = condition.withLock {
            guard !isClosed, jobs.count - first < PostgresPool.waitingLimit else { return false }
            jobs.append(job)
            return true
        }
        // Signals after unlocking, so that the woken thread does not wait for the lock.
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
