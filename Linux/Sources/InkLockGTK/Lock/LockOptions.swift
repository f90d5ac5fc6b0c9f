// SPDX-License-Identifier: MIT
import CGTK
import PicturePassword

/// The appearance of a cover, and the parameters of the unlock methods on it.
@MainActor public struct LockOptions {
    /// The app's name and icon, and the layout of the passcode screen. The cover ignores `allowsCancel`, because the
    /// lock decides whether the user may leave.
    public var passcode: PasscodeOptions
    /// The picture to draw on, or `nil` if the app offers no picture password.
    public var picture: PasswordPicture?
    /// The trail of fingers on the picture.
    public var trail = PictureTrail.fire
    /// The parser that turns touches into a gesture. Use the parser that enrolled the password. With a different
    /// parser, the owner's drawings count as wrong attempts.
    public var parser: any GestureParsing = GestureParser()
    /// A widget below the cover's own content, such as help, or a button for `AppLock.eraseAndStartOver()`.
    public var footer: Widget?

    /// Creates options.
    /// - Parameters:
    ///   - appName: The app's name on the cover. By default, GLib's name of the application.
    ///   - icon: The app's icon: a `GdkPaintable` that outlives the cover.
    ///   - picture: The picture to draw on, if the app offers a picture password.
    public init(
        appName: String? = PasscodeOptions.displayName, icon: OpaquePointer? = nil, picture: PasswordPicture? = nil
    ) {
        passcode = PasscodeOptions(appName: appName, icon: icon)
        self.picture = picture
    }

    /// The options of the passcode screen on the cover.
    var entry: PasscodeOptions {
        var options = passcode
        options.allowsCancel = false
        return options
    }
}
