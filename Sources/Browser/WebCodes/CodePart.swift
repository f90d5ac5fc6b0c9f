// SPDX-License-Identifier: MIT
import CodeNames

/// A part of a generated module: its script, and its declaration for TypeScript.
struct CodePart {
    let script: String
    let declaration: String

    /// Returns the names of an enumeration's cases, in their order. They have no numbers: no module exchanges them.
    static func names(_ name: String, of type: (some CaseIterable).Type) -> CodePart {
        let qualified = String(reflecting: type).split(separator: ".").dropFirst()
        let head = "/** The cases of Swift's `\(qualified.joined(separator: "."))`. */\n"
        let names = CodeName.all(of: type)
        let lines = names.map { "  '\($0)',\n" }.joined()
        let cases = names.map { "\n  | '\($0)'" }.joined()
        return CodePart(
            script: "\(head)export const \(name) = Object.freeze([\n\(lines)]);\n",
            declaration:
                "\(head)export type \(qualified.joined()) =\(cases);\n"
                + "export const \(name): readonly \(qualified.joined())[];\n")
    }
}
