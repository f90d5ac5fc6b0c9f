// SPDX-License-Identifier: MIT
import CoreMetrics
import LockVault

extension ServiceMetrics {
    /// The numbers for the slow work of a server: key derivations, and the work of the database.
    enum Work: String, CaseIterable {
        case derivation = "inklock_derivation_seconds"
        case refusedDerivations = "inklock_derivations_refused_total"
        case database = "inklock_database_seconds"
        case databaseWait = "inklock_database_wait_seconds"
        case databaseConflicts = "inklock_database_conflicts_total"
        case lostConnections = "inklock_database_lost_connections_total"

        var help: String {
            switch self {
            case .derivation: "Seconds of a key derivation, of known and of unknown devices."
            case .refusedDerivations: "Attempts that were refused because too many waited for a key derivation."
            case .database: "Seconds of a reading or a transaction of the database, with its waits and repetitions."
            case .databaseWait: "Seconds that a reading or a transaction waited for a connection to PostgreSQL."
            case .databaseConflicts: "Transactions that were begun again because another one came first."
            case .lostConnections: "Connections to PostgreSQL that were lost or could not be made."
            }
        }
    }

    /// A use of the database.
    enum DatabaseUse: String, CaseIterable {
        case reading = "read"
        case transaction
    }

    /// Counts a key derivation.
    func derived(_ device: DerivationQueue.Priority, in duration: Duration) {
        record(.derivation, Self.labels(device), duration)
    }

    /// Counts an attempt for which there was no turn.
    func refused(_ device: DerivationQueue.Priority) { count(.refusedDerivations, Self.labels(device)) }

    /// Counts a use of the database.
    func used(_ use: DatabaseUse, for duration: Duration) { record(.database, Self.labels(use), duration) }

    /// Counts a wait for a connection to PostgreSQL.
    func waitedForConnection(_ duration: Duration) { record(.databaseWait, [], duration) }

    /// Counts an error of PostgreSQL if the connection was lost, or another transaction came first.
    func failed(_ error: PostgresError) {
        if error.state.isConnection || error.state.text == "25006" {
            count(.lostConnections, [])
        } else if error.mayBeRepeated {
            count(.databaseConflicts, [])
        }
    }

    /// Creates all series, so that each rate has a starting point.
    func beginWork() {
        for device in DerivationQueue.Priority.allCases {
            _ = timer(.derivation, Self.labels(device))
            count(.refusedDerivations, Self.labels(device), by: 0)
        }
        for use in DatabaseUse.allCases { _ = timer(.database, Self.labels(use)) }
        _ = timer(.databaseWait, [])
        for work in [Work.databaseConflicts, .lostConnections] { count(work, [], by: 0) }
    }

    private static func labels(_ device: DerivationQueue.Priority) -> [(String, String)] { [("device", "\(device)")] }

    private static func labels(_ use: DatabaseUse) -> [(String, String)] { [("use", use.rawValue)] }

    private func timer(_ work: Work, _ labels: [(String, String)]) -> Timer {
        Timer(label: work.rawValue, dimensions: labels, factory: registry)
    }

    private func record(_ work: Work, _ labels: [(String, String)], _ duration: Duration) {
        timer(work, labels).recordNanoseconds(Int64(duration / .nanoseconds(1)))
    }

    private func count(_ work: Work, _ labels: [(String, String)], by amount: Int = 1) {
        Counter(label: work.rawValue, dimensions: labels, factory: registry).increment(by: amount)
    }
}
