// SPDX-License-Identifier: MIT
import Foundation
import InkTestSupport
import Synchronization
import Testing

@testable import InkLockService

/// Tests of traces, with the real command and a receiver on loopback.
@Suite(.blocking) struct TracingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("site/index.html", Array("<p>front\n".utf8))
    }

    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let parent = "00-\(trace)-b7ad6b7169203331-01"
    /// Its letters are in no number.
    private static let passphrase = Browser.passphrase

    /// A collector that keeps what it receives.
    private final class Receiver: Sendable {
        private let bodies: BodyList
        private let server: TimestampServer

        /// Bodies that the server's thread adds to.
        private final class BodyList: Sendable {
            let all = Mutex<[[UInt8]]>([])
        }

        init(delay seconds: UInt32 = 0, status: String = "200 OK") throws {
            let bodies = BodyList()
            server = try TimestampServer { body in
                bodies.all.withLock { $0.append(body) }
                sleep(seconds)
                return TimestampServer.Answer(reply: [], status: status)
            }
            self.bodies = bodies
        }

        var endpoint: String { "http://127.0.0.1:\(server.port)" }

        var count: Int { bodies.all.withLock { $0.count } }

        var text: String {
            bodies.all.withLock { $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }
        }

        /// All spans that were received.
        func spans() throws -> [[String: Any]] {
            try bodies.all.withLock { $0 }.flatMap { body -> [[String: Any]] in
                let json = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
                let resources = try #require(json["resourceSpans"] as? [[String: Any]])
                return resources.flatMap { $0["scopeSpans"] as? [[String: Any]] ?? [] }.flatMap {
                    $0["spans"] as? [[String: Any]] ?? []
                }
            }
        }

        /// Waits for a span with a name.
        func span(_ name: String) throws -> [String: Any] {
            var found: [String: Any]?
            _ = try eventually(within: 60) {
                found = try spans().first { $0["name"] as? String == name }
                return found != nil
            }
            return try #require(found, "\(name)")
        }
    }

    private func server(_ endpoint: String?, _ more: [String] = []) throws -> RunningServer {
        try RunningServer(
            ["--site", "site", "--data", "data"] + (endpoint.map { ["--trace-endpoint", $0] } ?? []) + more, in: folder)
    }

    private func post(_ path: String, _ body: String, to server: RunningServer, fields: String = "") throws -> String {
        let host = "localhost:\(server.port)"
        return try server.answer(
            "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nConnection: close\r\n\(fields)"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)", seconds: 60)
    }

    private func get(_ path: String, _ fields: String, from server: RunningServer) throws -> String {
        try server.answer(
            "GET \(path) HTTP/1.1\r\nHost: localhost:\(server.port)\r\nConnection: close\r\n\(fields)\r\n")
    }

    private func metrics(_ path: String) throws -> String {
        let curl = "exec curl --silent --max-time 10 --unix-socket '\(folder.path(path))' http://localhost/metrics"
        return String(decoding: try InkLockProcess(shell: curl, in: folder).output, as: UTF8.self)
    }

    private func ends(_ server: RunningServer) -> Bool {
        kill(server.process.processIdentifier, SIGTERM)
        return server.ends(within: 20)
    }

    @Test("A request is a span, with its derivation and its transactions in it") func requestsAreSpans() throws {
        let receiver = try Receiver()
        let server = try server(receiver.endpoint, ["--metrics", folder.path("m")])
        let account =
            "{\"name\":\"margaret hamilton\",\"passcode\":{\"kind\":\"alphanumeric\",\"text\":\"\(Self.passphrase)\"}}"
        #expect(try post("/api/accounts", account, to: server).hasPrefix("HTTP/1.1 201 "))
        #expect(try server.get("/secret-name-of-a-file?query=word").hasPrefix("HTTP/1.1 404 "))
        #expect(server.isReady())
        let request = try receiver.span("POST /api/accounts")
        let file = try receiver.span("GET files")
        #expect(request["kind"] as? Int == 2 && request["parentSpanId"] == nil)
        #expect("\(request["attributes"] ?? "")".contains("201") && "\(file["attributes"] ?? "")".contains("404"))
        let trace = try #require(request["traceId"] as? String)
        #expect(trace.utf8.count == 32 && (request["spanId"] as? String)?.utf8.count == 16)
        #expect(file["traceId"] as? String != trace)
        let parts = try receiver.spans().filter { $0["traceId"] as? String == trace && $0["parentSpanId"] != nil }
        #expect(
            Set(parts.compactMap { $0["name"] as? String })
                == ["wait for a derivation", "derivation", "database transaction"])
        #expect(try post("/api/accounts/name", "{\"name\":\"ada\"}", to: server).hasPrefix("HTTP/1.1 200 "))
        let question = try receiver.span("POST /api/accounts/name")["traceId"] as? String
        let reading = try receiver.spans().first {
            $0["traceId"] as? String == question && $0["parentSpanId"] != nil
        }
        #expect(reading?["name"] as? String == "database read")
        for part in parts {
            #expect(part["parentSpanId"] as? String == request["spanId"] as? String)
            let times = ["startTimeUnixNano", "endTimeUnixNano"].compactMap { UInt64(part[$0] as? String ?? "") }
            #expect(times.count == 2 && times[0] <= times[1])
        }
        #expect(try !receiver.spans().contains { ($0["name"] as? String)?.contains("readyz") ?? true })
        for secret in [Self.passphrase, "margaret", "127.0.0.1", "localhost", "secret-name", "word", "cookie", "cause"]
        {
            #expect(!receiver.text.localizedCaseInsensitiveContains(secret), "\(secret) is in a span")
        }
        #expect(
            try eventually(within: 20) { try metrics("m").contains("inklock_trace_spans_total{outcome=\"sent\"} ") })
        #expect(ends(server))
    }

    @Test("A trusted proxy names the trace, which is in the log too") func proxiesNameTraces() throws {
        let receiver = try Receiver()
        let log = ["--behind-proxy", "--log-format", "json", "--access-log", "requests"]
        let server = try server(receiver.endpoint, log)
        let fields =
            "traceparent: \(Self.parent)\r\ntracestate: congo=t61rcWkgMzE\r\ntracestate: rojo=00f067aa0ba902b7\r\n"
        #expect(try get("/", fields, from: server).hasPrefix("HTTP/1.1 200 "))
        let unsampled = "traceparent: 00-\(String(Self.trace.reversed()))-b7ad6b7169203331-00\r\n"
        #expect(try get("/api/session", unsampled, from: server).hasPrefix("HTTP/1.1 401 "))
        let span = try receiver.span("GET files")
        #expect(span["traceId"] as? String == Self.trace && span["parentSpanId"] as? String == "b7ad6b7169203331")
        #expect(span["traceState"] as? String == "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7")
        #expect(server.hasLogged("\"trace\":\"\(Self.trace)\""))
        #expect(server.hasLogged("\"trace\":\"\(String(Self.trace.reversed()))\""), "its log may be looked for")
        #expect(ends(server), "the last spans are sent at the end")
        #expect(try receiver.spans().count == 1, "a trace that is not sampled is not sent")
    }

    @Test("A collector that does not answer does not delay the end") func silentCollectorsDelayNothing() throws {
        var isQuick = false
        // The machine may be busy once.
        for _ in 0..<3 where !isQuick {
            let receiver = try Receiver(delay: 60)
            let server = try server(receiver.endpoint)
            #expect(try get("/", "", from: server).hasPrefix("HTTP/1.1 200 "))
            #expect(eventually(within: 30) { receiver.count == 1 })
            kill(server.process.processIdentifier, SIGTERM)
            // Less than the longest wait for an answer.
            isQuick = server.ends(within: 3)
        }
        #expect(isQuick)
    }

    @Test("A hostile or untrusted name of a trace is replaced") func hostileParentsAreReplaced() throws {
        let receiver = try Receiver()
        let hostile = [
            "", "00", Self.parent + "-00", "ff" + Self.parent.dropFirst(2), Self.parent.uppercased(),
            "00-\(String(repeating: "0", count: 32))-b7ad6b7169203331-01",
            "00-\(Self.trace)-\(String(repeating: "0", count: 16))-01",
            "00-\(Self.trace)-b7ad6b7169203331", "00_\(Self.trace)-b7ad6b7169203331-01", " \u{1}\u{7F}", "\"}],{",
            String(repeating: "a", count: 4000),
        ]
        let trusting = try server(receiver.endpoint, ["--behind-proxy"])
        for parent in hostile {
            let answer = try get("/", "traceparent: \(parent)\r\ntracestate: a=1\r\n", from: trusting)
            #expect(answer.hasPrefix("HTTP/1.1 200 ") || answer.hasPrefix("HTTP/1.1 400 "), "\(parent)")
        }
        let twice = "traceparent: \(Self.parent)\r\ntraceparent: \(Self.parent)\r\n"
        #expect(try get("/", twice, from: trusting).hasPrefix("HTTP/1.1 200 "))
        let crowd = (0..<40).map { "k\($0)=1" }.joined(separator: ",")
        let longState = "traceparent: \(Self.parent)\r\ntracestate: \(crowd)\r\n"
        #expect(try get("/index.html", longState, from: trusting).hasPrefix("HTTP/1.1 200 "))
        #expect(ends(trusting), "the last spans are sent at the end")
        _ = try eventually(within: 20) { try receiver.spans().count >= 10 }
        var spans = try receiver.spans()
        #expect(spans.count >= 10 && spans.allSatisfy { $0["traceState"] == nil }, "\(spans.count)")
        #expect(spans.filter { $0["traceId"] as? String == Self.trace }.count == 1, "that with too many entries")
        #expect(Set(spans.compactMap { $0["traceId"] as? String }).count == spans.count)

        let wary = try server(receiver.endpoint)
        #expect(try get("/", "traceparent: \(Self.parent)\r\n", from: wary).hasPrefix("HTTP/1.1 200 "))
        #expect(ends(wary))
        let former = spans.count
        _ = try eventually(within: 20) { try receiver.spans().count > former }
        spans = Array(try receiver.spans().dropFirst(former))
        #expect(spans.count == 1 && spans[0]["traceId"] as? String != Self.trace)
    }

    @Test("A slow, a failing and a missing collector delay nothing, and what they do not take is counted")
    func collectorsDelayNothing() throws {
        let slow = try Receiver(delay: 20)
        let failing = try Receiver(status: "503 Service Unavailable")
        for (name, endpoint) in [
            ("slow", slow.endpoint), ("failing", failing.endpoint), ("missing", "http://127.0.0.1:9"),
        ] {
            let server = try server(endpoint, ["--metrics", folder.path(name)])
            func longest() throws -> Duration {
                var most = Duration.zero
                for _ in 0..<20 {
                    let start = ContinuousClock.now
                    #expect(try server.get("/").hasPrefix("HTTP/1.1 200 "))
                    most = max(most, start.duration(to: .now))
                }
                return most
            }
            // The machine may be busy once.
            var best = try longest()
            for _ in 0..<2 where best >= .seconds(2) { best = min(best, try longest()) }
            #expect(best < .seconds(2), "\(name)")
            #expect(
                try eventually(within: 60) {
                    try metrics(name).contains("inklock_trace_spans_total{outcome=\"dropped\"} ")
                }, "\(name)")
            #expect(try !metrics(name).contains("outcome=\"sent\""))
            #expect(try server.get("/").hasPrefix("HTTP/1.1 200 "))
            #expect(ends(server), "\(name)")
        }
        #expect(slow.count > 0 && failing.count > 0)
    }

    @Test("Without a collector there are no spans and no traces in the log") func offIsOff() throws {
        let receiver = try Receiver()
        let server = try server(nil, ["--behind-proxy", "--log-format", "json", "--access-log", "requests"])
        #expect(try get("/", "traceparent: \(Self.parent)\r\n", from: server).hasPrefix("HTTP/1.1 200 "))
        #expect(server.hasLogged("\"route\":\"files\""))
        #expect(ends(server))
        #expect(!server.errors.contains("trace") && receiver.count == 0)
    }

    @Test("Spans wait in bounded memory") func memoryIsBounded() throws {
        let metrics = ServiceMetrics()
        let collector = try #require(TraceCollector("http://127.0.0.1:9"))
        var limits = SpanExporter.Limits()
        limits.waiting = 10
        let tracer = ServiceTracer(exporter: SpanExporter(collector, limits: limits, metrics: metrics))
        for _ in 0..<25 {
            let span = tracer.startSpan("x")
            span.end()
            span.end()
        }
        #expect(metrics.countedText.contains("inklock_trace_spans_total{outcome=\"dropped\"} 15\n"))
    }

    @Test("Addresses of collectors are http, and have no password") func addressesAreChecked() throws {
        #expect(TraceCollector("http://collector")?.port == 4318)
        #expect(
            TraceCollector("http://[::1]:1/x")?.target == "/x" && TraceCollector("http://a/")?.target == "/v1/traces")
        for wrong in ["https://a", "http://", "a:4318", "http://u:p@a", "http://a?x", "http://a:0", "http://a:70000"] {
            #expect(TraceCollector(wrong) == nil, "\(wrong)")
            let refused = try InkLockProcess(["serve", "--site", "site", "--trace-endpoint", wrong], in: folder)
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--trace-endpoint must be http://"), "\(refused.errors)")
        }
    }

    @Test("Names of traces are read as the standard says") func parentsAreRead() throws {
        let context = try #require(TraceContext(parent: Self.parent, state: "a=1,b=2"))
        #expect(context.parent == Self.parent && context.isSampled && context.state == "a=1,b=2")
        let later = try #require(TraceContext(parent: "01" + Self.parent.dropFirst(2) + "-more", state: nil))
        #expect(later.traceText == Self.trace && later.parent == Self.parent)
        #expect(TraceContext(parent: "01" + Self.parent.dropFirst(2) + "x", state: nil) == nil)
        for state in ["", "a", String(repeating: "a=1,", count: 40), String(repeating: "a", count: 600) + "=1", "a=\n"]
        {
            #expect(TraceContext(parent: Self.parent, state: state)?.state == "", "\(state.count)")
        }
        #expect(TraceContext(parent: "00-\(Self.trace)-b7ad6b7169203331-02", state: nil)?.isSampled == false)
    }
}
