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
}
