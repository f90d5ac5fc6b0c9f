// SPDX-License-Identifier: MIT

/// The name of an enumeration case outside Swift: in scripts, in messages over HTTP, and in tables. It is the Swift
/// name in kebab case, so that a case has the same name in all languages.
public enum CodeName {
    /// Returns the name of a case without associated values, such as `vault-damaged` for `vaultDamaged`.
    public static func of(_ value: some CaseIterable) -> String { of(identifier: "\(value)") }

    /// Returns the case with a name, or `nil` if there is none.
    public static func value<Value: CaseIterable>(_ name: String, of type: Value.Type = Value.self) -> Value? {
        type.allCases.first { of($0) == name }
    }

    /// Returns the names of all cases, in their order.
    public static func all(of type: (some CaseIterable).Type) -> [String] { type.allCases.map { of($0) } }

    /// Returns the name of an identifier, such as `on-accent` for `onAccent`.
    package static func of(identifier: String) -> String {
        var name = ""
        for character in identifier {
            if character.isUppercase { name += "-" }
            name += character.lowercased()
        }
        return name
    }
}
