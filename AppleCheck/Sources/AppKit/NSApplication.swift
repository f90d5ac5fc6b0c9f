// SPDX-License-Identifier: MIT
@_exported import Foundation

@MainActor open class NSApplication: NSObject {
    public static nonisolated let didBecomeActiveNotification = NSNotification.Name(
        "NSApplicationDidBecomeActiveNotification")
    public static nonisolated let didResignActiveNotification = NSNotification.Name(
        "NSApplicationDidResignActiveNotification")
    public static nonisolated let didHideNotification = NSNotification.Name("NSApplicationDidHideNotification")
    public static nonisolated let didUnhideNotification = NSNotification.Name("NSApplicationDidUnhideNotification")

    public static let shared = NSApplication()
    override nonisolated init() { super.init() }
    open private(set) var isActive = true
    open private(set) var isHidden = false

    /// Moves the app to a state through the same notifications as the system.
    public func _become(isActive: Bool, isHidden: Bool = false) {
        func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
        if self.isHidden != isHidden {
            self.isHidden = isHidden
            post(isHidden ? Self.didHideNotification : Self.didUnhideNotification)
        }
        if self.isActive != isActive {
            self.isActive = isActive
            post(isActive ? Self.didBecomeActiveNotification : Self.didResignActiveNotification)
        }
    }
}
