// SPDX-License-Identifier: MIT

/// An error that ends the command, with an exit status and a one-line message for the user.
struct CommandError: Error, Hashable {
    /// The exit statuses that the command uses: those above 63 are from BSD's sysexits.
    enum Status: Int32 {
        /// A check has failed.
        case doesNotHold = 1
        /// The arguments are invalid.
        case usage = 64
        /// The input is malformed.
        case malformedInput = 65
        /// The input cannot be read.
        case noInput = 66
        /// Something that the command needs is unavailable, or in use.
        case unavailable = 69
        /// An unexpected error occurred.
        case unexpected = 70
        /// The output cannot be written.
        case noOutput = 73
        /// The accounts or their key cannot be used until the operator changes something.
        case notServed = 78
    }

    let status: Status
    /// The cause and the remedy, without a full stop.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Creates the error for accounts that cannot be served.
    init(_ error: AccountServiceError) {
        self.init(error.isPermanent ? .notServed : .unavailable, error.description)
    }
}
