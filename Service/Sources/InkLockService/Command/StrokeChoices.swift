// SPDX-License-Identifier: MIT
import ArgumentParser
import CodeNames
import InkStroke

/// The words for brushes on the command line.
extension Brush.Tip: @retroactive ExpressibleByArgument {
    public init?(argument: String) {
        guard let tip = CodeName.value(argument, of: Self.self) else { return nil }
        self = tip
    }

    public static var allValueStrings: [String] { CodeName.all(of: Self.self) }
    public var defaultValueDescription: String { CodeName.of(self) }
}

/// The words for models.
extension StrokeModel: @retroactive ExpressibleByArgument {
    public init?(argument: String) {
        guard let model = CodeName.value(argument, of: Self.self) else { return nil }
        self = model
    }

    public static var allValueStrings: [String] { CodeName.all(of: Self.self) }
    public var defaultValueDescription: String { CodeName.of(self) }
}
