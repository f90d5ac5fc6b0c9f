// SPDX-License-Identifier: MIT

/// Why a command ends without having done its work: one line for the person who called it, and an exit status.
struct CommandFailure: Error, Hashable {
    /// The statuses of BSD's sysexits that the command uses.
    enum Status: Int32 {
        /// The arguments do not make sense.
        case usage = 64
        /// The input is not what it should be.
        case malformedInput = 65
        /// The input cannot be read.
        case noInput = 66
        /// Something that is needed is not there, or a port is taken.
        case unavailable = 69
        /// An error that was not foreseen.
        case unexpected = 70
        /// The output cannot be made.
        case noOutput = 73
    }

    let status: Status
    /// What is wrong and what to do, without a full stop.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }
}
