// SPDX-License-Identifier: MIT
import CodeNames
import Foundation
import LockFlow
import Passcode
import Testing

@testable import InkLockService

/// The lists of values in `openapi.json` are those of the Swift enumerations.
///
/// With `INKLOCK_WRITE_OPENAPI` in the environment, the first test writes the lists into the file.
@Suite struct OpenAPICodeTests {
    /// The values of the schemas that list codes.
    private static let lists = [
        "ErrorCode": CodeName.all(of: APIError.Code.self),
        "PasscodeKind": CodeName.all(of: PasscodeKind.self),
        // A destroyed vault is reported as one that needs recovery.
        "Standing": AttemptStanding.Kind.allCases.filter { $0 != .wiped }.map { CodeName.of($0) },
        "StandingReason": CodeName.all(of: PasscodeReason.self)
            + CodeName.all(of: RecoveryReason.self).filter { !CodeName.all(of: PasscodeReason.self).contains($0) },
    ]

    @Test("The lists in openapi.json match the enumerations") func listsAreThoseOfTheEnumerations() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/InkLockService/Resources/openapi.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        var current = text
        for (schema, values) in Self.lists {
            let start = try #require(current.range(of: "\n      \"\(schema)\": {")).upperBound
            let head = try #require(current.range(of: "\"enum\": [", range: start..<current.endIndex)).upperBound
            let end = try #require(current.range(of: "]", range: head..<current.endIndex)).lowerBound
            let lines = values.map { "\n          \"\($0)\"" }.joined(separator: ",")
            current.replaceSubrange(head..<end, with: "\(lines)\n        ")
        }
        if ProcessInfo.processInfo.environment["INKLOCK_WRITE_OPENAPI"] != nil {
            try current.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(current == text, "stale: run this test with INKLOCK_WRITE_OPENAPI=1")
        }
    }

    /// No other list of the description has words of its own.
    @Test("Every list in openapi.json comes from an enumeration") func everyListComesFromAnEnumeration() throws {
        var lists: [[String]] = []
        func walk(_ value: Any) {
            if let object = value as? [String: Any] {
                if let list = object["enum"] as? [String] { lists.append(list) }
                object.values.forEach(walk)
            }
            (value as? [Any])?.forEach(walk)
        }
        walk(try JSONSerialization.jsonObject(with: Data(OpenAPIDescription.json)))
        #expect(lists.count >= Self.lists.count)
        let devices = CodeName.all(of: AccountAnswer.DeviceKind.self)
        let known = Self.lists.values.map { $0 } + [devices, [AccountAnswer.Health.ok.status]]
        for list in lists { #expect(known.contains { Set($0).isSuperset(of: list) }, "\(list)") }
        #expect(Set(lists.joined()).isSuperset(of: devices))
    }
}
