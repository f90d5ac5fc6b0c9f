// SPDX-License-Identifier: MIT
import Foundation

/// A call to the operating system that it refused, with its number for the reason (`errno`).
struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The reason of the last call that failed on this thread.
    static var last: SystemError { SystemError(number: errno) }

    /// As the system words it: "No such file or directory".
    var description: String { String(cString: strerror(number)) }

    /// The reason why a standard stream failed, "Bad file descriptor" in plain words.
    var streamDescription: String { number == EBADF ? "it is closed" : description }
}
