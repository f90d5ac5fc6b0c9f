// SPDX-License-Identifier: MIT
import Foundation

open class NSWorkspace: NSObject, @unchecked Sendable {
    public static let screensDidSleepNotification = NSNotification.Name("NSWorkspaceScreensDidSleepNotification")
    public static let willSleepNotification = NSNotification.Name("NSWorkspaceWillSleepNotification")
    public static let sessionDidResignActiveNotification = NSNotification.Name(
        "NSWorkspaceSessionDidResignActiveNotification")

    public static let shared = NSWorkspace()
    /// The centre of the workspace's notifications, which are not posted to the default one.
    public let notificationCenter = NotificationCenter()
}
