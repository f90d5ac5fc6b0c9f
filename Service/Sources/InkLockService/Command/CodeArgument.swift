// SPDX-License-Identifier: MIT
import ArgumentParser
import CodeNames

/// A case on the command line, by its code name.
struct CodeArgument<Value: CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
    let value: Value

    init?(argument: String) {
        guard let value = CodeName.value(argument, of: Value.self) else { return nil }
        self.value = value
    }

    static var allValueStrings: [String] { CodeName.all(of: Value.self) }
}
