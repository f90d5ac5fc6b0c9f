// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A button beside the keys: Face ID, Touch ID, or another way in.
public struct PasscodeAccessory {
    /// What VoiceOver calls it.
    public var label: String
    /// The name of its symbol among SF Symbols.
    public var symbol: String
    /// Whether it is used by itself when the screen appears, once.
    public var isAutomatic: Bool
    /// What it does, and what came of it.
    public var action: @MainActor () async -> PasscodeAnswer

    public init(
        label: String, symbol: String, isAutomatic: Bool = false,
        action: @escaping @MainActor () async -> PasscodeAnswer
    ) {
        self.label = label
        self.symbol = symbol
        self.isAutomatic = isAutomatic
        self.action = action
    }

    public static func faceID(
        isAutomatic: Bool = true, action: @escaping @MainActor () async -> PasscodeAnswer
    ) -> PasscodeAccessory {
        PasscodeAccessory(label: Wording.faceID, symbol: "faceid", isAutomatic: isAutomatic, action: action)
    }

    public static func touchID(
        isAutomatic: Bool = true, action: @escaping @MainActor () async -> PasscodeAnswer
    ) -> PasscodeAccessory {
        PasscodeAccessory(label: Wording.touchID, symbol: "touchid", isAutomatic: isAutomatic, action: action)
    }
}

/// What a passcode screen offers.
public struct PasscodeOptions {
    /// The app, as the title names it; `nil` for a title without a name.
    public var appName: String?
    /// What stands above the title, the app's icon as a rule.
    public var titleView: AnyView?
    public var style = PasscodeStyle.translucent
    /// Whether a person may leave without a passcode.
    public var allowsCancel = true
    /// Whether letters stand under the digits.
    public var showsLetters = true
    /// Whether the digits lie elsewhere every time, so that fingers give nothing away.
    public var isScrambled = false
    public var accessory: PasscodeAccessory?

    /// - Parameter appName: by default what the home screen calls the app.
    public init(appName: String? = Self.displayName) { self.appName = appName }

    /// What the home screen calls the app.
    public static var displayName: String? {
        let info = Bundle.main.infoDictionary
        return info?["CFBundleDisplayName"] as? String ?? info?["CFBundleName"] as? String
    }
}
