// SPDX-License-Identifier: MIT
import CoreGraphics
import Foundation

@MainActor public final class UINotificationFeedbackGenerator: NSObject {
    public enum FeedbackType: Int, Sendable { case success, warning, error }
    nonisolated(unsafe) public static var _felt: [FeedbackType] = []
    public override nonisolated init() { super.init() }
    public func prepare() {}
    public func notificationOccurred(_ type: FeedbackType) { Self._felt.append(type) }
}
