// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import Passcode
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

/// The passcode check of an app, and a record of its calls.
@MainActor final class PasscodeApp {
    var code = "1379"
    var answers: [PasscodeAnswer] = []
    var tried: [String] = []
    var endings: [Bool] = []
    /// A continuation that holds answers back until it is finished.
    var gate: AsyncStream<Void>.Continuation?

    func check(_ passcode: consuming SecretBytes) async -> PasscodeAnswer {
        let text = passcode.withBytes { String(decoding: $0, as: UTF8.self) }
        tried.append(text)
        if let answer = answers.first {
            answers.removeFirst()
            return answer
        }
        return text == code ? .accepted : .rejected
    }

    func options(_ change: (inout PasscodeOptions) -> Void = { _ in }) -> PasscodeOptions {
        var options = PasscodeOptions(appName: "Harbour")
        change(&options)
        return options
    }

    func host(_ kind: PasscodeKind = .fourDigits, options: PasscodeOptions? = nil) -> _Host<PasscodeView> {
        let host = _Host(
            PasscodeView(
                kind: kind, options: options ?? self.options(), check: { await self.check($0) },
                onFinish: { self.endings.append($0) }))
        host.render()
        return host
    }
}

extension _Host {
    /// Presses keys and waits for their effect.
    func press(_ digits: String, until isDone: () -> Bool) async {
        for digit in digits { tap("inklock.key.\(digit)") }
        await wait(until: isDone)
    }

    func wait(until isDone: () -> Bool) async {
        for _ in 0..<100 {
            // Let pending tasks on the main actor run first.
            for _ in 0..<20 { await Task.yield() }
            if isDone() { break }
        }
        render()
    }

    var words: [String] { render().all().compactMap { $0.kind == "Text" ? $0.text : nil } }
    var filledMarks: Int {
        find("inklock.marks")?.all().filter { $0.attributes["fill"].map { $0 != "clear" } ?? false }.count ?? -1
    }
}

extension FrontEnd {
    @MainActor struct PasscodeViewTests {
        let app = PasscodeApp()

        init() { _Clock.now = Date() }

        @Test("The correct passcode is accepted after its last digit") func rightPasscodeOpens() async {
            let host = app.host()
            #expect(host.words.contains("Enter your Harbour passcode"))
            for digit in ["1", "3", "7"] { host.tap("inklock.key.\(digit)") }
            #expect(host.filledMarks == 3 && app.tried.isEmpty)
            await host.press("9") { !app.endings.isEmpty }
            #expect(app.tried == ["1379"] && app.endings == [true])
            #expect(host.store.haptics == ["success"])
        }

        @Test("A keypad that fits does not scroll") func aKeypadThatFitsStaysInItsPlace() {
            let host = app.host()
            func scrolls() -> String? { host.render().all().first { $0.kind == "ScrollView" }?.attributes["scrolls"] }
            #expect(scrolls() == "false")
            host.size = CGSize(width: 200, height: 100)
            #expect(scrolls() == "true")
        }

        @Test("A wrong passcode shakes the marks, is announced and clears the entry")
        func wrongPasscodeShakesSaysSoAndBeginsAgain() async throws {
            AccessibilityNotification._said = []
            let host = app.host()
            await host.press("1111") {
                host.store.haptics == ["error"] || host.words.contains { $0.hasPrefix("Wrong passcode") }
            }
            #expect(host.words.contains("Wrong passcode. Please try again."))
            #expect(host.store.haptics == ["error"] && host.filledMarks == 0)
            #expect(AccessibilityNotification._said == ["Wrong passcode. Please try again."])
            let shaken = try #require(host.model(PasscodeScreen.self)?.shakenAt)
            _Clock.now = shaken.addingTimeInterval(0.02)
            #expect(host.render().all().contains { $0.attributes["offset"].map { Double($0) ?? 0 < -1 } ?? false })
            func isPaused() -> String? { host.render().all().first { $0.kind == "TimelineView" }?.attributes["paused"] }
            #expect(isPaused() == "false")
            _Clock.now = Date().addingTimeInterval(1)
            #expect(isPaused() == "true", "no frames after the shake")
            await host.press("1379") { !app.endings.isEmpty }
            #expect(app.endings == [true])
        }

        @Test("Reduce Motion disables the shake but keeps the haptic feedback")
        func nothingShakesWhereLessMotionIsAskedFor() async throws {
            let host = app.host()
            host.environment._reduceMotion = true
            await host.press("1111") { host.words.contains { $0.hasPrefix("Wrong passcode") } }
            let rejected = try #require(host.model(PasscodeScreen.self)?.shakenAt)
            for delay in [0.02, 0.06, 0.1, 0.2] {
                _Clock.now = rejected.addingTimeInterval(delay)
                #expect(host.render().all().allSatisfy { ($0.attributes["offset"] ?? "0.0") == "0.0" })
            }
            #expect(host.store.haptics == ["error"], "haptic feedback remains")
        }

        @Test("Keys are disabled while a passcode is checked") func keysRestWhileAPasscodeIsChecked() async {
            let (gate, open) = AsyncStream<Void>.makeStream()
            let app = app
            let host = _Host(
                PasscodeView(kind: .fourDigits, options: app.options()) { passcode in
                    for await _ in gate { break }
                    return await app.check(passcode)
                } onFinish: {
                    app.endings.append($0)
                })
            host.render()
            for digit in "1379" { host.tap("inklock.key.\(digit)") }
            #expect(host.words.contains("One moment…"))
            #expect(host.find("inklock.key.5")?.attributes["disabled"] == "1")
            open.yield()
            await host.wait { !app.endings.isEmpty }
            #expect(app.endings == [true])
        }

        @Test("A passcode that could not be checked is answered, and can be typed again")
        func checksThatFailAreTold() async {
            let app = app
            var answers = [PasscodeAnswer.unavailable, .accepted]
            let host = _Host(
                PasscodeView(kind: .fourDigits, options: app.options()) { _ in
                    answers.removeFirst()
                } onFinish: {
                    app.endings.append($0)
                })
            host.render()
            for digit in "1379" { host.tap("inklock.key.\(digit)") }
            await host.wait { host.words.contains("That did not work. Please try again.") }
            #expect(host.filledMarks == 0 && host.store.haptics.isEmpty && app.endings.isEmpty)
            for digit in "1379" { host.tap("inklock.key.\(digit)") }
            await host.wait { !app.endings.isEmpty }
            #expect(app.endings == [true])
        }

        @Test("The answer to a check that was cancelled does not count", arguments: ["1379", "1111"])
        func cancelledChecksDoNotCount(_ typed: String) async {
            let (gate, open) = AsyncStream<Void>.makeStream()
            let app = app
            let host = _Host(
                PasscodeView(kind: .fourDigits, options: app.options()) { passcode in
                    for await _ in gate { break }
                    return await app.check(passcode)
                } onFinish: {
                    app.endings.append($0)
                })
            host.render()
            for digit in typed { host.tap("inklock.key.\(digit)") }
            await host.wait { host.words.contains("One moment…") }
            host.tap("inklock.corner")
            #expect(app.endings == [false] && host.filledMarks == 0)
            #expect(host.find("inklock.key.5")?.attributes["disabled"] == nil)
            open.yield()
            await host.wait { app.endings.count > 1 }
            #expect(app.tried == [typed] && app.endings == [false] && host.store.haptics.isEmpty)
            #expect(!host.words.contains { $0.hasPrefix("Wrong passcode") })
        }

        @Test("An accessory's action that ends after Cancel does not count")
        func cancelledAccessoriesDoNotCount() async {
            let (gate, open) = AsyncStream<Void>.makeStream()
            var asked = 0
            let host = app.host(
                options: app.options {
                    $0.accessory = .faceID {
                        asked += 1
                        for await _ in gate { break }
                        return .accepted
                    }
                })
            await host.wait { asked == 1 }
            host.tap("inklock.corner")
            open.yield()
            await host.wait { app.endings.count > 1 }
            #expect(app.endings == [false])
        }

        @Test("A lockout counts down and then enables the keys again") func lockoutCountsDownAndEnds() async throws {
            app.answers = [.lockedOut(seconds: 60)]
            let host = app.host()
            let screen = try #require(host.model(PasscodeScreen.self))
            screen.clock = { 100 }
            AccessibilityNotification._said = []
            await host.press("1111") { host.words.contains { $0.hasPrefix("Try again in") } }
            #expect(AccessibilityNotification._said == ["Try again in 1 minute"])
            #expect(host.words.contains("Try again in 1 minute"))
            #expect(host.find("inklock.key.1")?.attributes["disabled"] == "1")
            screen.clock = { 150 }
            for change in [-3600.0, 3600] {
                _Clock.now = Date().addingTimeInterval(change)
                #expect(host.words.contains("Try again in 10 seconds"), "the device's date does not count")
            }
            screen.clock = { 160 }
            host.render()
            #expect(host.find("inklock.key.1")?.attributes["disabled"] == nil)
            host.render()
            #expect(AccessibilityNotification._said == ["Try again in 1 minute", "You can try again now."])
            app.answers = [.lockedOut(seconds: 0)]
            await host.press("1111") { host.words.contains { $0.hasPrefix("Wrong passcode") } }
            #expect(host.find("inklock.key.1")?.attributes["disabled"] == nil, "a lockout without a duration is none")
            await host.press("1379") { !app.endings.isEmpty }
            #expect(app.endings == [true])
        }

        @Test("After a vault's last attempt, the screen asks for another option and takes no further passcode")
        func theLastAttemptClosesTheScreen() async throws {
            let (bench, app) = (LockBench(), app)
            let vault = bench.vault
            _ = try await vault.create(passcode: .of("2580"), kind: .fourDigits, withRecoveryCode: true)
            let host = _Host(
                PasscodeView(kind: .fourDigits, options: app.options()) { passcode in
                    app.tried.append("")
                    do throws(VaultError) { _ = try await vault.unlock(passcode: passcode) } catch {
                        return PasscodeAnswer(error)
                    }
                    return .accepted
                } onFinish: {
                    app.endings.append($0)
                })
            host.render()
            let screen = try #require(host.model(PasscodeScreen.self))
            screen.clock = { Double(bench.clock.now().uptimeMilliseconds) / 1000 }
            AccessibilityNotification._said = []
            let closed = "Too many attempts. Please choose another option."
            for count in 1...10 {
                #expect(!host.words.contains(closed) && host.find("inklock.key.5")?.attributes["disabled"] == nil)
                // A passcode that is typed again is not counted again.
                for digit in "\(1110 + count)" { host.tap("inklock.key.\(digit)") }
                #expect(await eventually { app.tried.count == count && !screen.isChecking })
                bench.clock.pass(seconds: 100_000)
                host.render()
            }
            #expect(host.words.contains(closed))
            #expect(AccessibilityNotification._said.last == closed && host.store.haptics.last == "error")
            #expect(host.find("inklock.key.5")?.attributes["disabled"] == "1" && host.filledMarks == 0)
            await host.press("2580") { app.tried.count > 10 }
            #expect(app.tried.count == 10 && host.words.contains(closed), "nothing is checked any more")
            host.tap("inklock.corner")
            #expect(app.endings == [false])
        }

        @Test("Text cannot be typed after the last attempt, and another method still opens")
        func textIsClosedAfterTheLastAttempt() async throws {
            let host = app.host(
                .alphanumeric,
                options: app.options { $0.accessory = .faceID(promptsAutomatically: false) { .accepted } })
            func isFocused() -> String? { host.find("inklock.field")?.attributes["focused"] }
            #expect(isFocused() == "true")
            try #require(host.model(PasscodeScreen.self)).answer(.lockedOut(seconds: nil))
            #expect(isFocused() == "false", "a field that is disabled loses the keyboard")
            host.tap("inklock.accessory")
            await host.wait { !app.endings.isEmpty }
            #expect(app.endings == [true])
        }

        @Test("Only a passcode that is no longer accepted closes its screen")
        func attemptsThatCouldNotBeginCloseNothing() {
            for standing in [AttemptStanding.recoveryRequired(.passcodeFailures), .wiped] {
                #expect(PasscodeAnswer(VaultError.rejected(standing)) == .lockedOut(seconds: nil))
                #expect(PasscodeAnswer(VaultError.refused(standing)) == .lockedOut(seconds: nil))
            }
            #expect(PasscodeAnswer(VaultError.rejected(.lockedOut(seconds: 3))) == .lockedOut(seconds: 3))
            // A picture that is closed leaves the passcode open.
            #expect(PasscodeAnswer(VaultError.rejected(.passcodeRequired(.pictureFailures))) == .rejected)
            #expect(PasscodeAnswer(VaultError.refused(.passcodeRequired(.pictureFailures))) == .unavailable)
            #expect(PasscodeAnswer(VaultError.refused(.attemptsAllowed)) == .unavailable)
        }

        @Test("The current closure checks what is entered") func theCurrentClosureChecks() async {
            let (host, next) = (app.host(), PasscodeApp())
            host.root = PasscodeView(
                kind: .fourDigits, options: app.options(), check: { await next.check($0) },
                onFinish: { next.endings.append($0) })
            host.render()
            await host.press("1379") { !next.endings.isEmpty }
            #expect(next.tried == ["1379"] && next.endings == [true])
            #expect(app.tried.isEmpty && app.endings.isEmpty)
        }

        @Test("Another kind of passcode starts an empty entry") func anotherKindStartsAgain() {
            let host = app.host()
            for digit in "13" { host.tap("inklock.key.\(digit)") }
            #expect(host.find("inklock.marks")?.attributes["value"] == "2 of 4 entered")
            host.root = PasscodeView(
                kind: .sixDigits, options: app.options(), check: { await self.app.check($0) },
                onFinish: { self.app.endings.append($0) })
            #expect(host.find("inklock.marks")?.attributes["value"] == "0 of 6 entered")
        }

        @Test("The corner button is Delete after a digit and otherwise Cancel") func cornerDeletesThenCancels() {
            let host = app.host()
            #expect(host.find("inklock.corner")?.label == "Cancel")
            host.tap("inklock.key.1")
            #expect(host.find("inklock.corner")?.label == "Delete")
            host.tap("inklock.corner")
            #expect(host.filledMarks == 0 && app.endings.isEmpty)
            host.tap("inklock.corner")
            #expect(app.endings == [false])
            let modal = app.host(options: app.options { $0.allowsCancel = false })
            #expect(modal.find("inklock.corner") == nil)
        }

        @Test("A partial passcode is released with its screen") func aPartialPasscodeGoesWithItsScreen() async {
            weak var screen: PasscodeScreen?
            do {
                let host = app.host()
                await host.settle()
                for digit in "137" { host.tap("inklock.key.\(digit)") }
                screen = host.model(PasscodeScreen.self)
                #expect(screen?.count == 3)
            }
            #expect(screen == nil)
        }

        @Test("A hardware keyboard enters, deletes and cancels") func hardwareKeyboardEnters() async throws {
            let host = app.host()
            let keys = try #require(host.render().all().compactMap { $0.uiView as? KeyCatcherView }.first)
            let window = UIWindow(frame: .zero)
            window.addSubview(keys)
            #expect(keys.isFirstResponder)
            func press(_ characters: String, _ code: UIKeyboardHIDUsage = .keyboardA, _ flags: UIKeyModifierFlags = [])
            {
                keys.pressesBegan([UIPress(_key: UIKey(_characters: characters, code: code, flags: flags))], with: nil)
            }
            press("1")
            press("8")
            press("\u{8}", .keyboardDeleteOrBackspace)
            press("3")
            #expect(host.filledMarks == 2)
            let unhandled = UIResponder._unhandledPresses
            press("q", .keyboardA, .command)
            press("", .keyboardTab)
            #expect(UIResponder._unhandledPresses == unhandled + 2 && host.filledMarks == 2)
            press("x")
            #expect(host.words.contains("Only digits, please."))
            press("7")
            press("٩")  // An Arabic 9 counts as 9.
            await host.wait { !app.endings.isEmpty }
            #expect(app.tried == ["1379"])
            let other = app.host()
            let otherKeys = try #require(other.render().all().compactMap { $0.uiView as? KeyCatcherView }.first)
            otherKeys.pressesBegan([UIPress(_key: UIKey(_characters: "", code: .keyboardEscape))], with: nil)
            #expect(app.endings == [true, false])
        }

        @Test("A Mac's keys enter, delete and cancel") func macKeysAreTranslated() {
            #expect(HardwareKey(KeyPress(_characters: "1")) == .character("1"))
            #expect(HardwareKey(KeyPress(_characters: "\u{7F}")) == .backspace)
            #expect(HardwareKey(KeyPress(_characters: "", key: .delete)) == .backspace)
            #expect(HardwareKey(KeyPress(_characters: "\r", key: .return)) == .enter)
            #expect(HardwareKey(KeyPress(_characters: "\u{1B}", key: .escape)) == .escape)
            #expect(HardwareKey(KeyPress(_characters: "q", modifiers: .command)) == nil)
            #expect(HardwareKey(KeyPress(_characters: "\t")) == nil)
            #expect(HardwareKey(KeyPress(_characters: "ab")) == nil)
            // Return on the number pad, forward Delete, and the first and the last key without a character.
            #expect(HardwareKey(KeyPress(_characters: "\u{3}")) == .enter)
            #expect(HardwareKey(KeyPress(_characters: "\u{F728}")) == .backspace)
            #expect(HardwareKey(KeyPress(_characters: "\u{3}", modifiers: .control)) == nil)
            for key in ["\u{F700}", "\u{F747}"] { #expect(HardwareKey(KeyPress(_characters: key)) == nil) }
        }

        @Test("An alphanumeric passcode is typed and submitted") func textIsTypedAndSubmitted() async throws {
            app.code = "ångström"
            let host = app.host(.alphanumeric)
            let field = try #require(host.find("inklock.field"))
            #expect(host.render().all().allSatisfy { $0.attributes["id"] != "inklock.key.1" })
            // Decomposed characters, as a keyboard with dead keys may produce.
            field.typed?("a\u{30A}ngstro\u{308}m")
            host.render()
            #expect(host.find("inklock.submit")?.attributes["disabled"] == nil)
            host.tap("inklock.submit")
            await host.wait { !app.endings.isEmpty }
            #expect(app.tried == ["ångström"] && app.endings == [true])
        }

        @Test("A wrong passcode clears the field, and a short one cannot be submitted")
        func fieldIsEmptiedAfterAWrongText() async throws {
            let host = app.host(.alphanumeric)
            func isFocused() -> String? { host.find("inklock.field")?.attributes["focused"] }
            #expect(isFocused() == "true")
            host.find("inklock.field")?.typed?("wrong one")
            host.render()
            // The system closes the keyboard on Return.
            host.find("inklock.field")?.actions["resign"]?()
            host.find("inklock.field")?.actions["submit"]?()
            #expect(isFocused() == "true", "during the check too")
            await host.wait { host.words.contains { $0.hasPrefix("Wrong passcode") } }
            #expect(host.find("inklock.field")?.attributes["length"] == "0" && isFocused() == "true")
            host.find("inklock.field")?.typed?("abc")
            host.render()
            #expect(host.find("inklock.submit")?.attributes["disabled"] == "1")
            host.find("inklock.field")?.typed?(String(repeating: "a", count: 65))
            #expect(host.words.contains("A passcode cannot be longer than that."))
            #expect(host.find("inklock.field")?.attributes["length"] == "0")
        }

        @Test("Biometrics start once automatically and again by their button")
        func biometricsAreAskedForOnceAndOpen() async {
            var asked = 0
            let host = app.host(
                options: app.options {
                    $0.accessory = .faceID {
                        asked += 1
                        return asked == 1 ? .unavailable : .accepted
                    }
                })
            await host.settle()
            host.render()
            #expect(asked == 1 && app.endings.isEmpty && host.words.allSatisfy { !$0.hasPrefix("Wrong passcode") })
            #expect(host.find("inklock.accessory")?.label == "Use Face ID")
            host.tap("inklock.accessory")
            await host.wait { !app.endings.isEmpty }
            #expect(asked == 2 && app.endings == [true] && app.tried.isEmpty)
        }

        @Test("A rejected fingerprint shows no error and disables no key")
        func fingerThatIsNotKnownCostsNothing() async {
            let host = app.host(options: app.options { $0.accessory = .touchID { .rejected } })
            await host.settle()
            #expect(host.words.allSatisfy { !$0.hasPrefix("Wrong passcode") } && host.store.haptics.isEmpty)
            #expect(host.find("inklock.key.1")?.attributes["disabled"] == nil)
        }

        private func twoAccessories(
            allowsCancel: Bool = true, first: @escaping @MainActor () async -> PasscodeAnswer = { .unavailable },
            second: @escaping @MainActor () async -> PasscodeAnswer = { .unavailable }
        ) -> PasscodeOptions {
            app.options {
                $0.allowsCancel = allowsCancel
                $0.accessory = .faceID(action: first)
                $0.secondAccessory = PasscodeAccessory(
                    label: "Draw on the picture", symbol: "photo", promptsAutomatically: true, action: second)
            }
        }

        @Test("The second accessory occupies the corner until a digit is entered")
        func secondAccessoryStandsInTheOtherCornerUntilThereIsSomethingToDelete() throws {
            let host = app.host(options: twoAccessories())
            func place(_ id: String) throws -> [String?] {
                let node = try #require(host.find(id), "\(id)")
                return [node.attributes["x"], node.attributes["y"]]
            }
            let corner = try place("inklock.secondAccessory")
            #expect(host.find("inklock.secondAccessory")?.label == "Draw on the picture")
            #expect(try place("inklock.accessory") != corner && host.find("inklock.corner") == nil)
            host.tap("inklock.key.1")
            #expect(try place("inklock.corner") == corner && host.find("inklock.corner")?.label == "Delete")
            #expect(host.find("inklock.secondAccessory") == nil)
            host.tap("inklock.corner")
            #expect(host.filledMarks == 0)
            #expect(try place("inklock.secondAccessory") == corner)
        }

        @Test("Each accessory runs its own action, only the first automatically")
        func eachAccessoryDoesItsOwnAndOnlyTheFirstIsUsedByItself() async {
            var used: [String] = []
            let host = app.host(
                options: twoAccessories {
                    used.append("face")
                    return .unavailable
                } second: {
                    used.append("picture")
                    return .accepted
                })
            await host.settle()
            #expect(used == ["face"] && app.endings.isEmpty)
            host.tap("inklock.secondAccessory")
            await host.wait { !app.endings.isEmpty }
            #expect(used == ["face", "picture"] && app.endings == [true] && app.tried.isEmpty)
        }

        @Test("With two accessories, a separate Cancel button discards the entry")
        func cancelMovesToTheTopAndLeavesAtOnce() {
            let host = app.host(options: twoAccessories())
            host.tap("inklock.key.1")
            host.tap("inklock.cancel")
            #expect(app.endings == [false] && host.filledMarks == 0, "the input is discarded")
            #expect(app.host(options: twoAccessories(allowsCancel: false)).find("inklock.cancel") == nil)
            #expect(app.host().find("inklock.cancel") == nil, "no second Cancel button")
        }

        @Test("A scrambled keypad has all digits in random order") func scrambledKeysAreAllThereElsewhere() {
            func order(_ host: _Host<PasscodeView>) -> [String] {
                host.render().all().compactMap { $0.attributes["id"] }.filter { $0.hasPrefix("inklock.key.") }
            }
            let plain = order(app.host())
            let orders = (0..<4).map { _ in order(app.host(options: app.options { $0.isScrambled = true })) }
            #expect(orders.allSatisfy { Set($0) == Set(plain) && $0.count == 10 })
            // One of 10! orders is the plain one, and four equal orders are even less likely.
            #expect(orders.contains { $0 != plain } && Set(orders).count > 1)
        }

        @Test(
            "Every key fits the screen and is at least 44 points in size",
            arguments: [
                CGSize(width: 390, height: 763), CGSize(width: 844, height: 369), CGSize(width: 320, height: 480),
            ])
        func everyKeyHasItsPlaceInPortraitAndLandscape(_ size: CGSize) throws {
            let host = app.host()
            host.size = size
            let keys = host.render().all().filter { $0.attributes["id"]?.hasPrefix("inklock.key.") == true }
            #expect(keys.count == 10)
            for key in keys {
                let number = { (name: String) in Double(key.attributes[name] ?? "") ?? .nan }
                #expect(number("width") >= 44 && number("height") >= 44)
                #expect(number("x") - number("width") / 2 >= 0 && number("x") + number("width") / 2 <= size.width)
                #expect(number("y") - number("height") / 2 >= 0 && number("y") + number("height") / 2 <= size.height)
            }
        }

        @Test("VoiceOver speaks the number of digits entered but not the digits")
        func voiceOverNeverSpeaksWhatIsEntered() {
            let host = app.host()
            for digit in "137" { host.tap("inklock.key.\(digit)") }
            let marks = host.find("inklock.marks")
            #expect(marks?.attributes["label"] == "Passcode" && marks?.attributes["value"] == "3 of 4 entered")
            // Apart from the keys, no accessibility text contains a digit except those two counts.
            for node in host.render().all() where node.attributes["id"]?.hasPrefix("inklock.key.") != true {
                for words in [node.attributes["label"], node.attributes["value"], node.attributes["hint"]] {
                    #expect(words == nil || words == "3 of 4 entered" || words?.contains(where: \.isNumber) == false)
                }
            }
        }

        @Test("The theme follows the light and dark appearance") func themesColourByDayAndNight() {
            let host = app.host(options: app.options { $0.style = .opaque })
            func colors() -> Set<String> { Set(host.render().all().flatMap { $0.attributes.values }) }
            let title = "\(Color(PasscodeTheme.opaqueLight.text))"
            let dark = "\(Color(PasscodeTheme.opaqueDark.text))"
            #expect(colors().contains(title) && !colors().contains(dark))
            host.environment.colorScheme = .dark
            #expect(colors().contains(dark) && !colors().contains(title))
        }

        @Test("The title grows with Dynamic Type") func largeTypeMakesTheTitleLarger() {
            func size() -> Double {
                let title = app.host().render().all().first { $0.text == "Enter your Harbour passcode" }
                return Double(title?.attributes["font"]?.split(separator: " ").last ?? "") ?? 0
            }
            let usual = size()
            _TypeSize.scale = 1.6
            defer { _TypeSize.scale = 1 }
            #expect(usual > 0 && size() > usual * 1.2)
        }

        @Test("Right-to-left layout mirrors the corner button but not the digits")
        func rightToLeftMirrorsAllButTheDigits() throws {
            let host = app.host()
            func x(_ id: String) throws -> Double {
                let node = try #require(host.find(id))
                return try #require(Double(node.attributes["x"] ?? ""))
            }
            let corner = try x("inklock.corner")
            let keys = try x("inklock.key.3") - x("inklock.key.1")
            host.environment.layoutDirection = .rightToLeft
            let mirrored = try x("inklock.corner")
            #expect(abs(mirrored + corner - 390) <= 1, "\(corner) and \(mirrored)")
            #expect(try x("inklock.key.3") - x("inklock.key.1") == keys && keys > 0)
        }

        @Test("The title and the VoiceOver value are localised in German") func germanIsSpoken() {
            _StringCatalog.language = "de"
            defer { _StringCatalog.language = "en" }
            let host = app.host()
            #expect(host.words.contains("Geben Sie Ihren Code für Harbour ein"))
            host.tap("inklock.key.1")
            #expect(host.find("inklock.marks")?.attributes["value"] == "1 von 4 eingegeben")
        }
    }
}
