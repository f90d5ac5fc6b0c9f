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
        case numbers([Double])
        case text(String)
        case flag(Bool)
        /// A colour, 0xRRGGBBAA.
        case rgba(UInt32)
        /// A colour, 0xRRGGBBAA, as CSS has it: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
        case css(UInt32)

        fileprivate var literal: String {
            switch self {
            case .number(let number): CodePart.literal(number)
            case .numbers(let numbers): "Object.freeze([\(numbers.map(CodePart.literal).joined(separator: ", "))])"
            case .text(let text): "'\(text)'"
            case .flag(let flag): "\(flag)"
            case .rgba(let color): "0x\(Self.digits(color))"
            case .css(let color): "'#\(Self.digits(color).prefix(color & 0xFF == 0xFF ? 6 : 8))'"
            }
        }

        fileprivate var type: String {
            switch self {
            case .number, .rgba: "number"
            case .numbers: "readonly number[]"
            case .text(let text): "'\(text)'"
            case .flag: "boolean"
            case .css: "string"
            }
        }

        private static func digits(_ color: UInt32) -> String {
            let digits = String(color, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// The values of an object, with their names in JavaScript.
    typealias Members = [(key: String, value: Value)]

    /// Returns an object with values of any kind.
    static func object(_ name: String, _ comment: String, _ values: Members) -> CodePart {
        let head = "/** \(comment) */\nexport const \(name)"
        return CodePart(
            script: "\(head) = Object.freeze({\n\(lines(values, indent: "  "))});\n",
            declaration: "\(head): {\n\(types(values, indent: "  "))};\n")
    }

    /// Returns an object for each case of an enumeration. The objects have the same members.
    static func objects<Code: CaseIterable>(
        _ name: String, _ comment: String, _ type: Code.Type, _ values: (Code) -> Members
    ) -> CodePart {
        let head = "/** \(comment) */\nexport const \(name)"
        var (script, types) = ("", "")
        for code in Code.allCases {
            let values = values(code)
            script += "  '\(CodeName.of(code))': Object.freeze({\n\(lines(values, indent: "    "))  }),\n"
            types = self.types(values, indent: "  ")
        }
        return CodePart(
            script: "\(head) = Object.freeze({\n\(script)});\n",
            declaration: "\(head): Readonly<Record<\(typeName(type)), {\n\(types)}>>;\n")
    }

    private static func lines(_ values: Members, indent: String) -> String {
        values.map { "\(indent)\(name($0.key)): \($0.value.literal),\n" }.joined()
    }

    private static func types(_ values: Members, indent: String) -> String {
        values.map { "\(indent)readonly \(name($0.key)): \($0.value.type);\n" }.joined()
    }

    private static func name(_ key: String) -> String { key.contains("-") ? "'\(key)'" : key }

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
