// SPDX-License-Identifier: MIT
import CoreMetrics
import Foundation
import InkTestSupport
import Testing

@testable import InkLockService

/// Tests of the numbers that monitors read.
@Suite(.blocking) struct MetricsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", Array("<p>front\n".utf8))
    }

    @Test("Series have the text format of Prometheus") func textFormat() {
        let registry = MetricsRegistry(help: ["a_total": "Of a."])
        for labels in [[], [("x", "1")], [("x", "say \"\\\n")]] {
            Counter(label: "a_total", dimensions: labels, factory: registry).increment(by: 2)
        }
        Counter(label: "a_total", factory: registry).increment()
        Timer(label: "b_seconds", factory: registry).recordMilliseconds(2)
        Timer(label: "b_seconds", factory: registry).recordSeconds(100)
        Meter(label: "c", factory: registry).set(1.5)
        let lines = registry.text.split(separator: "\n")
        #expect(
            lines.prefix(5) == [
                "# HELP a_total Of a.", "# TYPE a_total counter", "a_total 3", "a_total{x=\"1\"} 2",
                "a_total{x=\"say \\\"\\\\\\n\"} 2",
            ])
        let histogram = lines.filter { $0.contains("b_seconds") }
        #expect(histogram.first == "# TYPE b_seconds histogram" && histogram.count == 16)
        #expect(
            histogram[1] == "b_seconds_bucket{le=\"0.001\"} 0" && histogram[2] == "b_seconds_bucket{le=\"0.005\"} 1")
        #expect(
            histogram.suffix(3) == ["b_seconds_bucket{le=\"+Inf\"} 2", "b_seconds_sum 100.002", "b_seconds_count 2"])
        #expect(lines.suffix(2) == ["# TYPE c gauge", "c 1.5"])
    }

    @Test("Monitors read numbers at a place of their own, and only there") func numbersAreRead() throws {
        let path = folder.path("m")
        let server = try RunningServer(["--site", "site", "--data", "data", "--metrics", path], in: folder)
        #expect(try server.get("/").hasPrefix("HTTP/1.1 200 "))
        for number in 0..<30 { #expect(try server.get("/no\(number)").hasPrefix("HTTP/1.1 404 ")) }
        #expect(try server.get("/api/session").hasPrefix("HTTP/1.1 401 "))
        #expect(try server.get("/livez").hasPrefix("HTTP/1.1 200 ") && server.isReady())
        #expect(try server.get("/metrics").hasPrefix("HTTP/1.1 404 "))
        #expect(try at(path, "/").hasPrefix("HTTP/1.1 404 "))
        #expect(try at(path, "/livez").hasSuffix("\r\nok\n"))
        #expect(try eventually(within: 60) { try at(path, "/readyz").hasSuffix("\r\nok\n") })
        #expect(try at(path, "/metrics", "--request POST").hasPrefix("HTTP/1.1 405 "))

        // A connection is counted until the server has seen its end.
        var text = ""
        _ = try eventually(within: 30) {
            text = try at(path, "/metrics")
            return text.contains("\ninklock_connections 0.0\n") && text.contains("\ninklock_ready 1.0\n")
        }
        #expect(text.contains("\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
        for line in [
            "inklock_http_requests_total{route=\"files\",method=\"GET\",status=\"404\"} 31",
            "inklock_http_requests_total{route=\"/api/session\",method=\"GET\",status=\"401\"} 1",
            "inklock_http_request_seconds_count{route=\"/api/session\"} 1",
            "inklock_account_events_total{event=\"session\",outcome=\"not-signed-in\"} 1",
            "inklock_account_events_total{event=\"save-note\",outcome=\"storage-full\"} 0",
            "inklock_account_events_total{event=\"sign-in\",outcome=\"done\"} 0",
            "inklock_derivation_seconds_count{device=\"known\"} 0",
            "inklock_derivations_refused_total{device=\"unknown\"} 0",
            "inklock_database_conflicts_total 0", "inklock_database_lost_connections_total 0",
            "inklock_ready 1.0", "inklock_derivations_waiting{device=\"unknown\"} 0.0", "inklock_connections 0.0",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        // Reading the numbers measures the database.
        let used = text.split(separator: "\n").first { $0.hasPrefix("inklock_database_seconds_count{use=\"read\"}") }
        #expect(used.map { !$0.hasSuffix(" 0") } == true, "\(used ?? "")")
        for name in ServiceMetrics.Work.allCases.map(\.rawValue) {
            #expect(text.contains("\n# HELP \(name) "), "\(name)")
        }
        for name in ServiceMetrics.Level.allCases.map(\.rawValue) {
            #expect(text.contains("\n# TYPE \(name) "), "\(name)")
        }
        // Paths and methods that clients send create no series.
        #expect(!text.contains("no1") && text.components(separatedBy: "route=\"files\",method").count == 3)
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 30) && !FileManager.default.fileExists(atPath: path))
    }

    @Test("A place for monitors that is taken is an error with its name") func placeIsTaken() throws {
        try folder.write("m", [])
        let taken = try InkLockProcess(
            ["serve", "--port", "0", "--site", "site", "--metrics", folder.path("m")], in: folder)
        #expect(taken.status == 69 && taken.errors.contains("/m is not a socket"), "\(taken.errors)")
        let both = try InkLockProcess(
            ["serve", "--socket", folder.path("s"), "--origin", "https://ink.example", "--metrics", folder.path("s")],
            in: folder)
        #expect(both.status == 64, "\(both.errors)")
        #expect(both.errors.contains("--metrics must not be the path of --socket"), "\(both.errors)")
        let server = try RunningServer(["--site", "site"], in: folder)
        let port = try InkLockProcess(
            ["serve", "--port", "0", "--site", "site", "--metrics", "127.0.0.1:\(server.port)"], in: folder)
        #expect(port.status == 69 && port.errors.contains("--metrics"), "\(port.errors)")
        // A process that ends immediately has not said that it serves.
        #expect(port.output.isEmpty)
        for wrong in ["9464", "localhost", "a b:1", "[::1]", ":1", "127.0.0.1:99999"] {
            let refused = try InkLockProcess(
                ["serve", "--port", "0", "--site", "site", "--metrics", wrong], in: folder)
            #expect(refused.status == 64 && refused.errors.contains("--metrics is an address"), "\(wrong)")
        }
    }

    @Test("A page of another site cannot read the numbers of this machine") func namesOfOthersAreRefused() throws {
        let port = try freePort()
        let server = try RunningServer(["--site", "site", "--metrics", "127.0.0.1:\(port)"], in: folder)
        let local = ["127.0.0.1:\(port)", "localhost:\(port)"]
        for host in local + ["rebound.example:\(port)", "localhost:1"] {
            let outcome = try InkLockProcess(
                shell: "exec curl --silent --include --max-time 10 --header 'Host: \(host)' http://\(local[0])/metrics",
                in: folder)
            let text = String(decoding: outcome.output, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 \(local.contains(host) ? 200 : 421) "), "\(host)")
        }
        kill(server.process.processIdentifier, SIGTERM)
        #expect(server.ends(within: 30))
    }

    /// Returns a port at which no server listens, below those that the system gives to outgoing connections.
    private func freePort() throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: 20_000..<32_000)
            if (try? RawConnection(port: port)) == nil { return port }
        }
        throw POSIXError(.EADDRINUSE)
    }

    /// Returns the response at a socket of the file system.
    private func at(_ socket: String, _ target: String, _ options: String = "") throws -> String {
        let outcome = try InkLockProcess(
            shell: "exec curl --silent --include --max-time 10 \(options) --unix-socket \(socket) http://m\(target)",
            in: folder)
        return String(decoding: outcome.output, as: UTF8.self)
    }
}
