// SPDX-License-Identifier: MIT
import Foundation
import Testing

extension FrontEnd {
    /// Tests that `API.md` lists what the front end uses of the doubles.
    struct APITableTests {
        private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../..").standardizedFileURL

        /// Returns the paths of the Swift files in a folder of the package and its subfolders.
        private func files(_ folder: String) throws -> [URL] {
            // Resolve the link of the folder: `subpathsOfDirectory` does not follow it.
            let folder = root.appending(path: folder).resolvingSymlinksInPath()
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
                .map { folder.appending(path: $0) }
        }

        private func sources(_ folder: String) throws -> String {
            try files(folder).map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
        }

        private func words(_ text: String) -> Set<String> {
            Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) })
        }

        /// Returns the names of types and functions that a double declares as public.
        private func declared(in text: String) -> Set<String> {
            var names: Set<String> = []
            for line in text.split(separator: "\n") where line.contains("public ") || line.contains("open ") {
                let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) }
                for kind in ["class", "struct", "enum", "protocol", "func"] {
                    guard let i = parts.firstIndex(of: kind), i + 1 < parts.count else { continue }
                    // After "class func", the name follows "func".
                    let name = parts[i + 1] == "func" ? parts[min(i + 2, parts.count - 1)] : parts[i + 1]
                    if !name.hasPrefix("_") { names.insert(name) }
                }
            }
            return names
        }

        @Test(
            "Every framework name in use is listed in the API table",
            arguments: ["AppKit", "CoreGraphics", "UIKit", "SwiftUI", "LocalAuthentication", "Security"])
        func everyNameInUseIsListedWithItsAvailability(_ framework: String) throws {
            let used = words(try sources("Sources/InkLockUI"))
            let listed = words(try String(contentsOf: root.appending(path: "API.md"), encoding: .utf8))
            // Names that the front end also uses for declarations of its own.
            let own: Set = [
                "clear", "image", "body", "present", "center", "from", "to", "Phase", "Value", "Level", "Set", "level",
                "settle", "Result",
                "transition", "hidden", "all", "Event", "Notification", "tap", "open", "find", "sheet", "clipped",
            ]
            let missing = declared(in: try sources("Sources/\(framework)")).intersection(used)
                .subtracting(listed).subtracting(own)
            #expect(missing.isEmpty, "\(missing.sorted())")
        }

        /// Constants are declared as in Apple's SDK, so they are found by prefix.
        @Test("Every keychain constant in use is listed in the API table")
        func everyConstantInUseIsListedWithItsAvailability() throws {
            let used = words(try sources("Sources/InkLockUI")).filter { $0.hasPrefix("kSec") || $0.hasPrefix("errSec") }
            let listed = words(try String(contentsOf: root.appending(path: "API.md"), encoding: .utf8))
            #expect(used.count > 20)
            #expect(used.subtracting(listed).isEmpty, "\(used.subtracting(listed).sorted())")
        }

        /// Only one type calls the keychain.
        @Test("Only KeychainItem.swift calls the keychain") func oneTypeAloneTalksToTheKeychain() throws {
            let files = try files("Sources/InkLockUI").filter { file in
                let code = try String(contentsOf: file, encoding: .utf8)
                    .split(separator: "\n").filter { !$0.contains("///") }.joined(separator: "\n")
                return ["SecItemAdd", "SecItemCopyMatching", "SecItemUpdate", "SecItemDelete"].contains {
                    code.contains($0)
                }
            }
            #expect(files.map(\.lastPathComponent) == ["KeychainItem.swift"])
        }

        /// Returns major and minor version, 10.13 for 10.13.4.
        private func release(_ cell: String) -> Double {
            Double(cell.split(separator: ".").prefix(2).joined(separator: ".")) ?? 99
        }

        @Test("No API is newer than the minimum OS versions") func nothingIsNewerThanTheFloor() throws {
            let table = try String(contentsOf: root.appending(path: "API.md"), encoding: .utf8)
            let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| framework") }
            #expect(rows.count > 50)
            for row in rows {
                let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                #expect(cells.count == 4 && (cells[2] == "—" || release(cells[2]) <= 17), "\(row)")
                #expect(cells[3] == "—" || release(cells[3]) <= 14, "\(row)")
            }
        }

        @Test("The front end uses neither the Objective-C runtime nor Combine")
        func noRuntimeOfObjectiveCAndNoCombine() throws {
            let text = try sources("Sources/InkLockUI")
            for word in [
                "@objc", "#selector", "import Combine", "NSKeyValue", "selector:", "forKeyPath", "addGestureRecognizer",
            ] {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }
}
