// SPDX-License-Identifier: MIT
import CServiceFiles
import Foundation

/// The OpenAPI 3.1 description of the HTTP interface.
///
/// The resource `openapi.json` describes each operation. This type adds the requirements of ``APIGuard`` and of the
/// connection, and their responses, which are the same for all operations.
enum OpenAPIDescription {
    static let path = "/api/openapi.json"

    /// The operations for clients that are not signed in. They do not take the field that names the account.
    static let withoutAccount: Set = [
        "/api/accounts", "/api/accounts/name", "/api/sign-in", "/api/sign-in/options", "/api/recover",
    ]
    /// The operations for which the field that names the account is optional.
    static let withOptionalAccount: Set = ["/api/sign-out", "/api/passkeys/options"]

    /// The operations that write nothing and so never report a full disk. Others at least write rate limits where
    /// servers share a database.
    static let neverFull: Set = ["/livez", "/readyz", path]

    /// The complete description, with sorted keys.
    static let json: [UInt8] = {
        let file = inklock_openapi()
        guard
            var description = try? JSONSerialization.jsonObject(with: Data(bytes: file.start, count: file.count))
                as? [String: Any],
            let paths = description["paths"] as? [String: [String: [String: Any]]]
        else { preconditionFailure("openapi.json is not JSON") }
        description["paths"] = Dictionary(uniqueKeysWithValues: paths.map { ($0, completed($1, path: $0)) })
        description = loosened(description)
        description = withPatterns(description) as? [String: Any] ?? description
        let bytes = try? JSONSerialization.data(
            withJSONObject: description, options: [.sortedKeys, .withoutEscapingSlashes])
        return Array(bytes ?? Data())
    }()

    private static func completed(_ operations: [String: [String: Any]], path: String) -> [String: [String: Any]] {
        var result: [String: [String: Any]] = [:]
        for (method, operation) in operations {
            var operation = operation
            var responses = operation["responses"] as? [String: Any] ?? [:]
            for (status, text) in commonAnswers where responses[status] == nil { responses[status] = error(text) }
            if !neverFull.contains(path), responses["507"] == nil {
                responses["507"] = error("There is no room on the service.")
            }
            if method == "get", responses["401"] != nil {
                if responses["409"] == nil { responses["409"] = error("You are signed in to another account.") }
                operation["parameters"] = [account(isRequired: false)] + (operation["parameters"] as? [Any] ?? [])
            }
            if method == "post" {
                for (status, text) in postAnswers where responses[status] == nil { responses[status] = error(text) }
                if !withoutAccount.contains(path), responses["409"] == nil {
                    responses["409"] = error("You are signed in to another account.")
                }
                operation["parameters"] = parameters(path) + (operation["parameters"] as? [Any] ?? [])
            }
            for (status, response) in responses where status == "401" {
                var response = response as? [String: Any] ?? [:]
                var headers = response["headers"] as? [String: Any] ?? [:]
                headers["WWW-Authenticate"] = ["schema": ["type": "string"]]
                response["headers"] = headers
                responses[status] = response
            }
            operation["responses"] = responses
            result[method] = operation
        }
        if var head = result["get"], result["head"] == nil {
            head["operationId"] = "\(head["operationId"] as? String ?? "get")Head"
            let responses = head["responses"] as? [String: [String: Any]] ?? [:]
            head["responses"] = responses.mapValues { $0.filter { $0.key != "content" } }
            result["head"] = head
        }
        return result
    }

    private static let commonAnswers = [
        "400": "The request is not HTTP, or not what is described here.",
        "408": "The request took too long to arrive.",
        "414": "The address is too long.",
        "421": "This service is not at the address that Host names.",
        "431": "The fields of the request are too large.",
        "500": "Something is wrong in the service.",
        "501": "The request has a transfer coding other than chunked.",
        "503": "Too much to do, the service is ending, or it cannot write; see Retry-After.",
        "505": "The request is not HTTP/1.0 or HTTP/1.1.",
    ]

    private static let postAnswers = [
        "403": "Not from this service's own pages, or not at this time.",
        "413": "The request is too large, or there is no room.",
        "415": "Not JSON.",
    ]

    private static func error(_ text: String) -> [String: Any] {
        [
            "description": text,
            "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
        ]
    }

    private static func parameters(_ path: String) -> [Any] {
        let origin: [String: Any] = [
            "name": "Origin", "in": "header", "required": true,
            "description": "The origin of the page, which has to be this service's own.",
            "schema": ["type": "string", "format": "uri"],
        ]
        guard !withoutAccount.contains(path) else { return [origin] }
        return [origin, account(isRequired: !withOptionalAccount.contains(path))]
    }

    private static func account(isRequired: Bool) -> [String: Any] {
        [
            "name": "InkLock-Account", "in": "header", "required": isRequired,
            "description": "The account that the page acts for, from the answer that opened the session.",
            "schema": ["type": "string", "pattern": "^[0-9a-f]{32}$"],
        ]
    }

    /// Allows additional members in request bodies, which the service ignores.
    private static func loosened(_ description: [String: Any]) -> [String: Any] {
        var components = description["components"] as? [String: Any] ?? [:]
        var schemas = components["schemas"] as? [String: Any] ?? [:]
        var waiting = references(in: requestBodies(description))
        var seen: Set<String> = []
        while let name = waiting.popFirst() {
            guard seen.insert(name).inserted, let schema = schemas[name] else { continue }
            schemas[name] = open(schema)
            waiting.formUnion(references(in: schema))
        }
        components["schemas"] = schemas
        var description = description
        description["components"] = components
        return description
    }

    private static func requestBodies(_ description: [String: Any]) -> [Any] {
        let paths = description["paths"] as? [String: [String: [String: Any]]] ?? [:]
        return paths.values.flatMap { $0.values.compactMap { $0["requestBody"] } }
    }

    private static func references(in value: Any) -> Set<String> {
        if let object = value as? [String: Any] {
            let own = (object["$ref"] as? String)?.split(separator: "/").last.map(String.init)
            return object.values.reduce(into: Set([own].compactMap { $0 })) { $0.formUnion(references(in: $1)) }
        }
        return (value as? [Any] ?? []).reduce(into: []) { $0.formUnion(references(in: $1)) }
    }

    private static func open(_ value: Any) -> Any {
        if let object = value as? [String: Any] {
            return object.filter { $0.key != "additionalProperties" }.mapValues(open)
        }
        return (value as? [Any])?.map(open) ?? value
    }

    /// Adds a pattern to all base 64 strings, for tools that generate requests from the description.
    private static func withPatterns(_ value: Any) -> Any {
        if var object = value as? [String: Any] {
            if object["contentEncoding"] as? String == "base64", object["pattern"] == nil {
                object["pattern"] = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
            }
            return object.mapValues(withPatterns)
        }
        return (value as? [Any])?.map(withPatterns) ?? value
    }
}
