// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockService

/// Tests the times at which answers to unknown devices leave.
@Suite(.fewAtOnce) struct ResponseTimingTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private static let passcode = ["kind": "six-digits", "text": "581936"]

    /// A client that sends the head of its request first does not choose when the quantum begins.
    @Test(
        "The answer delay starts when the request body is complete",
        arguments: [
            ("/api/sign-in/options", ["name": "ada"]),
            ("/api/sign-in", ["name": "ada", "proof": ["passcode": "graue hügel 3 laternen"]]),
            ("/api/sign-in", ["name": "ada", "proof": ["passcode": "904175"]]),
            ("/api/sign-in", ["name": "ada", "proof": ["recoveryCode": "0000-0000-0000-0000-0000-0000-000"]]),
            ("/api/recover", ["name": "ada", "recoveryCode": "RIGHT", "passcode": passcode]),
        ] as [(String, [String: any Sendable])])
    func quantumBeginsWithTheEndOfTheBody(path: String, message: [String: any Sendable]) async throws {
        var bench = bench
        // The client leaves the port out of Host.
        bench.settings.publicOrigin = "http://localhost"
        bench.settings.pace = ResponseTiming(quantum: .milliseconds(400), derivationQuantum: .milliseconds(400))
        let server = SiteServer(site: bench.site, host: "localhost", port: 0, accounts: try await bench.service())
        let seconds = try await server.application().test(.live) { client in
            let port = try #require(client.port)
            let ada = Browser(client: client)
            try await ada.create("ada")
            var message = message
            // Another form of the right code: the last letter decides.
            if message["recoveryCode"] != nil { message["recoveryCode"] = ada.recoveryCode }
            let body = try JSONSerialization.data(withJSONObject: message)
            return try await onThread {
                let connection = try RawConnection(port: port)
                let start = ContinuousClock.now
                connection.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
                usleep(250_000)
                connection.send(Array(body))
                let answer = connection.receive(seconds: 60)
                #expect(answer.hasPrefix("HTTP/1.1 "), "\(answer)")
                #expect(!answer.hasPrefix("HTTP/1.1 400 ") && !answer.hasPrefix("HTTP/1.1 422 "), "\(answer)")
                return start.duration(to: .now) / .seconds(1)
            }
        }
        #expect(seconds >= 0.65, "\(path): \(seconds) s")
    }

    @Test("Answers leave at multiples of the quantum") func answersLeaveAtMultiples() async {
        let start = ContinuousClock.now
        for (elapsed, turns) in [(0, 1), (1, 1), (199, 1), (200, 1), (201, 2), (400, 2), (1001, 6)] {
            let departure = ResponseTiming.departure(
                since: start, at: start.advanced(by: .milliseconds(elapsed)), .milliseconds(200))
            #expect(departure == start.advanced(by: .milliseconds(200 * turns)), "\(elapsed)")
        }
        for elapsed in [0, 150, 310] {
            let start = ContinuousClock.now.advanced(by: .milliseconds(-elapsed))
            await ResponseTiming.wait(since: start, .milliseconds(200))
            #expect(start.duration(to: .now) >= .milliseconds(elapsed < 200 ? 200 : 400), "\(elapsed)")
        }
    }
}
