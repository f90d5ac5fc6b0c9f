// SPDX-License-Identifier: MIT
import Foundation

/// A running `inklock serve` on this machine with accounts in a temporary folder, until it is stopped.
final class RunningService: @unchecked Sendable {
    let address: String
    private let process = Process()
    private let folder: URL

    enum StartError: Error {
        case didNotStart
    }

    /// - Parameter command: The path of the `inklock` program.
    init(command: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("inklock-\(UUID().uuidString)")
        let site = folder.appendingPathComponent("site")
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: command)
        process.arguments = [
            "serve", "--port", "0", "--site", site.path, "--data", folder.appendingPathComponent("data").path,
            // The clients have different addresses, which X-Forwarded-For transmits.
            "--behind-proxy",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let start = line.range(of: "http://"), let end = line[start.lowerBound...].firstIndex(of: "\n") else {
            process.terminate()
            throw StartError.didNotStart
        }
        address = String(line[start.lowerBound..<end]).trimmingCharacters(in: CharacterSet(charactersIn: "/"))
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The peak memory of the process since ``forgetPeak()``, in mebibytes.
    var peakMemory: Double {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 / 1024 } ?? .nan
    }

    func forgetPeak() {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process.processIdentifier)/clear_refs"))
    }
}
