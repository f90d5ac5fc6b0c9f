// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI

/// A button next to the keys for Face ID, Touch ID or another unlock method.
public struct PasscodeAccessory: Sendable {
    /// The accessibility label.
    public var label: String
    /// The name of an SF Symbol.
    public var symbol: String
    /// A Boolean value that indicates whether the screen performs the action once when it appears. If both accessories
    /// are automatic, it performs only the first one's.
    public var promptsAutomatically: Bool
    /// The action of the button, which returns its result.
    public var action: @MainActor () async -> PasscodeAnswer

    /// Creates a custom button.
    /// - Parameters:
    ///   - label: The accessibility label.
    ///   - symbol: The name of an SF Symbol.
    ///   - promptsAutomatically: A Boolean value that indicates whether the screen also performs the action once when
    ///     it appears.
    ///   - action: The action of the button. If it returns `.rejected` or `.unavailable`, the screen shows no message
    ///     and counts no attempt.
    public init(
        label: String, symbol: String, promptsAutomatically: Bool = false,
        action: @escaping @MainActor () async -> PasscodeAnswer
    ) {
        self.label = label
        self.symbol = symbol
        self.promptsAutomatically = promptsAutomatically
        self.action = action
    }

    /// Returns a Face ID button.
    /// - Parameters:
    ///   - promptsAutomatically: A Boolean value that indicates whether the screen also performs the action once when
    ///     it appears.
    ///   - action: The action, which asks the system to authenticate the user, for example with a `DeviceOwner`.
    public static func faceID(
        promptsAutomatically: Bool = true, action: @escaping @MainActor () async -> PasscodeAnswer
    ) -> PasscodeAccessory {
        PasscodeAccessory(
            label: Wording.faceID, symbol: "faceid", promptsAutomatically: promptsAutomatically, action: action)
    }

    /// Returns a Touch ID button.
    /// - Parameters:
    ///   - promptsAutomatically: A Boolean value that indicates whether the screen also performs the action once when
    ///     it appears.
    ///   - action: The action, which asks the system to authenticate the user, for example with a `DeviceOwner`.
    public static func touchID(
        promptsAutomatically: Bool = true, action: @escaping @MainActor () async -> PasscodeAnswer
    ) -> PasscodeAccessory {
        PasscodeAccessory(
            label: Wording.touchID, symbol: "touchid", promptsAutomatically: promptsAutomatically, action: action)
    }
}

/// The appearance and the buttons of a passcode screen.
public struct PasscodeOptions {
    /// The app's name in the title, or `nil` for a title without a name.
    public var appName: String?
    /// The view above the title, usually the app's icon.
    public var titleView: AnyView?
    /// The colours in light and dark appearance.
    public var style = PasscodeStyle.translucent
    /// A Boolean value that indicates whether the user may leave the screen without a passcode.
    public var allowsCancel = true
    /// A Boolean value that indicates whether the keys show letters below their digits.
    public var showsLetters = true
    /// A Boolean value that indicates whether the digits are shuffled each time the screen appears, so that finger
    /// movements and smudges reveal nothing.
    public var isScrambled = false
    /// The button in the leading corner, to the left of "0" in left-to-right languages, or `nil` for none.
    public var accessory: PasscodeAccessory?
    /// The button in the other corner, or `nil` for none. Delete replaces it while something is entered. Cancel, if
    /// allowed, moves to the top of the screen.
    public var secondAccessory: PasscodeAccessory?

    /// Creates options.
    /// - Parameter appName: The app's name in the title. By default, its display name.
    public init(appName: String? = Self.displayName) { self.appName = appName }

    /// The app's name on the Home Screen, in the user's language.
    public static var displayName: String? { displayName(of: .main) }

    static func displayName(of bundle: Bundle) -> String? {
        // Unlike `infoDictionary`, this returns localised values.
        bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
            ?? bundle.object(forInfoDictionaryKey: "CFBundleName") as? String
    }
}
