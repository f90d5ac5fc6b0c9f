// SPDX-License-Identifier: MIT

/// A file to read from; `-` is standard input.
struct InputFile: Hashable, Sendable {
    /// The most bytes that are read: far more than any drawing, and no endless device.
    static let sizeLimit = 1 << 28

    let path: String

    /// What messages call it.
    var name: String { path == "-" ? "standard input" : path }

    func bytes() throws(CommandFailure) -> [UInt8] {
        let contents: [UInt8]?
        do throws(SystemError) {
            let file = path == "-" ? .standardInput : try OpenFile(reading: path)
            contents = try file.readAll(limit: Self.sizeLimit)
        } catch {
            throw CommandFailure(.noInput, "\(name): \(error)")
        }
        guard let contents else {
            throw CommandFailure(.malformedInput, "\(name): larger than the \(Self.sizeLimit >> 20) MiB that are read")
        }
        return contents
    }
}
