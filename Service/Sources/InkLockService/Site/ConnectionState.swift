// SPDX-License-Identifier: MIT
import NIOCore

/// The state of one HTTP/1 connection, and its deadlines. It has one method for each event and does
/// not use the socket.
struct ConnectionState {
    /// The part of a request's head that decides about its answer and the next request.
    struct Request: Hashable {
        var isHTTP10 = false
        var keepsAlive = true
    }

    /// The action to take at the deadline.
    enum Timeout: Equatable {
        case nothing
        /// Respond with 408, then close.
        case tellAndClose
        case close
    }

    private enum Reading: Equatable {
        /// No byte of the next request has arrived.
        case idle
        case head
        case body
    }

    private let limits: ConnectionLimits
    private var reading = Reading.head
    private var readingSince: NIODeadline
    private var headBytes = 0
    /// The requests whose heads have arrived and whose responses are incomplete, the oldest first.
    private(set) var waiting: [Request] = []
    /// A Boolean value that indicates whether the head of the oldest answer has been sent.
    private(set) var isAnswering = false
    private var acceptedBytes = 0
    private var windowSince: NIODeadline
    /// A Boolean value that indicates whether no further requests are read.
    private(set) var isLastRequest = false
    private var lingerSince: NIODeadline?

    init(_ limits: ConnectionLimits, at now: NIODeadline) {
        self.limits = limits
        readingSince = now
        windowSince = now
    }

    /// A Boolean value that indicates whether a complete request waits for its response.
    var isWorking: Bool { !waiting.isEmpty && !isAnswering && reading != .body }

    /// Starts the deadline of a request's head before bytes are decoded.
    mutating func receiving(at now: NIODeadline) {
        guard reading == .idle else { return }
        reading = .head
        readingSince = now
    }

    /// Counts decoded bytes.
    /// - Returns: A Boolean value that indicates whether the head is too long.
    mutating func received(_ count: Int) -> Bool {
        guard reading == .head else { return false }
        headBytes += count
        guard headBytes > limits.headBytes else { return false }
        isLastRequest = true
        return true
    }

    /// Adds a request.
    /// - Returns: A Boolean value that indicates whether the request gets a response. If too many wait, it is `false`,
    ///   and the connection ends after the earlier requests.
    mutating func receivedHead(_ request: Request, at now: NIODeadline) -> Bool {
        guard !isLastRequest, waiting.count < limits.pipelined else {
            isLastRequest = true
            return false
        }
        if waiting.isEmpty { windowSince = now }
        waiting.append(request)
        if !request.keepsAlive { isLastRequest = true }
        reading = .body
        readingSince = now
        headBytes = 0
        return true
    }

    mutating func receivedEnd(at now: NIODeadline) {
        reading = .idle
        readingSince = now
        headBytes = 0
    }

    /// Starts the response to the oldest request.
    /// - Returns: The request, and a Boolean value that indicates whether the connection ends after the response.
    mutating func answerBegan(at now: NIODeadline) -> (Request, isLast: Bool) {
        isAnswering = true
        windowSince = now
        // The rest of the request's body is not read.
        if reading == .body, waiting.count == 1 { isLastRequest = true }
        return (waiting.first ?? Request(), isLastRequest && waiting.count <= 1)
    }

    /// Ends the response to the oldest request.
    /// - Returns: A Boolean value that indicates whether the connection ends.
    mutating func answerEnded(at now: NIODeadline) -> Bool {
        if !waiting.isEmpty { waiting.removeFirst() }
        isAnswering = false
        if reading != .body { readingSince = max(readingSince, now) }
        guard isLastRequest, waiting.isEmpty else { return false }
        lingerSince = now
        return true
    }

    /// Ends the connection after the answers to the requests that have been read.
    mutating func serverEnds() {
        if !waiting.isEmpty { isLastRequest = true }
    }

    /// Ends the connection once the client has received the output.
    mutating func end(at now: NIODeadline) {
        isLastRequest = true
        lingerSince = lingerSince ?? now
    }

    /// The time of the next call of ``timeout(at:accepted:unsent:)``.
    var deadline: NIODeadline {
        var deadline = windowSince + limits.progress
        if let lingerSince { return min(deadline, lingerSince + limits.linger) }
        switch reading {
        case .head: if waiting.isEmpty { deadline = min(deadline, readingSince + limits.head) }
        case .body: deadline = min(deadline, readingSince + limits.body)
        case .idle: if waiting.isEmpty { deadline = min(deadline, readingSince + limits.idle) }
        }
        return deadline
    }

    /// Returns the action for the connection at this time.
    /// - Parameters:
    ///   - accepted: The number of bytes that the system has accepted since the connection opened.
    ///   - unsent: The number of bytes that it has not accepted yet.
    mutating func timeout(at now: NIODeadline, accepted: Int, unsent: Int) -> Timeout {
        let isSlow = isSlow(at: now, accepted: accepted, unsent: unsent)
        if let lingerSince {
            if isSlow { return .close }
            if unsent > 0 { self.lingerSince = now }
            return unsent == 0 && now >= lingerSince + limits.linger ? .close : .nothing
        }
        switch reading {
        case .head where waiting.isEmpty && now >= readingSince + limits.head: return .tellAndClose
        case .body where now >= readingSince + limits.body:
            return waiting.count == 1 && !isAnswering ? .tellAndClose : .close
        case .idle where waiting.isEmpty && unsent == 0 && now >= readingSince + limits.idle: return .close
        default: return isSlow ? .close : .nothing
        }
    }

    private mutating func isSlow(at now: NIODeadline, accepted: Int, unsent: Int) -> Bool {
        guard now >= windowSince + limits.progress else { return false }
        let isSlow = unsent > 0 && accepted - acceptedBytes < limits.progressBytes
        acceptedBytes = accepted
        windowSince = now
        return isSlow
    }
}
