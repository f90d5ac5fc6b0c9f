// SPDX-License-Identifier: MIT
import Passcode
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

@MainActor private final class Vault {
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
        private let vault = Vault()

        private func enter(_ digits: String, _ host: _Host<PasscodeSettingsView>, until words: String) async {
            await host.press(digits) { host.words.contains(words) }
            #expect(host.words.contains(words))
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

        @Test("After the last attempt, the current passcode cannot be entered, and the change can be left")
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
            let next = Vault()
            host.root = next.host(.change).root
            host.render()
            await enter("1379", host, until: "Choose a passcode for Harbour")
            await enter("8362", host, until: "Re-enter your passcode")
            await host.press("8362") { !next.outcomes.isEmpty }
            #expect(next.code == "8362" && next.outcomes == [.saved] && vault.code == "1379")
        }
    }
}
