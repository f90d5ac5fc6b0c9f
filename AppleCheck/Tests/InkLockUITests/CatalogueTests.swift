// SPDX-License-Identifier: MIT
import Foundation
import FoundationGaps
import LockVault
import Passcode
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

extension FrontEnd {
    /// Tests of the string catalogue and the code in the articles.
    @MainActor struct CatalogueTests {
        private static let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().appending(path: "../../../Sources/Apple/InkLockUI").standardizedFileURL

        /// Reads the files of a folder whose names have a suffix.
        private func texts(_ suffix: String, in folder: URL = sources) throws -> [(name: String, text: String)] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }.sorted()
                .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
        }

        /// Returns the keys in the sources, with `%` for each argument.
        private func usedKeys() throws -> Set<String> {
            var keys: Set<String> = []
            for (_, text) in try texts(".swift") {
                for piece in text.components(separatedBy: "String(localized: \"").dropFirst() {
                    var key = ""
                    var depth = 0
                    var rest = Substring(piece)
                    while let character = rest.popFirst() {
                        if depth == 0, character == "\"" { break }
                        if depth == 0, character == "\\", rest.first == "(" {
                            rest.removeFirst()
                            depth = 1
                            key += "%"
                        } else if depth > 0 {
                            depth += character == "(" ? 1 : character == ")" ? -1 : 0
                        } else {
                            key.append(character)
                        }
                    }
                    keys.insert(key)
                }
            }
            return keys
        }

        private func pattern(_ key: String) -> String {
            key.replacingOccurrences(of: "%lld", with: "%").replacingOccurrences(of: "%@", with: "%")
        }

        private func table() -> [String: [String: [String]]] { _StringCatalog.table(of: Wording.bundle) }

        @Test("The string catalogue contains exactly the keys in use")
        func everyKeyIsUsedAndEveryUsedKeyIsThere() throws {
            let used = try usedKeys()
            let listed = Set(table().keys.map { pattern($0) })
            #expect(used.count > 60)
            #expect(used.subtracting(listed).isEmpty, "not in the catalogue: \(used.subtracting(listed))")
            #expect(listed.subtracting(used).isEmpty, "not used: \(listed.subtracting(used))")
        }

        private static let languages = ["ar", "de", "en", "es", "fr", "it", "ja"]

        @Test("Every string has a complete text in every language") func everyTextIsThereInEveryLanguage() {
            for (key, forms) in table() {
                #expect(forms.keys.sorted() == Self.languages, "\(key)")
                let places = pattern(key).filter { $0 == "%" }.count
                for (language, texts) in forms {
                    for (form, text) in texts.enumerated() {
                        // One can be a word instead of a number.
                        let counts = form == 1 ? [0, places] : [places]
                        #expect(
                            !text.isEmpty && counts.contains(text.filter { $0 == "%" }.count), "\(key) in \(language)")
                        for technical in ["error", "invalid", "Fehler", "ungültig"] {
                            #expect(!text.lowercased().contains(technical.lowercased()), "\(key) in \(language)")
                        }
                    }
                }
                #expect(forms["de"]?.count == forms["en"]?.count, "\(key): the same number of forms")
                #expect(forms["ja"]?.count == 1, "\(key): Japanese has one form for all numbers")
                for language in Self.languages where language != "en" {
                    // French has the same word for a signature.
                    let isSame = forms[language] == forms["en"] && forms["en"] != ["Signature"]
                    #expect(!isSame, "\(key) is translated to \(language)")
                }
            }
        }

        @Test("Displayed texts contain no keys or placeholders") func noKeyIsShownInsteadOfAText() {
            for language in Self.languages {
                _StringCatalog.language = language
                defer { _StringCatalog.language = "en" }
                for text in [
                    Wording.signed(strokes: 0), Wording.signed(strokes: 1), Wording.signed(strokes: 2),
                    Wording.enterPasscode("A"), Wording.currentPasscode("A"), Wording.newPasscode("A"),
                    Wording.entered(1, of: .fourDigits), Wording.entered(3, of: .numeric), Wording.parts(2),
                    Wording.debugRow(part: 1, squares: 2, hits: nil), Wording.debugRow(part: 1, squares: 3, hits: 2),
                ] {
                    #expect(!text.contains("%") && !text.contains("passcode.") && !text.contains("picture."), "\(text)")
                }
            }
        }

        @Test("Code in the articles matches the compiled examples") func articlesShowCodeThatCompiles() throws {
            func words(_ code: String) -> String {
                code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            let examples = try String(
                contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    .appending(path: "ArticleExamples.swift"), encoding: .utf8)
            var count = 0
            for (name, text) in try texts(".md", in: Self.sources.appending(path: "InkLockUI.docc")) {
                for block in text.components(separatedBy: "```swift\n").dropFirst() {
                    let code = block.components(separatedBy: "```")[0]
                    count += 1
                    #expect(words(examples).contains(words(code)), "\(name): \(code.prefix(60))")
                    // Code after an attribute may compile only because of the attribute.
                    #expect(!words(examples).contains("@MainActor " + words(code)), "\(name): \(code.prefix(60))")
                }
            }
            #expect(count >= 19)
        }

        @Test("Code in the README matches the compiled example") func readmeShowsCodeThatCompiles() throws {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let readme = try String(contentsOf: folder.appending(path: "../../../README.md"), encoding: .utf8)
            let examples = try String(contentsOf: folder.appending(path: "ReadmeExamples.swift"), encoding: .utf8)
            let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
                .map { $0.components(separatedBy: "```")[0] }.filter { $0.contains("import SwiftUI") }
            #expect(blocks.count == 1)
            for block in blocks { #expect(examples.contains(block)) }
        }

        @Test("Examples in the articles run and give the expected results") func examplesRun() async throws {
            let vault = Vault(
                store: InMemoryStorage(), ledger: InMemoryStorage(),
                deviceKey: MemoryDeviceKey(SecretBytes([UInt8](repeating: 7, count: 32))),
                parameters: Vault.Parameters(cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!))
            _ = try await vault.create(passcode: .of("137926"), kind: .sixDigits, withRecoveryCode: false)
            let host = _Host(UnlockView(vault: vault))
            await host.press("137926") { host.words == ["Welcome"] }
            #expect(host.words == ["Welcome"])
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
            let signature = sign(in: view, typed: "Ada")
            #expect(!signature.model.isEmpty)
            let exported = try export(signature.model.drawing)
            #expect(exported.png.count > 100 && exported.image.size.width < 200)
            let file = FileManager.default.temporaryDirectory.appending(path: "Drawing-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            try save(signature.model.drawing, to: file)
            #expect(try restoredDrawing(from: file) == signature.model.drawing)
            #expect(authorization(with: .of("token")) == "Bearer token")
        }

        @Test("A photo in the articles becomes a picture that stands upright") func photosStandUpright() throws {
            // Stored sideways: the red half on the left is above when the photo is turned.
            let pixels = (0..<200).flatMap { i in (i % 20 < 10 ? [255, 0, 0, 255] : [0, 0, 255, 255]) as [UInt8] }
            let stored = try #require(RGBAImage.make(width: 20, height: 10, rgba: pixels))
            let photo = UIImage(cgImage: stored, scale: 1, orientation: .right)
            let picture = try #require(passwordPicture(of: photo, in: Data("photo".utf8)))
            #expect(picture.image.width == 10 && picture.image.height == 20 && picture.digest.count == 32)
            let (above, below) = (picture.image._pixel(5, 2), picture.image._pixel(5, 17))
            #expect(above.red > 200 && above.blue < 50 && below.blue > 200 && below.red < 50)
        }

        @Test("An old PIN of the articles' app moves to a lock, unless it is common", arguments: ["2846", "1234"])
        func oldPINsMove(_ pin: String) async throws {
            var bench = LockBench()
            bench.enrolment = EnrolmentRule()
            let lock = try await bench.launch()
            lock.startWithoutWindows()
            var progress = SetUp.over
            let host = _Host(
                MoveFromPIN(
                    isRight: { typed in typed.isEqual(to: .of(pin)) },
                    setUp: Binding(get: { progress }, set: { progress = $0 })))
            host.environment.appLock = lock
            await host.press("0000") { host.words.contains("Wrong passcode. Please try again.") }
            #expect(host.words.contains("Wrong passcode. Please try again."))
            for digit in pin { host.tap("inklock.key.\(digit)") }
            let refusal = "Many people use this PIN. Please choose another one."
            #expect(await eventually { lock.snapshot.state == .unlocked || host.words.contains(refusal) })
            #expect(host.words.contains(refusal) == (pin == "1234"))
            #expect(await eventually { progress != .begun })
            if case .code(let code) = progress {
                #expect(pin == "2846" && code.count == 33)
            } else {
                #expect(pin == "1234" && progress == .over && lock.snapshot.state == .unconfigured)
            }
        }
    }
}
