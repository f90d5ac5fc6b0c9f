// SPDX-License-Identifier: MIT
import CodeNames

/// The names and numbers of an enumeration whose raw values the page and a WebAssembly module or a file exchange.
struct CodeTable {
    /// The Swift type without its module, such as `AttemptStanding.Kind`.
    let type: String
    let codes: [(name: String, number: Int)]

    init<Code: CaseIterable & RawRepresentable>(_ type: Code.Type) where Code.RawValue: BinaryInteger {
        self.type = String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
        codes = Code.allCases.map { (CodeName.of($0), Int($0.rawValue)) }
    }

    /// The name of the TypeScript type, such as `AttemptStandingKind`.
    var typeName: String { type.split(separator: ".").joined() }
    /// The name of the JavaScript table, such as `attemptStandingKind`.
    var tableName: String {
        // All letters of an initialism, as in PINPattern, become lower case.
        let capitals = typeName.prefix { $0.isUppercase }.count
        let count = max(1, capitals - 1)
        return typeName.prefix(count).lowercased() + typeName.dropFirst(count)
    }

    var script: String {
        let lines = codes.map { "  '\($0.name)': \($0.number),\n" }.joined()
        return """
            /** The numbers of Swift's `\(type)`. */
            export const \(tableName) = Object.freeze({
            \(lines)});

            """
    }

    var declaration: String {
        let names = codes.map { "\n  | '\($0.name)'" }.joined()
        return """
            /** The names of Swift's `\(type)`. */
            export type \(typeName) =\(names);
            export const \(tableName): Readonly<Record<\(typeName), number>>;

            """
    }
}
