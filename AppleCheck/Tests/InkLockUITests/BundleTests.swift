// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import InkLockUI

extension FrontEnd {
    /// Tests of the property lists in this package and in an app's bundle.
    struct BundleTests {
        private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../..").standardizedFileURL

        private func propertyList(_ url: URL) throws -> [String: Any] {
            let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil)
            return try #require(list as? [String: Any])
        }

        private func text(_ path: String) throws -> String {
            try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        }

        @Test("The example app registers the scheme of its links") func theExampleRegistersItsScheme() throws {
            let folder = "Examples/PrivateNotes.swiftpm/"
            let types = try propertyList(Self.root.appending(path: folder + "Info.plist"))["CFBundleURLTypes"]
            let schemes = (types as? [[String: Any]])?.compactMap { $0["CFBundleURLSchemes"] as? [String] }
            #expect(schemes == [["private-notes"]])
            let package = try text(folder + "Package.swift")
            #expect(package.contains("additionalInfoPlistContentFilePath: \"Info.plist\""))
            #expect(try text(folder + "Sources/PrivateNotesApp.swift").contains("private-notes:///"))
        }

        @Test("The app's name is that of the user's language") func theAppsNameIsLocalised() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "Name-\(UUID().uuidString).bundle")
            defer { try? FileManager.default.removeItem(at: folder) }
            let name = { (text: String) in try? PropertyListEncoder().encode(["CFBundleDisplayName": text]) }
            let language = folder.appending(path: "en.lproj")
            try FileManager.default.createDirectory(at: language, withIntermediateDirectories: true)
            var info = ["CFBundleDisplayName": "Hafen", "CFBundleIdentifier": "com.example.harbour"]
            info["CFBundleDevelopmentRegion"] = "en"
            try PropertyListEncoder().encode(info).write(to: folder.appending(path: "Info.plist"))
            try #require(name("Harbour")).write(to: language.appending(path: "InfoPlist.strings"))
            let bundle = try #require(Bundle(url: folder))
            #expect(bundle.infoDictionary?["CFBundleDisplayName"] as? String == "Hafen")
            #expect(PasscodeOptions.displayName(of: bundle) == "Harbour")
        }
    }
}
