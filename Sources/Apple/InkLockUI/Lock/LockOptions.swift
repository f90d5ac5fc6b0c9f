// SPDX-License-Identifier: MIT
import InkStroke
import PicturePassword
import SwiftUI

/// The appearance of a cover, and the parameters of the unlock methods on it.
public struct LockOptions {
    /// The app's name and icon, the colours, and the layout of the passcode screen. The cover is always opaque: it uses
    /// a translucent style's colour without transparency. It ignores `allowsCancel`, because the lock decides whether
    /// the user may leave.
    public var passcode: PasscodeOptions
    /// The picture to draw on, or `nil` if the app offers no picture password.
    public var picture: PasswordPicture?
    /// The trail of fingers on the picture.
    public var trail = PictureTrail.fire
    /// The parser that turns touches into a gesture. Use the parser that enrolled the password. With a different
    /// parser, the owner's drawings count as wrong attempts.
    public var parser: any GestureParsing = GestureParser()
    /// A view below the cover's own content, such as help, or a button to start over; see
    /// `AppLock.eraseAndStartOver()`. The view's environment contains the lock and its state. The view's own state is
    /// discarded when the content is uncovered.
    public var footer: AnyView?

    /// Creates options.
    /// - Parameters:
    ///   - appName: The app's name on the cover. By default, its display name.
    ///   - picture: The picture to draw on, if the app offers a picture password.
    public init(appName: String? = PasscodeOptions.displayName, picture: PasswordPicture? = nil) {
        passcode = PasscodeOptions(appName: appName)
        passcode.style = .opaque
        self.picture = picture
    }

    /// The options of the passcode screen on the cover.
    var entry: PasscodeOptions {
        var options = passcode
        options.allowsCancel = false
        // The accessories' actions open no lock, and the cover has a button for each unlock method.
        options.accessory = nil
        options.secondAccessory = nil
        return options
    }
}
