// SPDX-License-Identifier: MIT
import Logging
import Synchronization

/// The log of a process: its form, its level and its output.
final class ServiceLog: Sendable {
    /// The choices of an operator.
    struct Choices: Sendable {
        var format = LogFormat.text
        var level = Logger.Level.info
    }

    /// The log on standard error.
    static let standardError = ServiceLog(LogOutput(descriptor: 2))

    private let output: LogOutput
    private let state = Mutex(Choices())

    init(_ output: LogOutput) { self.output = output }

    /// The choices, which may change at any time.
    var choices: Choices {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Returns a logger whose lines name the current request.
    func logger(_ label: String) -> Logger {
        Logger(label: label, factory: { Handler(label: $0, log: self) })
    }

    /// Waits until all lines have been written, at most for some seconds.
    func flush(seconds: Double) { output.flush(seconds: seconds) }

    fileprivate func write(_ line: LogLine) {
        output.write(line.bytes(choices.format)) { [self] count in
            LogLine(
                level: .warning, label: "inklock", message: "left-out",
                metadata: ["lines": .stringConvertible(count)]
            ).bytes(choices.format)
        }
    }

    private struct Handler: LogHandler {
        let label: String
        let log: ServiceLog
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?
        private var ownLevel: Logger.Level?

        init(label: String, log: ServiceLog) {
            self.label = label
            self.log = log
        }

        var logLevel: Logger.Level {
            get { ownLevel ?? log.choices.level }
            set { ownLevel = newValue }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            var all = metadata.merging(event.metadata ?? [:]) { $1 }
            if let id = RequestID.current { all["request"] = .string(id.text) }
            if let trace = TraceContext.current { all["trace"] = .string(trace.traceText) }
            log.write(LogLine(level: event.level, label: label, message: "\(event.message)", metadata: all))
        }
    }
}
