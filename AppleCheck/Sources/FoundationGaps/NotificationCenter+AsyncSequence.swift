// SPDX-License-Identifier: MIT
@_exported import Foundation

// Apple's Foundation has this method, that of Linux lacks it.
extension NotificationCenter {
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> AsyncStream<Notification> {
        let (stream, continuation) = AsyncStream<Notification>.makeStream()
        nonisolated(unsafe) let token = addObserver(forName: name, object: object, queue: nil) { notification in
            nonisolated(unsafe) let notification = notification
            continuation.yield(notification)
        }
        continuation.onTermination = { _ in NotificationCenter.default.removeObserver(token) }
        return stream
    }
}
