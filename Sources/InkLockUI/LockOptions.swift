// SPDX-License-Identifier: MIT
import InkStroke
import PicturePassword
import SwiftUI

/// What a cover looks like, and what the ways in need on it.
public struct LockOptions {
    /// The app's name and icon, the colours, and how the passcode's screen is laid out. The cover hides everything whatever the
    /// style: of a translucent one it takes the colour. Whether a person may leave is the lock's to say.
    public var passcode: PasscodeOptions
    /// The picture that the owner draws on; `nil` where no picture password is ever set up.
    public var picture: LoginPicture?
    /// What is seen of fingers on it.
    public var trail = PictureTrail.fire
    /// What makes a password of what they did; the one that enrolled.
    public var reader: any GestureReading = GestureReader()
    /// What decides which drawings are near enough; the one that enrolled.
    public var verifier: any GestureVerifier & Sendable = RasterVerifier.directed
    /// What the app puts below: help, or a way to begin anew when everything has been erased.
    public var footer: AnyView?

    /// - Parameters:
    ///   - appName: by default what the home screen calls the app.
    ///   - picture: the picture of the owner's picture password, if there can be one.
    public init(appName: String? = PasscodeOptions.displayName, picture: LoginPicture? = nil) {
        passcode = PasscodeOptions(appName: appName)
        passcode.style = .opaque
        self.picture = picture
    }

    /// For the passcode's screen on the cover.
    var entry: PasscodeOptions {
        var options = passcode
        options.allowsCancel = false
        // What they do opens no lock; the cover has a button for every way that does.
        options.accessory = nil
        options.secondAccessory = nil
        return options
    }
}
