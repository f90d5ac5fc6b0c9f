// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import SwiftUI
import Testing

@testable import InkLockUI

extension FrontEnd {
    /// Tests of content that exists only while its key does, and of the time before the lock is loaded.
    @MainActor struct LockedViewTests {
        private let bench = LockBench()

        private struct Sealed: View {
            let key: DataKey?
            @State private var opened = 0

            var body: some View {
                VStack {
                    Text(key?.key(for: "diary") == nil ? "Welcome" : "Dear diary")
                    Text("page \(opened)")
                    Button("Turn") { opened += 1 }
                }
            }
        }

        @Test("Content exists only while the data key does") func contentIsBuiltWithTheKeyAndGoneWithIt() async throws {
            let lock = try await bench.relaunched()
            let host = _Host(LockedView(lock, options: .harbour) { Sealed(key: $0) })
            host.render()
            func isBuilt() -> Bool { host.render().all().contains { $0.text == "Dear diary" || $0.text == "Welcome" } }
            #expect(!isBuilt())
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") })
            host.tap("Turn")
            host.environment.scenePhase = .inactive
            #expect(isBuilt() && !host._seen.contains("Dear diary"), "covered, but not removed")
            host.environment.scenePhase = .active
            #expect(host._seen.contains("page 1"))
            lock.lockNow()
            #expect(await eventually { !isBuilt() })
        }

        @Test("Without a lock, content is built without a data key")
        func anAppWithoutALockIsBuiltWithoutAKey() async throws {
            let lock = try await bench.launch()
            let host = _Host(LockedView(lock, options: .harbour) { Sealed(key: $0) })
            #expect(await eventually { host._seen.contains("Welcome") })
            _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        @Test("Content is created again with a renewed key, and stays when a lock is set up")
        func contentFollowsARenewedKey() async throws {
            struct Book: View {
                @State private var key: DataKey?
                let hasKey: Bool
                @State private var page = 0
                init(_ key: DataKey?) {
                    hasKey = key != nil
                    _key = State(initialValue: key)
                }
                var body: some View {
                    Text(hasKey ? "With a key" : "Without a key")
                    Text(key?.key(for: "diary") == nil ? "Unreadable" : "Dear diary")
                    Text("page \(page)")
                    Button("Turn") { page += 1 }
                }
            }
            let lock = try await bench.launch()
            let host = _Host(LockedView(lock, options: .harbour) { Book($0) })
            #expect(await eventually { host._seen.contains("Without a key") })
            host.tap("Turn")
            _ = try await lock.setUp(passcode: .of("2580"), kind: .fourDigits)
            #expect(await eventually { host._seen.contains("With a key") })
            #expect(host._seen.contains("page 1"))
            lock.lockNow()
            await host.wait { !host._seen.contains("With a key") }
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") })
            _ = try await lock.renewDataKey(passcode: .of("2580"), kind: .fourDigits)
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        @Test("Another lock removes the content until it unlocks") func anotherLockRemovesTheContent() async throws {
            let host = _Host(LockedView(try await LockBench().launch(), options: .harbour) { Sealed(key: $0) })
            #expect(await eventually { host._seen.contains("Welcome") })
            host.root = LockedView(try await bench.relaunched(), options: .harbour) { Sealed(key: $0) }
            host.render()
            for frame in host._frames { #expect(!frame.contains("Welcome")) }
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        // MARK: Before there is a lock

        @Test("No content is shown until the lock has loaded") func nothingShowsUntilTheLockIsKnown() async throws {
            let store = UnreliableStorage()
            // Fail only once the window is active: a lock that has failed before is read again by itself then.
            await store.hold()
            var bench = bench
            bench.store = store
            let lock = bench.start()
            let host = _Host(Diary().appLock(lock, options: .harbour))
            #expect(!host._seen.contains("Dear diary"))
            await store.fail()
            #expect(await eventually { host._seen.contains { $0.hasPrefix("Could not check") } })
            #expect(lock.snapshot.loading == .failed(UnreliableStorage.fault))
            #expect(!host._seen.contains("Dear diary"))
            await store.becomeUnreadable(false)
            host.tap("Try again")
            #expect(await eventually { host._seen.contains("Dear diary") })
            #expect(lock.snapshot.loading == .complete)
        }

        @Test("A lock that could not be read is read again when a window becomes active")
        func anActiveWindowReadsTheLockAgain() async throws {
            let store = UnreliableStorage()
            await store.becomeUnreadable()
            var bench = bench
            bench.store = store
            let lock = bench.start()
            #expect(await eventually { lock.snapshot.loading == .failed(UnreliableStorage.fault) })
            await store.becomeUnreadable(false)
            let host = _Host(Diary().appLock(lock, options: .harbour))
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        @Test("Links are held until the app is unlocked") func linksWaitUntilTheOwnerIsIn() async throws {
            let store = UnreliableStorage()
            var bench = bench
            bench.store = store
            _ = try await bench.lockedApp()
            await store.hold()
            let lock = bench.start()
            var shown: [String] = []
            let host = _Host(
                LockedView(lock, options: .harbour) { Sealed(key: $0) }
                    .onOpenURL(after: lock) { shown.append($0.absoluteString) })
            host.open(URL(string: "harbour:1")!)
            await store.fail()
            #expect(await eventually { host._seen.contains { $0.hasPrefix("Could not check") } })
            await store.becomeUnreadable(false)
            host.tap("Try again")
            #expect(await eventually { lock.snapshot.loading == .complete })
            host.open(URL(string: "harbour:2")!)
            #expect(shown.isEmpty)
            await host.enter("2580")
            #expect(await eventually { shown == ["harbour:1", "harbour:2"] })
            host.open(URL(string: "harbour:3")!)
            #expect(await eventually { shown.count == 3 })
        }

        @Test("Content finds its lock in the environment") func contentFindsItsLock() async throws {
            struct Locker: View {
                @Environment(\.appLock) private var lock
                var body: some View { Button("Lock now") { lock?.lockNow() } }
            }
            let lock = try await bench.relaunched()
            let host = _Host(Locker().appLock(lock, options: .harbour))
            await host.enter("2580")
            // The lock opens slightly before the window receives the new state.
            #expect(await eventually { host._seen.contains("Lock now") })
            host.tap("Lock now")
            #expect(lock.snapshot.state == .locked)
        }
    }
}
