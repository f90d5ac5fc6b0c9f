// SPDX-License-Identifier: MIT
import Foundation

/// The unfinished file that a signal removes; read by the handler, so only C's own types.
nonisolated(unsafe) private var unfinishedPath: UnsafeMutablePointer<CChar>?

/// Removes the unfinished file and lets the signal end the process as if there were no handler. Calls only functions
/// that POSIX lists as safe in a handler.
private func removeUnfinished(_ number: Int32) {
    if let path = unfinishedPath { unlink(path) }
    // SA_RESETHAND has restored the default, which acts when the handler returns.
    kill(getpid(), number)
}

/// A file with a temporary name, which does not outlive a signal that ends the process.
enum UnfinishedFile {
    /// A lock that permits one file at a time, because the handler has only one name.
    private static let lock = NSLock()
    private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ, SIGPIPE]

    /// Runs `body`, during which signals remove the file at `path`; signals that are ignored stay so.
    static func guarding<Result>(
        _ path: [CChar], _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        lock.lock()
        unfinishedPath = strdup(path)
        var before: [(number: Int32, action: sigaction)] = []
        for number in signals {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0, isDefault(action) else { continue }
            before.append((number, action))
            var new = sigaction()
            #if canImport(Darwin)
                new.__sigaction_u.__sa_handler = removeUnfinished
                new.sa_flags = Int32(SA_RESETHAND)
            #else
                new.__sigaction_handler.sa_handler = removeUnfinished
                new.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            #endif
            sigaction(number, &new, nil)
        }
        defer {
            for var old in before { sigaction(old.number, &old.action, nil) }
            free(unfinishedPath)
            unfinishedPath = nil
            lock.unlock()
        }
        return try body()
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
            return action.__sigaction_u.__sa_handler == nil
        #else
            return action.__sigaction_handler.sa_handler == nil
        #endif
    }
}
