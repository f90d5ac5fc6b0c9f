// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import PicturePassword
import SwiftUI
import Testing

@testable import InkLockUI

extension FrontEnd {
    /// Tests of the `appLock` modifier without a UIKit scene.
    @MainActor struct AppLockModifierTests {
        private let bench = LockBench()

        private func host(_ lock: AppLock) -> _Host<some View> {
            let host = _Host(Diary().appLock(lock, options: .harbour))
            host.render()
            return host
        }

        private func opened() async throws -> (AppLock, _Host<some View>) {
            let lock = try await bench.relaunched()
            let host = host(lock)
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") })
            return (lock, host)
        }

        @Test("Content is covered from the first frame and cannot be operated")
        func contentIsCoveredAtBirthAndCannotBeReached() async throws {
            let host = host(try await bench.relaunched())
            #expect(!host._seen.contains("Dear diary") && !host.isSpoken("Dear diary"))
            for id in ["Note", "Delete"] {
                let node = host.render().all().first { $0.text == id || $0.kind == "Button" && $0.label == id }
                #expect(node?.attributes["disabled"] == "1" && node?.attributes["silent"] == "1", "\(id)")
            }
            #expect(host.find("inklock.cover")?.attributes["traits"] == "16")
        }

        @Test("The cover's own colours are used in every appearance", arguments: [ColorScheme.light, .dark])
        func screensOnTheCoverHaveTheAppsColours(_ scheme: ColorScheme) async throws {
            var lockBench = bench
            lockBench.settings.promptsAutomatically = false
            let lock = try await lockBench.lockedApp()
            lock.requestUnlock(with: .passcode)
            try await lock.unlock(with: .passcode(.of("2580")))
            let template = GestureTemplate(
                pictureDigest: [1, 2, 3], samples: [0, 1, 2].map { LockBench.drawing(shift: $0) })!
            try await lock.setPicturePassword(template)
            lock.lockNow()
            var options = LockOptions(appName: "Harbour", picture: try PictureOwner.picture())
            options.passcode.style = PasscodeStyle(.opaqueDark)
            let host = _Host(Diary().appLock(lock, options: options))
            host.environment.colorScheme = scheme
            host.render()
            lock.requestUnlock(with: .picture)
            #expect(await eventually { host.find("inklock.picture") != nil })
            let theme = PasscodeTheme.opaqueDark
            #expect(theme.colorScheme == .dark && PasscodeTheme.opaqueLight.colorScheme == .light)
            let screen = try #require(host.render().all().first { $0.kind == "VStack" && $0.attributes["tint"] != nil })
            #expect(screen.attributes["foreground"] == "\(Color(theme.text))")
            #expect(screen.attributes["tint"] == "\(Color(theme.accent))")
            #expect(screen.all().contains { $0.text == Wording.drawPassword })
            lock.requestUnlock(with: .recoveryCode)
            #expect(await eventually { host.find("inklock.code") != nil })
            #expect(host.find("inklock.code")?.attributes["scheme"] == "dark")
            let scroll = host.render().all().first { $0.kind == "ScrollView" }
            #expect(scroll?.attributes["bounce"] == "basedOnSize")
        }

        @Test("An app without a lock shows its content once active")
        func anAppWithoutALockIsOpenOnceItIsInUse() async throws {
            let host = host(try await bench.launch())
            #expect(await eventually { host._seen.contains("Dear diary") })
            #expect(host.find("inklock.cover") == nil)
        }

        @Test("The passcode unlocks and uncovers the content") func thePasscodeLetsIn() async throws {
            let (lock, host) = try await opened()
            #expect(lock.snapshot.state == .unlocked && host.find("inklock.cover") == nil)
            #expect(host.isSpoken("Dear diary") && host.find("Delete")?.attributes["disabled"] == nil)
        }

        @Test("Leaving the app covers the content in the same frame", arguments: [ScenePhase.inactive, .background])
        func leavingCoversInTheSameFrame(_ phase: ScenePhase) async throws {
            let (lock, host) = try await opened()
            host.environment.scenePhase = phase
            host.render()
            for frame in host._frames { #expect(!frame.contains("Dear diary")) }
            #expect(host.find("inklock.cover") != nil && !host.isSpoken("Dear diary"))
            switch (phase, lock.snapshot.state) {
            case (.inactive, .covered), (.background, .locked): break
            default: Issue.record("\(lock.snapshot.state)")
            }
        }

        @Test("Returning after grace requires the passcode") func comingBackAfterGraceAsksAgain() async throws {
            let (lock, host) = try await opened()
            for phase in [ScenePhase.inactive, .background, .inactive, .active] {
                host.environment.scenePhase = phase
                host.render()
            }
            #expect(lock.snapshot.state == .locked && lock.dataKey == nil && !host._seen.contains("Dear diary"))
            #expect(await host.enter("2580"))
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        @Test("A visit to the app switcher does not lock the app")
        func aGlanceAtTheAppSwitcherIsNoLeaving() async throws {
            let (_, host) = try await opened()
            for phase in [ScenePhase.inactive, .active] {
                host.environment.scenePhase = phase
                host.render()
            }
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        @Test("A partial passcode is discarded when the app is left")
        func whatWasHalfTypedIsGoneWhenTheAppIsLeft() async throws {
            let host = host(try await bench.relaunched())
            await host.enter("25")
            #expect(host.filledMarks == 2)
            for phase in [ScenePhase.inactive, .background, .inactive, .active] {
                host.environment.scenePhase = phase
                host.render()
            }
            #expect(host.filledMarks == 0)
        }

        @Test("Locking now covers the content and shows the passcode screen immediately")
        func lockingNowCovers() async throws {
            let (lock, host) = try await opened()
            lock.lockNow()
            #expect(await eventually { !host._seen.contains("Dear diary") })
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") }, "no tap on a button comes first")
        }

        @Test("Locking now covers the content and offers the unlock button where the best method is a prompt")
        func lockingNowDoesNotPrompt() async throws {
            let owner = ScriptedOwner()
            var bench = bench
            bench.owner = owner
            let lock = try await bench.lockedApp()
            try await lock.unlock(with: .passcode(.of("2580")))
            try await lock.setDeviceOwner(.deviceOwner)
            let host = host(lock)
            #expect(await eventually { host._seen.contains("Dear diary") })
            lock.lockNow()
            #expect(await eventually { !host._seen.contains("Dear diary") })
            #expect(host._seen.contains("Harbour is locked"))
            #expect(host.find("Unlock with this device") != nil, "no prompt before the first tap")
            #expect(await owner.prompts.isEmpty)
        }

        /// Enters four wrong passcodes, after which the lock counts down.
        private func lockedOut() async throws -> _Host<some View> {
            let lock = try await bench.relaunched()
            let host = host(lock)
            for (count, guess) in ["1111", "2222", "3333", "4444"].enumerated() {
                await host.enter(guess)
                #expect(
                    await eventually {
                        host.render()
                        return host.store.haptics.count > count || lock.snapshot.presentedMethod == nil
                    })
            }
            // The passcode's screen counts down too, before the cover takes its place.
            #expect(
                await eventually {
                    host._seen.contains("Try again in 1 minute") && host._seen.contains("Too many attempts")
                })
            return host
        }

        @Test("A wrong recovery code stays in its field during a lockout")
        func aWrongCodeStaysDuringALockout() async throws {
            let host = try await lockedOut()
            let other = try #require(await LockBench().launch().setUp(passcode: .of("2580"), kind: .fourDigits)).text
            host.tap("inklock.unlock")
            #expect(host.find("inklock.code")?.attributes["focused"] == "true")
            host.find("inklock.code")?.typed?(other)
            host.tap("inklock.code.submit")
            #expect(await eventually { host._seen.contains { $0.hasPrefix("That code is not correct") } })
            #expect(host.find("inklock.code")?.attributes["typed"] == other)
        }

        @Test("The cover counts down a lockout and offers the recovery code")
        func theCoverCountsDownAndOffersTheRecoveryCode() async throws {
            let host = try await lockedOut()
            #expect(host._seen.contains("Too many attempts") && host.find("Use your recovery code") != nil)
            bench.clock.pass(seconds: 61)
            #expect(host._seen.contains("You can try again now."))
            host.tap("inklock.unlock")
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        @Test("After ten failures a recovery code unlocks, and typos are explained")
        func aRecoveryCodeOpensAfterTenFailures() async throws {
            let first = try await bench.launch()
            first.windowOpened(LockBench.window)
            first.windowBecameActive(LockBench.window)
            let code = try #require(await first.setUp(passcode: .of("2580"), kind: .fourDigits))
            first.lockNow()
            for guess in 0..<10 {
                bench.clock.pass(seconds: 100_000)
                try? await first.unlock(with: .passcode(.of("\(1000 + guess)")))
            }
            let host = host(try await bench.launch())
            #expect(await eventually { host._seen.contains { $0.hasPrefix("The passcode was wrong too many times.") } })
            host.tap("inklock.cover")
            // A change in any one character is detected.
            let typo = code.text.dropLast() + (code.text.hasSuffix("0") ? "1" : "0")
            for (typed, answer) in [
                ("0000", "A recovery code has 27 characters. Please check for missing or extra ones."),
                (String(typo), "There is a typo in the code. Please check it."),
            ] {
                host.find("inklock.code")?.typed?(typed)
                host.tap("inklock.code.submit")
                #expect(await eventually { host._seen.contains(answer) }, "\(answer)")
                #expect(await eventually { host.find("inklock.code.submit")?.attributes["disabled"] == nil })
            }
            host.find("inklock.code")?.typed?(code.text.lowercased())
            host.tap("inklock.code.submit")
            #expect(await eventually { host._seen.contains("Dear diary") })
        }

        @Test("The cover is localised in German") func germanReadersReadGerman() async throws {
            _StringCatalog.language = "de"
            defer { _StringCatalog.language = "en" }
            let lock = try await bench.relaunched()
            let host = host(lock)
            #expect(
                await eventually {
                    host._seen.contains("Geben Sie Ihren Code für Harbour ein")
                        || host.find("Code vergessen?") != nil
                })
            host.tap("Code vergessen?")
            #expect(host._seen.contains("Harbour ist gesperrt"))
        }

        private struct LockedDiary: View {
            let lock: AppLock
            var body: some View { Diary().appLock(lock, options: .harbour) }
        }

        @Test("Another lock covers the content until it unlocks") func anotherLockCoversAtOnce() async throws {
            let host = _Host(LockedDiary(lock: try await LockBench().launch()))
            #expect(await eventually { host._seen.contains("Dear diary") })
            let lock = try await bench.relaunched()
            host.root = LockedDiary(lock: lock)
            host.render()
            for frame in host._frames { #expect(!frame.contains("Dear diary")) }
            await host.enter("2580")
            #expect(await eventually { host._seen.contains("Dear diary") })
            #expect(lock.snapshot.state == .unlocked)
        }

        @Test("A removed window no longer counts as active") func aWindowThatIsGoneCountsNoMore() async throws {
            let lock = try await bench.relaunched()
            let host = _Host(EntryView(lock: lock))
            await host.enter("2580")
            #expect(await eventually { lock.snapshot.state == .unlocked })
            Shown.isOn = false
            defer { Shown.isOn = true }
            host.render()
            #expect(lock.snapshot.state == .locked)
        }

        private struct EntryView: View {
            let lock: AppLock
            var body: some View { if Shown.isOn { Diary().appLock(lock, options: .harbour) } }
        }

        private enum Shown { nonisolated(unsafe) static var isOn = true }
    }
}
