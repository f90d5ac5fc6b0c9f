// SPDX-License-Identifier: MIT
import Foundation

/// A thread's connection to PostgreSQL, which it opens on demand.
final class PostgresWorker {
    private let place: PostgresAddress
    private let metrics: ServiceMetrics?
    private let log: PostgresLog?
    private var connection: PostgresConnection?

    private static let firstPause = 0.002
    private static let longestPause = 0.25

    init(_ place: PostgresAddress, _ metrics: ServiceMetrics? = nil, _ log: PostgresLog? = nil) {
        self.place = place
        self.metrics = metrics
        self.log = log
    }

    /// Runs a transaction, and retries it while it may succeed.
    /// - Returns: The result, or the error of the last attempt.
    func run<Result>(
        _ isolation: PostgresPool.Isolation, until deadline: ContinuousClock.Instant,
        _ body: (PostgresConnection) throws -> Result
    ) -> Swift.Result<Result, StoreError> {
        // The caller of a transaction that waited too long has given up.
        guard ContinuousClock.now < deadline else { return .failure(.server(.tooManyRequests)) }
        var pause = Self.firstPause
        while true {
            do {
                return .success(try once(isolation, body))
            } catch let error as PostgresError {
                metrics?.failed(error)
                guard error.mayBeRepeated, ContinuousClock.now < deadline else { return .failure(.server(error.state)) }
            } catch {
                return .failure(StoreError(error))
            }
            // A random delay, so that two conflicting transactions do not collide again.
            Thread.sleep(forTimeInterval: Double.random(in: pause / 2...pause))
            pause = min(2 * pause, Self.longestPause)
        }
    }

    /// Closes the connection.
    func drop() {
        guard let connection else { return }
        if connection.hasTimedOut { log?.lost("PostgreSQL does not answer, or waits for a synchronous standby") }
        connection.close()
        self.connection = nil
    }

    private func once<Result>(
        _ isolation: PostgresPool.Isolation, _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
        var connection = try connected()
        if [.statement, .statements, .serial].contains(isolation), connection.isClosed {
            // Reconnects first. If a statement or a commit failed on a closed connection, its effect would be unknown.
            // All of a transaction may be sent with its commit.
            drop()
            connection = try connected()
        }
        do {
            try connection.begin(isolation)
            let result = try body(connection)
            switch isolation {
            case .none, .statement:
                try connection.flush()
                try connection.checkDurability()
            case .snapshot: try connection.endReading()
            case .statements, .serial: try connection.commit()
            }
            return result
        } catch {
            // A read-only server has become a standby. The next connection finds the new primary.
            let isMoved = (error as? PostgresError)?.state.text == "25006"
            if isMoved || connection.isBroken || (try? connection.rollBack()) == nil { drop() }
            if isolation == .statement, let lost = error as? PostgresError, lost.state.isConnection {
                throw PostgresError(state: lost.state, isInDoubt: true)
            }
            throw error
        }
    }

    private func connected() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        var reason = ""
        do throws(PostgresError) {
            let made = try PostgresConnection(place, reason: &reason)
            connection = made
            log?.connected()
            return made
        } catch {
            log?.lost(reason.isEmpty ? "SQLSTATE \(error.state)" : reason)
            throw error
        }
    }
}
