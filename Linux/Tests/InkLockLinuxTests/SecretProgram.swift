// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// A run of the built `inklock-secret`, with a terminal of its own if a test types something.
struct SecretProgram: Sendable {
    struct Result: Sendable {
        var status: Int32 = -1
        var output: [UInt8] = []
        var errors = ""
        /// The text that appeared on the terminal.
        var screen = ""
        /// Boolean values that indicate whether the terminal showed what is typed, when the signal was sent and when
        /// the program had ended.
        var echo = (before: true, after: true)

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The text that the user waits for on the terminal, and the keys that they press then.
    typealias Turn = (waitsFor: String, types: String)

    var environment: [String: String] = [:]

    static let path = (CommandLine.arguments[0] as NSString).deletingLastPathComponent + "/inklock-secret"
    /// Keeps a program from starting while a pipe of another one is made, which it would inherit and keep open.
    private static let spawning = Mutex(())
    /// glibc's POSIX_SPAWN_SETSID.
    private static let setsid: Int16 = 0x80
    let pamFolder: String

    /// A program that finds the PAM service `inklock` in a folder.
    init(pamFolder: String, data: String, _ more: [String: String] = [:]) {
        self.pamFolder = pamFolder
        environment = ProcessInfo.processInfo.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nonexistent"
        environment["INKLOCK_TPM"] = "none"
        environment["XDG_DATA_HOME"] = data
        environment.merge(more) { $1 }
    }

    /// Runs the program on a thread of its own until it ends.
    /// - Parameters:
    ///   - input: Standard input; `nil` for the terminal.
    ///   - turns: The events on the terminal; `nil` for no terminal.
    ///   - killedAfter: The time in milliseconds after which the program is killed.
    ///   - signal: The signal that the program gets after the turns.
    func run(
        _ arguments: String..., input: [UInt8]? = [], turns: [Turn]? = nil, showsOutput: Bool = false,
        killedAfter: UInt32? = nil, signal: Int32? = nil
    ) async -> Result {
        await run(
            list: arguments, input: input, turns: turns, showsOutput: showsOutput, killedAfter: killedAfter,
            signal: signal)
    }

    /// Runs the program with a list of arguments.
    func run(
        list arguments: [String], input: [UInt8]? = [], turns: [Turn]? = nil, showsOutput: Bool = false,
        killedAfter: UInt32? = nil, signal: Int32? = nil
    ) async -> Result {
        await run(
            bytes: arguments.map { Array($0.utf8) }, input: input, turns: turns, showsOutput: showsOutput,
            killedAfter: killedAfter, signal: signal)
    }

    /// Runs the program with arguments that need not be UTF-8.
    func run(
        bytes arguments: [[UInt8]], input: [UInt8]? = [], turns: [Turn]? = nil, showsOutput: Bool = false,
        killedAfter: UInt32? = nil, signal: Int32? = nil
    ) async -> Result {
        await withCheckedContinuation { waiter in
            Thread {
                waiter.resume(
                    returning: spawn(
                        arguments, input, turns, showsOutput: showsOutput, killedAfter: killedAfter, signal: signal))
            }.start()
        }
    }

    private func spawn(
        _ arguments: [[UInt8]], _ input: [UInt8]?, _ turns: [Turn]?, showsOutput: Bool, killedAfter: UInt32?,
        signal: Int32?
    ) -> Result {
        var result = Result()
        let asksOwner = ["set", "get"].contains { arguments.first == Array($0.utf8) }
        let asked = asksOwner ? ["--pam-folder", pamFolder].map { Array($0.utf8) } : []
        let all = [Array(Self.path.utf8)] + arguments + asked
        var (master, slavePath) = (Int32(-1), "")
        if turns != nil {
            // Swift's Glibc does not declare posix_openpt, unlockpt and ptsname. These calls do the same.
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (lock, number) = (Int32(0), Int32(0))
            _ = ioctl(master, 0x4004_5431, &lock)
            _ = ioctl(master, 0x8004_5430, &number)
            slavePath = "/dev/pts/\(number)"
        }
        let pipes = Self.spawning.withLock { _ in (0..<3).map { _ in Self.pipe() } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (number, end) in [pipes[0][0], pipes[1][1], pipes[2][1]].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
        }
        if turns != nil {
            // The first terminal that the leader of a session opens is its own. Only now, because its number may be
            // that of a pipe.
            posix_spawn_file_actions_addopen(&actions, 3, slavePath, O_RDWR, 0)
            if input == nil { posix_spawn_file_actions_adddup2(&actions, 3, 0) }
            if showsOutput { posix_spawn_file_actions_adddup2(&actions, 3, 1) }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Self.setsid)
        let argv: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
        let envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        var child: pid_t = 0
        let spawned = Self.spawning.withLock { _ in
            posix_spawn(&child, Self.path, &actions, &attributes, argv, envp)
        }
        guard spawned == 0 else { return result }
        for pipe in [pipes[1], pipes[2]] { close(pipe[1]) }
        close(pipes[0][0])
        let (output, errors, screen) = (Stream(pipes[1][0]), Stream(pipes[2][0]), Stream(master))
        if let input { input.withUnsafeBytes { _ = write(pipes[0][1], $0.baseAddress, $0.count) } }
        close(pipes[0][1])
        let isRunning = Mutex(true)
        let process = child
        let killed = DispatchSemaphore(value: 0)
        if let killedAfter {
            Thread {
                usleep(killedAfter * 1000)
                isRunning.withLock { if $0 { kill(process, SIGKILL) } }
                killed.signal()
            }.start()
        }
        for turn in turns ?? [] {
            screen.wait(for: turn.waitsFor)
            _ = Array(turn.types.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
        }
        // The stream closes the terminal when the program ends.
        let terminal = signal == nil ? -1 : fcntl(master, F_DUPFD_CLOEXEC, 0)
        if let signal {
            result.echo.before = Self.echoes(terminal)
            kill(child, signal)
        }
        var status: Int32 = 0
        var waited = 0
        // The number of a process is its own until it is waited for.
        while isRunning.withLock({ isRunning in
            if waitpid(child, &status, WNOHANG) == 0 { return true }
            isRunning = false
            return false
        }) {
            usleep(2000)
            waited += 1
            if waited == 30_000 { kill(child, SIGKILL) }
        }
        if killedAfter != nil { killed.wait() }
        if terminal >= 0 {
            result.echo.after = Self.echoes(terminal)
            close(terminal)
        }
        result.status = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        result.output = output.end()
        result.errors = String(decoding: errors.end(), as: UTF8.self)
        result.screen = String(decoding: screen.end(), as: UTF8.self)
        for text in argv + envp { free(text) }
        return result
    }

    /// Returns the ends of a pipe, for reading and for writing, that programs do not inherit.
    private static func pipe() -> [Int32] {
        var ends: [Int32] = [0, 0]
        _ = Foundation.pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    private static func echoes(_ terminal: Int32) -> Bool {
        var settings = termios()
        return tcgetattr(terminal, &settings) == 0
            && settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
    }

    /// Reads a descriptor on a thread until its end.
    private final class Stream: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        private let ended = DispatchSemaphore(value: 0)

        init(_ descriptor: Int32) {
            guard descriptor >= 0 else {
                ended.signal()
                return
            }
            Thread { [self] in
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(descriptor, &buffer, buffer.count)
                    if count <= 0 { break }
                    bytes.withLock { $0 += buffer[..<count] }
                }
                close(descriptor)
                isAtEnd.withLock { $0 = true }
                ended.signal()
            }.start()
        }

        /// Waits until a text has appeared since the last time, for at least 25 s: what is typed before a question is
        /// lost.
        func wait(for text: String) {
            for _ in 0..<12_500 {
                let found = bytes.withLock {
                    String(decoding: $0, as: UTF8.self).components(separatedBy: text).count - 1
                }
                let wanted = waits.withLock { ($0[text] ?? 0) + 1 }
                if found >= wanted {
                    waits.withLock { $0[text] = wanted }
                    return
                }
                if isAtEnd.withLock({ $0 }) { return }
                usleep(2000)
            }
        }

        private let isAtEnd = Mutex(false)
        private let waits = Mutex<[String: Int]>([:])

        func end() -> [UInt8] {
            ended.wait()
            return bytes.withLock { $0 }
        }
    }
}
