// SPDX-License-Identifier: MIT
import Foundation

/// An error of the operating system, with its number (`errno`).
struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The error of the last call that failed on this thread.
    static var last: SystemError { SystemError(number: errno) }

    /// The text of the system, such as "No such file or directory".
    var description: String { String(cString: strerror(number)) }

    /// The reason why a standard stream failed, "Bad file descriptor" in plain words.
    var streamDescription: String { number == EBADF ? "it is closed" : description }
}
