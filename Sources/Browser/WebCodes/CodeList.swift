// SPDX-License-Identifier: MIT
import CodeNames

/// The names of those cases of an enumeration that have a property.
struct CodeList {
    /// The name of the JavaScript list.
    let name: String
    /// The table of the enumeration.
    let table: CodeTable
    let names: [String]
    /// The property, as Swift names it.
    let property: String

    init<Code: CaseIterable & RawRepresentable>(
        _ name: String, of type: Code.Type, where property: String, _ isContained: (Code) -> Bool
    ) where Code.RawValue == UInt8 {
        self.name = name
        self.property = property
        table = CodeTable(type)
        names = Code.allCases.filter(isContained).map { CodeName.of($0) }
    }

    var script: String {
        """
        /**
         * The cases of Swift's `\(table.type)` with `\(property)`.
         * @type {readonly (keyof typeof \(table.tableName))[]}
         */
        export const \(name) = Object.freeze([\(names.map { "'\($0)'" }.joined(separator: ", "))]);

        """
    }

    var declaration: String {
        """
        /** The cases of Swift's `\(table.type)` with `\(property)`. */
        export const \(name): readonly \(table.typeName)[];

        """
    }
}
