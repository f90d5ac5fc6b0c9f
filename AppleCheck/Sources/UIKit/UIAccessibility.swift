// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let button = Self(rawValue: 1)
    public static let image = Self(rawValue: 4)
    public static let header = Self(rawValue: 1 << 16)
    public static let allowsDirectInteraction = Self(rawValue: 1 << 13)
    public static let updatesFrequently = Self(rawValue: 1 << 9)
}

@MainActor public final class UIAccessibilityCustomAction: NSObject {
    public let name: String
    private let handler: (UIAccessibilityCustomAction) -> Bool
    public init(name: String, actionHandler: @escaping (UIAccessibilityCustomAction) -> Bool) {
        self.name = name
        handler = actionHandler
    }
    public func _perform() -> Bool { handler(self) }
}

public enum UIAccessibility {
    public struct Notification: Sendable, Hashable {
        let _name: String
        public static let screenChanged = Self(_name: "screenChanged")
        public static let layoutChanged = Self(_name: "layoutChanged")
        public static let announcement = Self(_name: "announcement")
    }
    /// The posted notifications, with the text of announcements.
    nonisolated(unsafe) public static var _posted: [(notification: Notification, text: String?)] = []
    nonisolated(unsafe) public static var _reduceMotion = false
    @MainActor public static func post(notification: Notification, argument: Any?) {
        _posted.append((notification, argument as? String))
    }
    @MainActor public static var isReduceMotionEnabled: Bool { _reduceMotion }
}
