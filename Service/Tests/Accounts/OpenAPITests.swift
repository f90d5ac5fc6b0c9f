// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import PicturePassword
import Testing

@testable import InkLockService

@Suite(.fewAtOnce) struct OpenAPITests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private var description: [String: Any] {
        get throws {
            let json = try JSONSerialization.jsonObject(with: Data(OpenAPIDescription.json))
            return try #require(json as? [String: Any])
        }
    }

    private var operations: Set<String> {
        get throws {
            let paths = try #require(description["paths"] as? [String: [String: Any]])
            return Set(paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } })
        }
    }

    @Test("The description and the server have the same routes")
    func everyRouteIsDescribedAndEveryDescribedRouteServed() async throws {
        let service = try await bench.service()
        let responder = SiteServer(site: bench.site, host: "localhost", port: 0, accounts: service).responder()
        #expect(Set(responder.api.operations) == (try operations).filter { !$0.hasPrefix("HEAD") })
        try service.api.accounts.database.close()
        let described = try operations
        try await bench.run { _, browser async throws in
            for operation in described {
                let parts = operation.split(separator: " ")
                let method = try #require(HTTPRequest.Method(String(parts[0])))
                let fields: HTTPFields = [.origin: "http://localhost", .contentType: "application/json"]
                let answer = try await browser().send(method, String(parts[1]), body: Data("{}".utf8), fields)
                #expect(![404, 405].contains(answer.status), "\(operation)")
            }
            let served = try await browser().get("/api/openapi.json")
            #expect(served.bytes == OpenAPIDescription.json)
        }
    }

    @Test("Without accounts, the only operations are the two health checks")
    func withoutAccountsThereAreFilesAndHealthOnly() {
        let responder = SiteServer(site: bench.site, host: "localhost", port: 0).responder()
        #expect(responder.api.operations == ["GET /livez", "GET /readyz"])
    }

    @Test("Every reference in the description resolves") func everyReferenceLeadsSomewhere() throws {
        let schemas = try SchemaCheck(try description)
        var references: [String] = []
        func walk(_ value: Any) {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String { references.append(reference) }
                object.values.forEach(walk)
            }
            (value as? [Any])?.forEach(walk)
        }
        walk(try description)
        #expect(references.count > 50)
        for reference in references { #expect(schemas.schema(reference) != nil, "\(reference)") }
    }

    @Test("The described limits match the service") func limitsAreThoseOfTheService() throws {
        let check = try SchemaCheck(try description)
        func schema(_ name: String) throws -> [String: Any] {
            try #require(check.schema("#/components/schemas/\(name)"))
        }
        #expect(try schema("Name")["maxLength"] as? Int == AccountName.lengths.upperBound)
        #expect(try schema("PasskeyName")["maxLength"] as? Int == PasskeyName.lengths.upperBound)
        #expect(try schema("Operation")["maxLength"] as? Int == 32)
        let notes = try #require(schema("Notes")["properties"] as? [String: [String: Any]])
        #expect(notes["notes"]?["maxItems"] == nil, "the operator sets an account's limit")
        let passcode = try #require(schema("NewPasscode")["properties"] as? [String: [String: Any]])
        let longest = try #require(passcode["text"]?["maxLength"] as? Int)
        let name = try #require(AccountName("ada"))
        for (count, isFit) in [(longest, true), (longest + 1, false)] {
            let letters = Array("kqzvxwjp7391")
            let text = String((0..<count).map { letters[$0 * 5 % letters.count] })
            let passcode = try #require(TypedPasscode(text))
            let method = try? NewMethod.checked(passcode: passcode, kind: .alphanumeric, of: name)
            #expect((method != nil) == isFit, "\(count)")
        }
        let pattern = try Regex(try #require(schema("Name")["pattern"] as? String))
        for name in [
            "ada", "Ωμέγα", "李", "a.b_c-d@e+f", "Ada Lovelace", "a/b", "a\nb", "a<b", "a\u{202E}b", "", "\u{1F600}",
        ] {
            #expect((name.wholeMatch(of: pattern) != nil) == (AccountName(name) != nil), "\(name)")
        }
        let info = try #require((try description["info"] as? [String: Any])?["description"] as? String)
        for limit in [
            "\(JSONCheck.Limits.depth) objects", "\(JSONCheck.Limits.values) values",
            "\(JSONCheck.Limits.nameLength) bytes",
            "\(JSONCheck.Limits.numberLength) characters", "1,024 bytes", "4,096", "262,144 bytes", "1,048,576",
            "4,000 points",
        ] {
            #expect(info.contains(limit), "\(limit)")
        }
        #expect(JSONCheck.Limits.unicodeLength == 1024 && JSONCheck.Limits.unicodeTotal == 4096)
        #expect(
            APIRequest.byteLimit == 262_144 && AccountAPI.noteByteLimit == 1_048_576
                && PictureGesture.pointLimit == 4000)
    }

    /// Texts state them too, so that users know before the service refuses.
    @Test("The texts of Private Notes state the service's limits") func textsStateTheLimits() throws {
        let web = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Web").standardizedFileURL
        let least = NewMethod.leastPasscodeCount
        for (page, text) in [
            ("demo/notes/texts-en.js", "at least \(least) characters"),
            ("demo/notes/texts-en.js", "\(least) to 12 digits"),
            ("demo/notes/texts-en.js", "a passcode of \(PassphraseRule.leastCount) characters or more"),
        ] {
            let content = try String(contentsOf: web.appendingPathComponent(page), encoding: .utf8)
            #expect(content.contains(text), "\(page): \(text)")
        }
    }

    /// Each operation describes the answers that any request may get, and they come as described.
    @Test("Every operation describes the common error answers", .blocking) func commonAnswersAreDescribed() throws {
        let description = try description
        let paths = try #require(description["paths"] as? [String: [String: [String: Any]]])
        for (path, methods) in paths {
            for (method, operation) in methods {
                let responses = try #require(operation["responses"] as? [String: Any])
                var statuses = ["400", "408", "414", "421", "431", "500", "501", "503", "505"]
                // Rate limits are written where servers share a database.
                let isLimited = path.hasPrefix("/api/") && path != OpenAPIDescription.path
                if isLimited || !OpenAPIDescription.neverFull.contains(path) { statuses.append("507") }
                for status in statuses { #expect(responses[status] != nil, "\(method) \(path) \(status)") }
            }
        }
        let server = try RunningServer(["--site", bench.folder.path("site"), "--data", bench.data], in: bench.folder)
        let check = try SchemaCheck(description)
        let long = String(repeating: "a", count: 20_000)
        for (request, status) in [
            (" HTTP/1.1\r\nHost: evil.example", 421), (" HTTP/1.1\r\nX: \(long)", 431), (" HTTP/1.1\r\nHost: a b", 400),
            ("?\(long.prefix(9_000)) HTTP/1.1\r\nHost: localhost", 414), (" HTTP/7.0\r\nHost: localhost", 505),
            (" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked", 501),
        ] {
            let text = try server.answer("GET /api/session\(request)\r\nConnection: close\r\n\r\n")
            let body = try #require(text.firstRange(of: "\r\n\r\n").map { text[$0.upperBound...] })
            #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text.prefix(80))")
            let answer = Browser.Answer(status: status, headers: [:], bytes: Array(body.utf8))
            let exchange = Exchange(method: "get", path: "/api/session", message: nil, answer: answer)
            #expect(check.faults(of: exchange) == [])
        }
    }

    /// Everything that a visitor sends and gets, good and bad.
    @Test("Messages and answers match the description") func messagesAndAnswersAreAsDescribed() async throws {
        let check = try SchemaCheck(try description)
        var bench = bench
        bench.settings.noteReads = .init(burst: 1, intervalMilliseconds: 3000)
        let recorded = try await bench.run { bench, browser async throws in
            let ada = browser()
            var recorded: [Exchange] = []
            func post(_ path: String, _ message: [String: Any], by other: Browser? = nil) async throws -> Browser.Answer
            {
                let answer = try await (other ?? ada).post(path, message)
                recorded.append(
                    Exchange(
                        method: "post", path: path, message: try JSONSerialization.data(withJSONObject: message),
                        answer: answer))
                return answer
            }
            func get(_ path: String) async throws {
                recorded.append(Exchange(method: "get", path: path, message: nil, answer: try await ada.get(path)))
            }
            let proof: [String: Any] = ["passcode": Browser.passcode]
            let passcode = ["kind": "six-digits", "text": Browser.passcode]
            try await get("/api/session")
            let code = try await post("/api/accounts", ["name": "ada", "passcode": passcode])["recoveryCode"] ?? ""
            _ = try await post("/api/accounts", ["name": "ada", "passcode": passcode])
            _ = try await post("/api/accounts", ["name": "bob", "picture": DrawnPassword.enrolment], by: browser())
            for (number, text) in ["ada 12345", "dragon99", "salzige wolken"].enumerated() {
                let poor = ["kind": "alphanumeric", "text": text]
                _ = try await post("/api/accounts", ["name": "ada \(number)", "passcode": poor], by: browser())
            }
            _ = try await post("/api/methods/picture", ["proof": proof, "picture": DrawnPassword.enrolment])
            try await get("/api/session")
            try await get("/api/methods")
            _ = try await post("/api/sign-in/options", ["name": "ada"])
            _ = try await post("/api/sign-in", ["name": "ada", "proof": ["drawing": DrawnPassword.drawing(shift: 3)]])
            for number in 0..<6 {
                _ = try await post("/api/sign-in", ["name": "ada", "proof": ["passcode": "90417\(number)"]])
            }
            _ = try await post("/api/sign-in/options", ["name": "ada"])
            try await get("/api/methods")
            let stranger = browser()
            _ = try await post("/api/sign-in/options", ["name": "ada"], by: stranger)
            for proof in [proof, ["passcode": Browser.passphrase], ["recoveryCode": "x"]] as [[String: Any]] {
                _ = try await post("/api/sign-in", ["name": "ada", "proof": proof], by: stranger)
            }
            _ = try await post("/api/sign-in", ["name": "ada", "proof": ["recoveryCode": code]], by: stranger)
            try await get("/api/devices")
            bench.clock.advance(seconds: 100)
            _ = try await post("/api/methods/picture/remove", ["proof": proof])
            _ = try await post("/api/proof", ["proof": proof])
            _ = try await post("/api/proof", ["proof": ["recoveryCode": "x"]])
            _ = try await post("/api/proof", ["proof": ["drawing": DrawnPassword.drawing(shift: 3)]])
            _ = try await post("/api/methods/passcode/remove", ["proof": proof])
            _ = try await post("/api/methods/passcode", ["proof": proof, "passcode": passcode])
            let operation = String(repeating: "0b", count: 16)
            let renewed = try await post("/api/methods/recovery-code", ["proof": proof, "operation": operation])
            _ = try await post("/api/recover", ["name": "ada", "recoveryCode": code, "passcode": passcode])
            _ = try await post(
                "/api/recover",
                [
                    "name": "ada", "recoveryCode": renewed["recoveryCode"] ?? "", "passcode": passcode,
                    "operation": operation,
                ])
            var owner = try PasskeyOwner(ada)
            owner.userHandle = try await post("/api/passkeys/options", [:])["userId"]
            let creation = try owner.creation("Phone", try await owner.challenge(), proof: proof)
            for _ in 0..<2 { _ = try await post("/api/methods/passkeys", creation) }
            for name in ["Key", "a\nb"] {
                _ = try await post("/api/methods/passkeys/rename", ["id": owner.id, "name": name])
            }
            _ = try await post("/api/sign-in", ["proof": try await owner.proof()])
            try await get("/api/methods")
            for _ in 0..<2 {
                _ = try await post("/api/methods/passkeys/remove", ["id": owner.id, "proof": proof])
            }
            let id = String(repeating: "0a", count: 16)
            for _ in 0..<2 { _ = try await post("/api/notes", ["id": id, "version": 0, "sealed": "AAEC"]) }
            for _ in 0..<2 { try await get("/api/notes") }
            for version in [1, 2] { _ = try await post("/api/notes/remove", ["id": id, "version": version]) }
            _ = try await post("/api/sessions/end-others", [:])
            _ = try await post("/api/sessions/end", ["id": id])
            _ = try await post("/api/devices/forget", ["id": id, "proof": proof])
            let account = ada.account
            ada.learnsAccount = false
            for named in [nil, id] {
                ada.account = named
                _ = try await post("/api/sessions/end-others", [:])
            }
            ada.account = account
            _ = try await post("/api/sign-out", [:])
            try await get("/api/methods")
            try await get("/readyz")
            _ = try await post("/api/sign-in", ["name": "ada", "proof": proof])
            for name in ["ada lovelace", "bob", "ada"] {
                _ = try await post("/api/account/name", ["name": name, "proof": proof])
            }
            for _ in 0..<2 { _ = try await post("/api/account/delete", ["proof": proof]) }
            return recorded
        }
        #expect(recorded.count > 55)
        #expect(Set(recorded.map { $0.answer.status }).isSuperset(of: [200, 201, 400, 401, 403, 404, 409, 422, 429]))
        for exchange in recorded {
            #expect(check.faults(of: exchange) == [], "\(exchange.method) \(exchange.path) \(exchange.answer.status)")
        }
        // The check finds faults where there are some.
        var exchange = recorded[1]
        exchange.path = "/api/methods/recovery-code"
        #expect(!check.faults(of: exchange).isEmpty)
    }
}

/// A request and its answer.
struct Exchange: Sendable {
    let method: String
    var path: String
    let message: Data?
    let answer: Browser.Answer
}

/// Compares values with JSON schemas, as far as the description uses them.
struct SchemaCheck {
    private let description: [String: Any]

    init(_ description: [String: Any]) throws { self.description = description }

    func schema(_ reference: String) -> [String: Any]? {
        var value: Any? = description
        for step in reference.split(separator: "/").dropFirst() { value = (value as? [String: Any])?[String(step)] }
        return value as? [String: Any]
    }

    func faults(of exchange: Exchange) -> [String] {
        let paths = description["paths"] as? [String: [String: Any]]
        guard let operation = paths?[exchange.path]?[exchange.method] as? [String: Any],
            let responses = operation["responses"] as? [String: [String: Any]],
            let response = responses["\(exchange.answer.status)"]
        else { return ["not described"] }
        var faults: [String] = []
        if let message = exchange.message.flatMap({ try? JSONSerialization.jsonObject(with: $0) }) {
            faults += self.faults(message, content(operation["requestBody"]), "request")
        }
        let answer = try? JSONSerialization.jsonObject(with: Data(exchange.answer.bytes))
        return faults + self.faults(answer ?? [], content(response), "answer")
    }

    private func content(_ body: Any?) -> [String: Any] {
        let types = (body as? [String: Any])?["content"] as? [String: [String: Any]]
        return types?["application/json"]?["schema"] as? [String: Any] ?? ["$ref": "nowhere"]
    }

    private func faults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            guard let target = self.schema(reference) else { return ["\(place): no \(reference)"] }
            return faults(value, target, place)
        }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let fitting = choices.filter { faults(value, $0, place).isEmpty }.count
            return fitting == 1 ? [] : ["\(place): fits \(fitting) of its choices"]
        }
        switch schema["type"] as? String {
        case "object": return objectFaults(value, schema, place)
        case "array":
            guard let array = value as? [Any] else { return ["\(place): no array"] }
            let limits = (schema["minItems"] as? Int ?? 0)...(schema["maxItems"] as? Int ?? .max)
            return (limits.contains(array.count) ? [] : ["\(place): \(array.count) items"])
                + array.flatMap { faults($0, schema["items"] as? [String: Any] ?? [:], "\(place)[]") }
        case "string":
            guard let string = value as? String else { return ["\(place): no string"] }
            if let words = schema["enum"] as? [String], !words.contains(string) { return ["\(place): \(string)"] }
            let lengths = (schema["minLength"] as? Int ?? 0)...(schema["maxLength"] as? Int ?? .max)
            guard lengths.contains(string.unicodeScalars.count) else { return ["\(place): \(string.count) characters"] }
            guard let pattern = (schema["pattern"] as? String).flatMap({ try? Regex($0) }) else { return [] }
            return string.firstMatch(of: pattern) != nil ? [] : ["\(place): does not fit its pattern"]
        case "boolean": return value is Bool ? [] : ["\(place): no truth value"]
        case "integer":
            guard let number = value as? Int else { return ["\(place): no integer"] }
            return number >= schema["minimum"] as? Int ?? .min ? [] : ["\(place): \(number)"]
        default: return ["\(place): schema without a type"]
        }
    }

    private func objectFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        guard let object = value as? [String: Any] else { return ["\(place): no object"] }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        var faults = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(place): no \($0)" }
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            if let property = properties[key] {
                faults += self.faults(value, property, "\(place).\(key)")
            } else if schema["additionalProperties"] as? Bool == false {
                faults.append("\(place): \(key) is not described")
            }
        }
        return faults
    }
}
