// SPDX-License-Identifier: MIT
import Foundation

/// A program that ends when this value does, or with the test's process.
final class Daemon: Sendable {
    private let lifeline = Pipe()

    /// Starts a command of the shell. The shell kills it when standard input ends.
    init(_ command: String, _ variables: [String: String]) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(command) & read end; kill -KILL $!"]
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.standardInput = lifeline
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try! process.run()
    }

    deinit { try? lifeline.fileHandleForWriting.close() }
}
