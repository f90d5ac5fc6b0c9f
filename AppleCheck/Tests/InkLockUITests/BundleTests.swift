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

        /// Calls that need a reason, by Apple's category, as App Store Connect looks for them.
        private static let calls = [
            "SystemBootTime": ["systemUptime", "mach_absolute_time"],
            "FileTimestamp": [
                "stat(", "fstatat(", "getattrlist", "attributesOfItem", "creationDate", "modificationDate",
                "contentModificationDateKey", "creationDateKey",
            ],
            "DiskSpace": ["statfs", "statvfs", "volumeAvailableCapacity", "volumeTotalCapacity", "systemFreeSize"],
            "ActiveKeyboards": ["activeInputModes"],
            "UserDefaults": ["UserDefaults", "AppStorage"],
        ]

        @Test("The privacy manifest has a reason for each call that needs one, and no other")
        func thePrivacyManifestIsComplete() throws {
            let manifest = try propertyList(
                try #require(Wording.bundle.url(forResource: "PrivacyInfo", withExtension: "xcprivacy")))
            #expect(manifest["NSPrivacyTracking"] as? Bool == false)
            for key in ["NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes"] {
                #expect((manifest[key] as? [Any])?.isEmpty == true)
            }
            let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
            var reasons: [String: [String]] = [:]
            for type in types {
                let name = try #require(type["NSPrivacyAccessedAPIType"] as? String)
                reasons[String(name.dropFirst("NSPrivacyAccessedAPICategory".count))] =
                    type["NSPrivacyAccessedAPITypeReasons"] as? [String]
            }
            #expect(reasons == ["SystemBootTime": ["35F9.1"], "FileTimestamp": ["C617.1"]])

            // The sources are searched as text, because no compiler knows which calls a manifest has to declare.
            var used: Set<String> = []
            for folder in ["Core", "Files", "Lock", "Apple"] {
                let folder = Self.root.appending(path: "Sources/\(folder)")
                for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                where path.hasSuffix(".swift") {
                    let code = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                        .split(separator: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
                    for (category, calls) in Self.calls where calls.contains(where: { code.contains($0) }) {
                        used.insert(category)
                    }
                }
            }
            #expect(used == Set(reasons.keys))
            #expect(try text("Package.swift").contains(".copy(\"PrivacyInfo.xcprivacy\")"))
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

        /// The system limits the texts of packages to the languages of the app itself.
        @Test("The example app shows InkLock's texts in the user's language") func theExampleMixesLanguages() throws {
            let info = try propertyList(Self.root.appending(path: "Examples/PrivateNotes.swiftpm/Info.plist"))
            #expect(info["CFBundleAllowMixedLocalizations"] as? Bool == true)
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
