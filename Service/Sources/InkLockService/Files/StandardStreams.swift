// SPDX-License-Identifier: MIT
import Foundation

/// The standard input, output and error streams.
enum StandardStreams {
    /// Opens each standard stream that is closed, with a descriptor on which reading or writing fails. Call it before
    /// any file is opened.
    ///
    /// Otherwise the next file would get the descriptor of the stream, and the stream's data would go to this file.
    static func reserveClosed() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
