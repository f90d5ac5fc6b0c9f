// SPDX-License-Identifier: MIT
import CDesktopTexts
import CGTK
import Foundation

/// The texts of this module. `Localizable.xcstrings` is shared with InkLockUI. `Desktop.xcstrings` adds texts, and
/// replaces those about parts that a desktop lacks, such as face recognition.
package enum LocalizedText {
    private struct Catalogue: Decodable {
        struct Entry: Decodable { var localizations: [String: Localization] }
        struct Localization: Decodable {
            var stringUnit: Unit?
            var variations: Variations?
        }
        struct Variations: Decodable { var plural: [String: Plural] }
        struct Plural: Decodable { var stringUnit: Unit }
        struct Unit: Decodable { var value: String }
        var strings: [String: Entry]
    }

    private static let texts: [String: Catalogue.Entry] = {
        let files = [inklock_shared_texts(), inklock_desktop_texts()]
        return files.reduce(into: [:]) { texts, file in
            // The file is part of the program, and a test reads it.
            let json = Data(bytes: file.start, count: file.count)
            let catalogue = try! JSONDecoder().decode(Catalogue.self, from: json)
            texts.merge(catalogue.strings) { $1 }
        }
    }()

    static var keys: [String] { texts.keys.sorted() }

    /// The first of the user's languages in which there are texts, otherwise English.
    package static let language = preferred(of: ["en", "de", "ar", "es", "fr", "it", "ja"])

    /// Returns the first of the user's languages that is among the languages of an app's texts, otherwise the first of
    /// those languages.
    package static func preferred(of languages: [String]) -> String {
        var name = g_get_language_names()
        while let one = name?.pointee {
            let code = String(cString: one).prefix { $0.isLetter }
            if let found = languages.first(where: { $0 == code }) { return found }
            name = name?.successor()
        }
        return languages[0]
    }

    /// Returns the form of a text for a count, with `#` replaced by the count.
    package static func counted(_ count: Int, in language: String, _ forms: [String: String]) -> String {
        let form = forms[pluralForm(of: count, in: language)] ?? forms["other"] ?? ""
        return form.replacingOccurrences(of: "#", with: "\(count)")
    }

    /// Returns the plural form of a count in one of the languages (Unicode CLDR, "Language Plural Rules").
    static func pluralForm(of count: Int, in language: String) -> String {
        switch (language, count) {
        case ("ja", _): return "other"
        case ("fr", 0), (_, 1): return "one"
        case ("ar", 0): return "zero"
        case ("ar", 2): return "two"
        case ("ar", _): break
        default: return "other"
        }
        switch count % 100 {
        case 3...10: return "few"
        case 11...99: return "many"
        default: return "other"
        }
    }

    /// Returns the text of a key, in the form for `count` where there are several; the key if there is none.
    static func text(_ key: String, count: Int? = nil, in language: String = language) -> String {
        guard let found = texts[key]?.localizations[language] else { return key }
        if let plural = found.variations?.plural {
            let form = count.flatMap { plural[pluralForm(of: $0, in: language)] } ?? plural["other"]
            return form?.stringUnit.value ?? key
        }
        return found.stringUnit?.value ?? key
    }
}

extension String {
    /// A key with a place for each argument.
    struct LocalizationValue: ExpressibleByStringInterpolation {
        var key: String
        var arguments: [String] = []
        var count: Int?

        init(stringLiteral value: String) { key = value }
        init(stringInterpolation: StringInterpolation) { self = stringInterpolation.value }

        struct StringInterpolation: StringInterpolationProtocol {
            var value = LocalizationValue(stringLiteral: "")
            init(literalCapacity: Int, interpolationCount: Int) {}
            mutating func appendLiteral(_ literal: String) { value.key += literal }
            mutating func appendInterpolation(_ text: String) {
                value.key += "%@"
                value.arguments.append(text)
            }
            mutating func appendInterpolation(_ number: Int) {
                value.key += "%lld"
                value.arguments.append("\(number)")
                value.count = value.count ?? number
            }
        }
    }

    /// Creates a text in the user's language, as Foundation does on Apple's platforms.
    init(localized value: LocalizationValue, bundle: Bundle) {
        var text = LocalizedText.text(value.key, count: value.count)
        for (i, argument) in value.arguments.enumerated() {
            // An argument has its number, or is the next one.
            for place in ["%\(i + 1)$lld", "%\(i + 1)$@", "%lld", "%@"] {
                guard let range = text.range(of: place) else { continue }
                text.replaceSubrange(range, with: argument)
                break
            }
        }
        self = text
    }
}

extension Bundle {
    /// The program itself, which contains the texts.
    static var module: Bundle { .main }
}
