// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import UnixSignals

/// The system settings of a server process.
enum ServerProcess {
    /// The number of files and sockets that the process may have open.
    static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(resource(RLIMIT_NOFILE), &limit) == 0 else { return 256 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit of open files to the system's maximum. Disables core dumps, and debugging by other processes of
    /// the same user, because the memory contains keys.
    static func prepare() {
        // The process continues if the reader of the log ends.
        signal(SIGPIPE, SIG_IGN)
        var files = rlimit()
        if getrlimit(resource(RLIMIT_NOFILE), &files) == 0 {
            files.rlim_cur = files.rlim_max
            _ = setrlimit(resource(RLIMIT_NOFILE), &files)
        }
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(resource(RLIMIT_CORE), &core)
        #if os(Linux)
            // A variadic function, which Swift does not import: PR_SET_DUMPABLE is 4.
            typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
            if let control = dlsym(nil, "prctl") { _ = unsafeBitCast(control, to: Control.self)(4, 0, 0, 0, 0) }
        #endif
    }

    /// The signals that stop the server in order. A hang-up that was ignored at the start, as with `nohup`, stays
    /// ignored.
    static var endingSignals: [UnixSignal] {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        #if os(Linux)
            let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #else
            let isIgnored = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #endif
        return isIgnored ? [.sigterm, .sigint] : [.sigterm, .sigint, .sighup]
    }

    /// Returns freed memory to the system, which the C library would otherwise keep.
    static func releaseMemory() {
        #if os(Linux)
            typealias Trim = @convention(c) (Int) -> Int32
            if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
        #endif
    }

    #if os(Linux)
        private static func resource(_ resource: __rlimit_resource) -> __rlimit_resource_t {
            __rlimit_resource_t(resource.rawValue)
        }
    #else
        private static func resource(_ resource: Int32) -> Int32 { resource }
    #endif
}

/// The signals that end the process immediately: the first one while the server starts, and the second one while it
/// serves, because the server itself handles the first one.
final class EndingSignals: @unchecked Sendable {
    private let lock = NSLock()
    private var isServing = false
    private var count = 0
    private var sources: [any DispatchSourceSignal] = []

    /// Creates the handlers.
    /// - Parameter last: The work just before the end, which must not wait for long. Its argument indicates whether the
    ///   server serves.
    init(_ last: @escaping @Sendable (_ isServing: Bool) -> Void) {
        // A queue of its own has a thread also while the start uses all others.
        let queue = DispatchQueue(label: "InkLock.signals")
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in
                guard let self, let isServing = received() else { return }
                last(isServing)
                _exit(isServing ? 128 + number : 0)
            }
            source.resume()
            return source
        }
    }

    /// Leaves the first signal to the server from now on.
    func serve() { lock.withLock { isServing = true } }

    /// Counts a signal.
    /// - Returns: A Boolean value that indicates whether the server serves, for a signal that ends the process; `nil`
    ///   for the first signal to a serving server, which the server handles.
    private func received() -> Bool? {
        lock.withLock {
            guard isServing else { return false }
            count += 1
            return count > 1 ? true : nil
        }
    }
}
