// SPDX-License-Identifier: MIT

/// A line on standard error that shows the progress of long work. If standard error is not a terminal, nothing is
/// shown.
struct ProgressLine: ~Copyable {
    private static let delay = Duration.seconds(1)
    private static let interval = Duration.milliseconds(200)

    private let work: String
    private let total: Int
    private let isShown = OpenFile.standardError.isTerminal
    private var next = ContinuousClock.now + ProgressLine.delay
    private var hasBegun = false

    /// - Parameters:
    ///   - work: The name of the work, "comparing" for example.
    ///   - total: The number of steps.
    init(_ work: String, total: Int) {
        self.work = work
        self.total = total
    }

    deinit { if hasBegun { Self.show("\r\u{1B}[K") } }

    /// Shows the number of steps that are done: first a second after the beginning, and then five times a second.
    mutating func advance(to done: Int) {
        guard isShown, ContinuousClock.now >= next else { return }
        next = ContinuousClock.now + Self.interval
        hasBegun = true
        Self.show("\r\(work): \(done * 100 / max(1, total)) %")
    }

    private static func show(_ text: String) { try? OpenFile.standardError.writeAll(Array(text.utf8)) }
}
