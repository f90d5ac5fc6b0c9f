// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

@MainActor private final class App {
    var code = "1379"
    var kind = PasscodeKind.fourDigits
    var isFull = false
    var answer: PasscodeAnswer?
    var isBusy = false
    var outcomes: [PasscodeChange.Outcome] = []

    func host(_ purpose: PasscodeChange.Purpose) -> _Host<PasscodeSettingsView> {
        let host = _Host(
            PasscodeSettingsView(
                purpose, kind: kind, options: PasscodeOptions(appName: "Harbour"),
                check: { passcode in
                    guard !self.isBusy else { return .unavailable }
                    if let answer = self.answer { return answer }
                    let typed = passcode.withBytes { String(decoding: $0, as: UTF8.self) }
                    return typed == self.code ? .accepted : .rejected
                },
                save: { passcode, kind in
                    guard !self.isFull else { return false }
                    self.code = passcode.withBytes { String(decoding: $0, as: UTF8.self) }
                    self.kind = kind
                    return true
                },
                remove: {
                    self.code = ""
                    return true
                }, onFinish: { self.outcomes.append($0) }))
        host.render()
        return host
    }
}

extension FrontEnd {
    @MainActor struct PasscodeSettingsTests {
        private let vault = App()

        private func enter(_ digits: String, _ host: _Host<PasscodeSettingsView>, until words: String) async {
            for digit in digits { host.tap("inklock.key.\(digit)") }
            // A lock works on another thread.
            #expect(await eventually { host.words.contains(words) })
        }

        /// Enters the last passcode of a change of a lock.
        private func finish(_ digits: String, _ host: _Host<PasscodeSettingsView>) async {
            for digit in digits { host.tap("inklock.key.\(digit)") }
            #expect(await eventually { !vault.outcomes.isEmpty })
        }

        @Test("A change requires the current passcode, a new one and a confirmation")
        func changeAsksForCurrentNewAndConfirmation() async {
            let host = vault.host(.change)
            #expect(host.words.contains("Enter your current Harbour passcode"))
            await enter("0000", host, until: "Wrong passcode. Please try again.")
            await enter("1379", host, until: "Choose a passcode for Harbour")
            await enter(
                "1234", host, until: "Sequences such as 2468 are easy to guess. Please choose another passcode."
            )
            await enter("8362", host, until: "Re-enter your passcode")
            await enter("8363", host, until: "The passcodes did not match. Please choose a passcode again.")
            #expect(host.store.haptics == ["error", "error"])
            await enter("8362", host, until: "Re-enter your passcode")
            await host.press("8362") { !vault.outcomes.isEmpty }
            #expect(vault.code == "8362" && vault.outcomes == [.saved])
        }

        @Test("The chosen kind of passcode is kept and saved") func kindIsChosenAndKept() async {
            let host = vault.host(.create)
            host.tap("6 digits")
            #expect(host.find("inklock.marks")?.attributes["value"] == "0 of 6 entered")
            await enter("836274", host, until: "Re-enter your passcode")
            host.tap("Choose another")
            #expect(host.words.contains("Choose a passcode for Harbour"))
            await enter("836275", host, until: "Re-enter your passcode")
            await host.press("836275") { !vault.outcomes.isEmpty }
            #expect(vault.code == "836275" && vault.kind == .sixDigits)
        }

        @Test("A check that failed for technical reasons shows a message and gives no error feedback")
        func aCheckThatWasNotPossibleIsSaidAndNotCalledWrong() async {
            vault.isBusy = true
            AccessibilityNotification._said = []
            let host = vault.host(.change)
            await enter("1379", host, until: "That did not work. Please try again.")
            #expect(host.words.contains("Enter your current Harbour passcode") && host.filledMarks == 0)
            #expect(host.store.haptics.isEmpty)
            #expect(host.render().all().allSatisfy { ($0.attributes["offset"] ?? "0.0") == "0.0" })
            #expect(AccessibilityNotification._said == ["That did not work. Please try again."])
            vault.isBusy = false
            await enter("1379", host, until: "Choose a passcode for Harbour")
        }

        @Test("After the last attempt, the current passcode cannot be entered, and the change can be cancelled")
        func theLastAttemptClosesTheChange() async {
            vault.answer = .lockedOut(seconds: nil)
            let host = vault.host(.change)
            await enter("1379", host, until: "Too many attempts. Please choose another option.")
            #expect(host.find("inklock.key.5")?.attributes["disabled"] == "1")
            host.tap("inklock.corner")
            #expect(vault.outcomes == [.cancelled])
        }

        @Test("A failure to save is shown and changes nothing") func failureToSaveIsSaidAndChangesNothing() async {
            vault.isFull = true
            let host = vault.host(.create)
            await enter("8362", host, until: "Re-enter your passcode")
            await enter("8362", host, until: "That could not be saved. Nothing has changed. Please try again.")
            #expect(vault.code == "1379" && vault.outcomes.isEmpty)
        }

        @Test("Entering the current passcode removes it") func removalAsksForTheCurrentOne() async {
            let host = vault.host(.remove)
            await host.press("1379") { !vault.outcomes.isEmpty }
            #expect(vault.code.isEmpty && vault.outcomes == [.removed])
        }

        /// Returns an open lock with the passcode 258036.
        private func openLock(_ bench: LockBench) async throws -> AppLock {
            let lock = try await bench.launch()
            lock.startWithoutWindows()
            _ = try await lock.setUp(passcode: .of("258036"), kind: .sixDigits)
            return lock
        }

        private func view(_ purpose: PasscodeChange.Purpose, of lock: AppLock) -> PasscodeSettingsView {
            PasscodeSettingsView(purpose, of: lock, options: PasscodeOptions(appName: "Harbour")) {
                vault.outcomes.append($0)
            }
        }

        private func host(_ purpose: PasscodeChange.Purpose, of lock: AppLock) -> _Host<PasscodeSettingsView> {
            let host = _Host(view(purpose, of: lock))
            host.render()
            return host
        }

        @Test("A lock checks and saves its passcode, applies its own rule and shows the reason")
        func theLocksOwnRuleAppliesAndIsSaid() async throws {
            var bench = LockBench()
            bench.enrolment.passcodes = PasscodePolicy(.init(refusedPercent: 0, minimumLength: 6))
            let lock = try await openLock(bench)
            let host = host(.change, of: lock)
            await enter("111111", host, until: "Wrong passcode. Please try again.")
            await enter("258036", host, until: "Choose a passcode for Harbour")
            host.tap("4 digits")
            await enter("8362", host, until: "That is too short to be safe. Please choose a longer passcode.")
            host.tap("6 digits")
            // The lock's rule accepts what the screen's own would not.
            await enter("123456", host, until: "Re-enter your passcode")
            await finish("123456", host)
            #expect(vault.outcomes == [.saved])
            try await lock.verify(passcode: .of("123456"))
        }

        @Test("A lock without a rule accepts every passcode") func withoutARuleEveryPasscodeIsAccepted() async throws {
            let lock = try await openLock(LockBench())
            let host = host(.create, of: lock)
            await enter("111111", host, until: "Re-enter your passcode")
            await finish("111111", host)
            try await lock.verify(passcode: .of("111111"))
        }

        @Test("A passcode that only the lock refuses is asked for again, with the reason")
        func whatOnlyTheLockRefusesHasItsReason() async throws {
            let host = host(.create, of: try await openLock(LockBench()))
            var strict = LockBench()
            strict.enrolment = EnrolmentRule()
            let lock = try await openLock(strict)
            host.root = view(.create, of: lock)
            host.render()
            await enter("123456", host, until: "Re-enter your passcode")
            await enter(
                "123456", host, until: "Sequences such as 2468 are easy to guess. Please choose another passcode.")
            #expect(host.words.contains("Choose a passcode for Harbour") && vault.outcomes.isEmpty)
            try await lock.verify(passcode: .of("258036"))
        }

        @Test("A locked lock saves nothing and shows a message") func aClosedLockSavesNothing() async throws {
            let bench = LockBench()
            let lock = try await openLock(bench)
            let host = host(.change, of: lock)
            await enter("258036", host, until: "Choose a passcode for Harbour")
            lock.lockNow()
            await enter("836274", host, until: "Re-enter your passcode")
            await enter("836274", host, until: "That could not be saved. Nothing has changed. Please try again.")
            #expect(vault.outcomes.isEmpty)
            _ = try await bench.vault.unlock(passcode: .of("258036"))
        }

        @Test("Wrong passcodes of a lock lead to a countdown, and the last one closes the change")
        func wrongPasscodesOfALockCloseTheChange() async throws {
            let bench = LockBench()
            let lock = try await openLock(bench)
            let host = host(.change, of: lock)
            let screen = try #require(host.model(PasscodeSettings.self)).screen
            screen.clock = { Double(bench.clock.now().uptimeMilliseconds) / 1000 }
            var sawCountdown = false
            for count in 1...10 {
                for digit in "\(111_110 + count)" { host.tap("inklock.key.\(digit)") }
                #expect(await eventually { screen.failures >= count && !screen.isChecking })
                sawCountdown = sawCountdown || host.words.contains { $0.hasPrefix("Try again in") }
                bench.clock.pass(seconds: 100_000)
                host.render()
            }
            #expect(sawCountdown && host.words.contains("Too many attempts. Please choose another option."))
            #expect(host.find("inklock.key.1")?.attributes["disabled"] == "1")
        }

        @Test("A lock removes its passcode if another method is left") func aLockRemovesItsPasscode() async throws {
            let lock = try await openLock(LockBench())
            let host = host(.remove, of: lock)
            await finish("258036", host)
            #expect(vault.outcomes == [.removed] && !lock.snapshot.methods.contains(.passcode))
        }

        @Test("Cancelling a change keeps the passcode, and the change begins again")
        func leavingChangesNothing() async {
            let host = vault.host(.change)
            host.tap("inklock.corner")
            #expect(vault.outcomes == [.cancelled] && vault.code == "1379")
            await enter("1379", host, until: "Choose a passcode for Harbour")
            await enter("8362", host, until: "Re-enter your passcode")
            host.tap("inklock.corner")
            #expect(host.words.contains("Enter your current Harbour passcode"))
            // A host that has stayed may have other closures by now.
            let next = App()
            host.root = next.host(.change).root
            host.render()
            await enter("1379", host, until: "Choose a passcode for Harbour")
            await enter("8362", host, until: "Re-enter your passcode")
            await host.press("8362") { !next.outcomes.isEmpty }
            #expect(next.code == "8362" && next.outcomes == [.saved] && vault.code == "1379")
        }
    }
}
