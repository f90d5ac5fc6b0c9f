// SPDX-License-Identifier: MIT
import CodeNames
import Passcode

/// The themes of a passcode screen, whose opaque ones give all screens their colours, for the scripts.
enum ThemeTable {
    static let part = CodePart.objects(
        "passcodeThemes", "The colours of Swift's `PasscodeTheme`, and the blur in points.", PasscodeTheme.Name.self
    ) { name in
        Mirror(reflecting: PasscodeTheme(name)).children.compactMap { label, value in
            guard let label else { return nil }
            let key = CodeName.of(identifier: label)
            if let color = value as? ThemeColor { return (key, .css(color.rgba)) }
            return (value as? Double).map { (key, .number($0)) }
        }
    }
}
