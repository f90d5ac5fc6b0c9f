// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import UnixSignals

/// The settings that a serving process asks of the system.
enum ServerProcess {
    /// The number of files and sockets that the process may have open.
    static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(resource(RLIMIT_NOFILE), &limit) == 0 else { return 256 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit of open files to what the system allows, and keeps the process's memory, which holds keys, out of files and
    /// away from other processes of the same user.
    static func prepare() {
        // A log whose reader has gone is no reason to end.
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

    /// Ends the process at once when the user asks a second time.
    /// - Parameter last: what is done just before; it must not wait for long.
    /// - Returns: what has to be kept for as long as that is wanted.
    static func endAtSecondSignal(_ last: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        let asked = AskedTwice()
        return [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                guard asked.again() else { return }
                last()
                _exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    /// Gives freed memory back to the system, where the C library keeps it otherwise.
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

private final class AskedTwice: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func again() -> Bool {
        lock.withLock {
            count += 1
            return count > 1
        }
    }
}
