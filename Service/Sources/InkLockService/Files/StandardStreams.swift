// SPDX-License-Identifier: MIT
import Foundation

/// The streams that every program is given, or should be.
enum StandardStreams {
    /// Puts a descriptor that only fails in the place of each standard stream that the caller has closed.
    ///
    /// Otherwise the next file to be opened would get the stream's number, and what is meant for the stream.
    static func reserveClosed() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
