// SPDX-License-Identifier: MIT
@_exported import Foundation

/// A reader of a bundle's `Localizable.xcstrings`. Xcode compiles the file, but SwiftPM on Linux only copies it.
public enum _StringCatalog {
    /// The language of string lookups. Tests set it.
    nonisolated(unsafe) public static var language = "en"
    nonisolated(unsafe) private static var tables: [String: [String: [String: [String]]]] = [:]

    /// Returns the string of a key or, as on Apple's platforms, the key. With `count`, returns the matching plural
    /// form.
    static func string(_ key: String, in bundle: Bundle?, count: Int?) -> String {
        guard let bundle, let forms = table(of: bundle)[key]?[language] else { return key }
        return forms.count > 1 && count == 1 ? forms[1] : forms[0]
    }

    /// Returns the strings by key and language: the form for any number, then the one for a single item, if the
    /// language has one.
    public static func table(of bundle: Bundle) -> [String: [String: [String]]] {
        if let known = tables[bundle.bundlePath] { return known }
        var table: [String: [String: [String]]] = [:]
        defer { tables[bundle.bundlePath] = table }
        guard let url = bundle.url(forResource: "Localizable", withExtension: "xcstrings"),
            let data = try? Data(contentsOf: url),
            let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let strings = root["strings"] as? [String: [String: Any]]
        else { return table }
        func value(_ unit: Any?) -> String? {
            ((unit as? [String: Any])?["stringUnit"] as? [String: Any])?["value"] as? String
        }
        for (key, entry) in strings {
            for (language, unit) in entry["localizations"] as? [String: [String: Any]] ?? [:] {
                if let plain = value(unit) {
                    table[key, default: [:]][language] = [plain]
                } else if let plural = (unit["variations"] as? [String: Any])?["plural"] as? [String: Any],
                    let other = value(plural["other"])
                {
                    table[key, default: [:]][language] = [other] + [value(plural["one"])].compactMap(\.self)
                }
            }
        }
        return table
    }
}

extension String {
    /// A key with format specifiers, and its arguments.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
        let key: String
        let arguments: [String]
        let count: Int?

        public init(_ value: String) { self.init(stringLiteral: value) }
        public init(stringLiteral value: String) {
            key = value
            arguments = []
            count = nil
        }
        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
            count = stringInterpolation.count
        }

        public struct StringInterpolation: StringInterpolationProtocol {
            var key = ""
            var arguments: [String] = []
            var count: Int?
            public init(literalCapacity: Int, interpolationCount: Int) {}
            public mutating func appendLiteral(_ literal: String) { key += literal }
            public mutating func appendInterpolation(_ string: String) {
                key += "%@"
                arguments.append(string)
            }
            public mutating func appendInterpolation(_ number: Int) {
                key += "%lld"
                arguments.append("\(number)")
                count = count ?? number
            }
        }
    }

    public init(
        localized value: LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        var filled = ""
        var rest = Substring(_StringCatalog.string(value.key, in: bundle, count: value.count))
        var next = 0
        // Arguments are referenced in order, as `%@`, or by number, as `%2$@`.
        while let place = rest.firstIndex(of: "%") {
            filled += rest[..<place]
            rest = rest[place...].dropFirst()
            var number: Int?
            if let dollar = rest.firstIndex(of: "$"), let given = Int(rest[..<dollar]) {
                number = given - 1
                rest = rest[rest.index(after: dollar)...]
            }
            let width = rest.hasPrefix("lld") ? 3 : 1
            if rest.hasPrefix("%") {
                filled += "%"
            } else {
                let index = number ?? next
                filled += value.arguments.indices.contains(index) ? value.arguments[index] : "?"
                next += 1
            }
            rest = rest.dropFirst(width)
        }
        self = filled + rest
    }
}
