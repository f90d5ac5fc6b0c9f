// SPDX-License-Identifier: MIT
import CodeNames

/// A part of a generated module: its script, and its declaration for TypeScript.
struct CodePart {
    let script: String?
    let declaration: String

    /// Returns the TypeScript type of an enumeration's case names. No module exchanges their numbers.
    static func type(_ type: (some CaseIterable).Type) -> CodePart {
        let head = "/** The cases of Swift's `\(qualified(type))`. */\n"
        let cases = CodeName.all(of: type).map { "\n  | '\($0)'" }.joined()
        return CodePart(script: nil, declaration: "\(head)export type \(typeName(type)) =\(cases);\n")
    }

    /// Returns the Swift type without its module, such as `EvidenceFinding.Reason`.
    private static func qualified(_ type: (some CaseIterable).Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }

    /// Returns the name of the TypeScript type, such as `EvidenceFindingReason`.
    private static func typeName(_ type: (some CaseIterable).Type) -> String {
        qualified(type).split(separator: ".").joined()
    }

    /// Returns the case names of an enumeration in their order. No module exchanges their numbers.
    static func names(_ name: String, _ type: (some CaseIterable).Type) -> CodePart {
        let declared = self.type(type).declaration
        let cases = CodeName.all(of: type).map { "'\($0)'" }
        let comment = "The cases of Swift's `\(qualified(type))`, in their order."
        let export = "export const \(name)"
        let script = """
            /**
             * \(comment)
             * @type {readonly (\(cases.joined(separator: " | ")))[]}
             */
            \(export) = Object.freeze([\(cases.joined(separator: ", "))]);

            """
        return CodePart(
            script: script,
            declaration: "\(declared)\n/** \(comment) */\n\(export): readonly \(typeName(type))[];\n")
    }

    /// Returns an object with numbers.
    static func numbers(_ name: String, _ comment: String, _ values: KeyValuePairs<String, Double>) -> CodePart {
        object(name, comment, values.map { ($0.key, .number($0.value)) })
    }

    /// A value of an object.
    enum Value {
        case number(Double)
        case text(String)
        case flag(Bool)
    }

    /// Returns an object with values of any kind.
    static func object(_ name: String, _ comment: String, _ values: [(key: String, value: Value)]) -> CodePart {
        let head = "/** \(comment) */\nexport const \(name)"
        var (lines, types) = ("", "")
        for (key, value) in values {
            let (word, type) =
                switch value {
                case .number(let number): (literal(number), "number")
                case .text(let text): ("'\(text)'", "'\(text)'")
                case .flag(let flag): ("\(flag)", "boolean")
                }
            lines += "  \(key): \(word),\n"
            types += "  readonly \(key): \(type);\n"
        }
        return CodePart(script: "\(head) = Object.freeze({\n\(lines)});\n", declaration: "\(head): {\n\(types)};\n")
    }

    /// Returns a list of numbers.
    static func list(_ name: String, _ comment: String, _ values: [Double]) -> CodePart {
        let head = "/** \(comment) */\nexport const \(name)"
        let literals = values.map(literal).joined(separator: ", ")
        return CodePart(
            script: "\(head) = Object.freeze([\(literals)]);\n", declaration: "\(head): readonly number[];\n")
    }

    private static func literal(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
