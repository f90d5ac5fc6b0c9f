// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A button beside the keys: Face ID, Touch ID, or another way in.
public struct PasscodeAccessory {
    /// What VoiceOver calls it.
    public var label: String
    /// The name of its symbol among SF Symbols.
    public var symbol: String
    /// Whether it is used by itself when the screen appears, once. Of two such buttons only the first is.
    public var isAutomatic: Bool
    /// What it does, and what came of it.
    public var action: @MainActor () async -> PasscodeAnswer

    /// A button of the app's own.
    /// - Parameters:
    ///   - label: what VoiceOver calls it.
    ///   - symbol: the name of its symbol among SF Symbols.
    ///   - isAutomatic: whether it is also used once by itself when the screen appears.
    ///   - action: done when the button is pressed; the screen says nothing and counts nothing when it answers
    ///     `.rejected` or `.unavailable`.
    public init(
        label: String, symbol: String, isAutomatic: Bool = false,
        action: @escaping @MainActor () async -> PasscodeAnswer
    ) {
        self.label = label
        self.symbol = symbol
        self.isAutomatic = isAutomatic
        self.action = action
    }

    /// A button that lets the system look at a face.
    /// - Parameters:
    ///   - isAutomatic: whether it also asks once by itself when the screen appears.
    ///   - action: asks the system, as by InkLock's `DeviceOwner`.
    public static func faceID(
        isAutomatic: Bool = true, action: @escaping @MainActor () async -> PasscodeAnswer
    ) -> PasscodeAccessory {
        PasscodeAccessory(label: Wording.faceID, symbol: "faceid", isAutomatic: isAutomatic, action: action)
    }

    /// A button that lets the system feel for a finger.
    /// - Parameters:
    ///   - isAutomatic: whether it also asks once by itself when the screen appears.
    ///   - action: asks the system, as by InkLock's `DeviceOwner`.
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
    /// What the screen looks like by day and by night.
    public var style = PasscodeStyle.translucent
    /// Whether a person may leave without a passcode.
    public var allowsCancel = true
    /// Whether letters stand under the digits.
    public var showsLetters = true
    /// Whether the digits lie elsewhere every time, so that fingers give nothing away.
    public var isScrambled = false
    /// The button in the corner before "0", where nothing else ever is; `nil` for none.
    public var accessory: PasscodeAccessory?
    /// The button in the corner after "0"; `nil` for none. Delete takes its place while something is entered; Cancel, where
    /// it is allowed, stands at the top of the screen instead.
    public var secondAccessory: PasscodeAccessory?

    /// - Parameter appName: by default what the home screen calls the app.
    public init(appName: String? = Self.displayName) { self.appName = appName }

    /// What the home screen calls the app.
    public static var displayName: String? {
        let info = Bundle.main.infoDictionary
        return info?["CFBundleDisplayName"] as? String ?? info?["CFBundleName"] as? String
    }
}
