// SPDX-License-Identifier: MIT
import CGTK

/// The appearance of a passcode screen.
public struct PasscodeOptions {
    /// The app's name in the title, or `nil` for a title without a name.
    public var appName: String?
    /// The app's icon above the title: a `GdkPaintable` that outlives the screen.
    public var icon: OpaquePointer?
    /// A Boolean value that indicates whether the user may leave the screen without a passcode.
    public var allowsCancel = true
    /// A Boolean value that indicates whether the keys show letters below their digits.
    public var showsLetters = true
    /// A Boolean value that indicates whether the digits are shuffled each time the screen appears, so that finger
    /// movements and smudges reveal nothing.
    public var isScrambled = false

    /// Creates options.
    /// - Parameters:
    ///   - appName: The app's name in the title. By default, GLib's name of the application.
    ///   - icon: The app's icon.
    public init(appName: String? = Self.displayName, icon: OpaquePointer? = nil) {
        self.appName = appName
        self.icon = icon
    }

    /// The app's name that `g_set_application_name` has set.
    public static var displayName: String? { g_get_application_name().map { String(cString: $0) } }
}
