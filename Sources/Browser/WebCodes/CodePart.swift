// SPDX-License-Identifier: MIT
import CodeNames

/// A part of a generated module: its script, and its declaration for TypeScript.
struct CodePart {
    let script: String?
    let declaration: String

    /// Returns the TypeScript type of an enumeration's case names. No module exchanges their numbers.
    static func type(_ type: (some CaseIterable).Type) -> CodePart {
        let qualified = String(reflecting: type).split(separator: ".").dropFirst()
        let head = "/** The cases of Swift's `\(qualified.joined(separator: "."))`. */\n"
        let cases = CodeName.all(of: type).map { "\n  | '\($0)'" }.joined()
        return CodePart(script: nil, declaration: "\(head)export type \(qualified.joined()) =\(cases);\n")
    }

    /// Returns an object with numbers.
    static func numbers(_ name: String, _ comment: String, _ values: KeyValuePairs<String, Double>) -> CodePart {
        let head = "/** \(comment) */\nexport const \(name)"
        let lines = values.map { "  \($0.key): \(literal($0.value)),\n" }.joined()
        let types = values.map { "  readonly \($0.key): number;\n" }.joined()
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
