// SPDX-License-Identifier: MIT
import AppKit
import InkLock
import LockFlow
import SwiftUI
import Testing

@testable import InkLockUI

extension FrontEnd {
    /// Tests of windows on a Mac, whose scene phase stays active while they are in sight.
    @MainActor struct AppObserverTests {
        private let bench = LockBench()
        private let app = NSApplication.shared

        private func opened(_ settings: LockSettings = LockSettings()) async throws -> (AppLock, _Host<some View>) {
            var bench = bench
            bench.settings = settings
            let lock = try await bench.relaunched()
            let host = _Host(Diary().appLock(lock, options: .harbour))
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") })
            return (lock, host)
        }

        @Test("Another app in use covers the windows, and does not lock")
        func anotherAppCoversAndDoesNotLock() async throws {
            defer { app._become(isActive: true) }
            let (lock, host) = try await opened()
            app._become(isActive: false)
            #expect(!host._seen.contains("Dear diary") && host.find("inklock.cover") != nil)
            app._become(isActive: true)
            #expect(host._seen.contains("Dear diary") && lock.snapshot.state == .unlocked)
        }

        @Test("With locksWhenInactive, the use of another app counts as leaving")
        func anotherAppMayCountAsLeaving() async throws {
            defer { app._become(isActive: true) }
            let (lock, host) = try await opened(LockSettings(locksWhenInactive: true))
            app._become(isActive: false)
            app._become(isActive: true)
            #expect(!host._seen.contains("Dear diary") && lock.snapshot.state == .locked)
        }

        @Test("Hiding the app counts as leaving") func hidingTheAppCountsAsLeaving() async throws {
            defer { app._become(isActive: true) }
            let (lock, host) = try await opened()
            app._become(isActive: false, isHidden: true)
            #expect(!host._seen.contains("Dear diary"))
            app._become(isActive: true)
            #expect(!host._seen.contains("Dear diary") && lock.snapshot.state == .locked)
        }

        @Test(
            "A sleeping screen, a sleeping Mac and another user's session lock the app even during grace",
            arguments: [
                NSWorkspace.screensDidSleepNotification, NSWorkspace.willSleepNotification,
                NSWorkspace.sessionDidResignActiveNotification,
            ])
        func theMacLocksTheApp(_ name: Notification.Name) async throws {
            let (lock, host) = try await opened(LockSettings(graceSeconds: 3600))
            NSWorkspace.shared.notificationCenter.post(name: name, object: nil)
            #expect(lock.dataKey == nil && lock.snapshot.state == .locked && !host._seen.contains("Dear diary"))
        }

        @Test("A window that appears while another app is in use is covered")
        func aWindowThatAppearsMeanwhileIsCovered() async throws {
            defer { app._become(isActive: true) }
            app._become(isActive: false)
            let host = _Host(Diary().appLock(try await bench.launch(), options: .harbour))
            host.render()
            #expect(!host._seen.contains("Dear diary"))
            app._become(isActive: true)
            #expect(await eventually { host._seen.contains("Dear diary") }, "no lock is set up")
        }
    }
}
