// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkLock
import InkLockUI
import InkStroke
import LocalAuthentication
import LockFlow
import LockVault
import Passcode
import PicturePassword
import Security
import SwiftUI
import Testing

@testable import PrivateNotes

extension FrontEnd {
    /// Tests of the example app, on the doubles' device.
    @MainActor final class PrivateNotesTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "PrivateNotes-\(UUID().uuidString)")
        private var file: URL { folder.appending(path: "notes.sealed") }

        init() throws { try PrivateFolder.make(folder.path) }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Starts the app.
        private func launch() -> (AppLock, _Host<NotesWindow>) {
            let path = folder.path
            // A low work factor, so that the tests are fast.
            let cost = Vault.Parameters(cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!)
            let vault = Vault(
                store: FileStorage(path: path + "/vault"), ledger: FileStorage(path: path + "/attempts"),
                deviceKey: FileDeviceKey(path: path + "/device-key"), parameters: cost)
            let lock = AppLock(vault: vault)
            let host = _Host(NotesWindow(lock: lock, file: file))
            host.render()
            return (lock, host)
        }

        private func enter(_ digits: String, in host: _Host<NotesWindow>) async {
            #expect(await eventually { host.find("inklock.key.1").map { $0.attributes["disabled"] == nil } ?? false })
            for digit in digits { host.tap("inklock.key.\(digit)") }
        }

        /// Sets up a lock with the passcode 739155 and writes a note.
        private func setUp() async -> (AppLock, _Host<NotesWindow>, code: String) {
            let (lock, host) = launch()
            await enter("739155", in: host)
            #expect(await eventually { host._seen.contains("Re-enter your passcode") })
            await enter("739155", in: host)
            #expect(await eventually { host.find("I have it") != nil })
            let code = host._seen.first { $0.count == 33 } ?? ""
            host.tap("I have it")
            host.tap("New note")
            host.render().all().first { $0.kind == "TextEditor" }?.typed?("The key is under the mat")
            host.tap("Done")
            #expect(host._seen.contains("The key is under the mat"))
            return (lock, host, code)
        }

        @Test("Notes are encrypted and readable again only with the passcode")
        func notesAreSealedAndComeBackWithThePasscode() async throws {
            let (_, host, code) = await setUp()
            #expect(!code.isEmpty)
            host.tap("Lock")
            #expect(await eventually { !host._seen.contains("The key is under the mat") })
            #expect(!host.render().all().contains { $0.text == "The key is under the mat" }, "not only covered")
            let sealed = try Data(contentsOf: file)
            #expect(sealed.range(of: Data("mat".utf8)) == nil && sealed.count > 40)

            let (_, again) = launch()
            await enter("111111", in: again)
            #expect(await eventually { again._seen.contains("Wrong passcode. Please try again.") })
            await enter("739155", in: again)
            #expect(await eventually { again._seen.contains("The key is under the mat") })
            #expect(again._seen.contains("Wrong attempts since you were last here: 1."))
            let today = Date().formatted(date: .abbreviated, time: .omitted)
            #expect(again._seen.contains { $0.hasPrefix("The last one: ") && $0.contains(today) })
        }

        @Test("A forgotten passcode is replaced after the recovery code has unlocked the notes")
        func aForgottenPasscodeIsReplaced() async throws {
            let (lock, host, code) = await setUp()
            host.tap("Lock")
            #expect(await eventually { host.find("inklock.key.1") != nil })
            host.tap("Forgot your passcode?")
            host.find("inklock.code")?.typed?(code)
            host.tap("inklock.code.submit")
            #expect(await eventually { host._seen.contains { $0.hasPrefix("You have used your recovery code.") } })
            host.tap("Settings")
            host.tap("Set a new passcode")
            for _ in 0..<2 { await enter("517304", in: host) }
            #expect(await eventually { host.find("I have it") != nil })
            let new = try #require(host._seen.first { $0.count == 33 })
            #expect(new != code)
            // The new code is still there after leaving.
            lock.lockNow()
            #expect(await eventually { host.find("inklock.key.1") != nil })
            await enter("517304", in: host)
            #expect(await eventually { host._seen.contains(new) })
            host.tap("I have it")
            host.tap("Settings")
            #expect(host.find("Change passcode") != nil)
        }

        @Test("The settings follow every change of the lock") func theSettingsFollowTheLock() async throws {
            let (lock, host, _) = await setUp()
            host.tap("Settings")
            #expect(host.find("Remove the picture password") == nil)
            let template = GestureTemplate(
                pictureDigest: [7], samples: [0, 1, 2].map { LockBench.drawing(shift: $0) })!
            try await lock.setPicturePassword(template)
            #expect(await eventually { host.find("Draw another picture password") != nil })
            host.tap("Remove the picture password")
            await enter("111111", in: host)
            #expect(await eventually { host._seen.contains("Wrong passcode. Please try again.") })
            #expect(lock.snapshot.methods.contains(.picture))
            await enter("739155", in: host)
            #expect(await eventually { host.find("Draw a picture password") != nil })
            // The source is searched as text, because the doubles, unlike SwiftUI, draw a view again after any change.
            let path = "Examples/PrivateNotes.swiftpm/Sources/LockSettingsView.swift"
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            let code = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            #expect(!code.contains("lock?.snapshot"), "SwiftUI does not notice changes of the lock")
        }

        @Test("Without passcode and recovery code, the owner starts over without the notes")
        func anOwnerWithoutAnythingStartsOver() async throws {
            let (lock, host, code) = await setUp()
            #expect(host.find("Start over without a passcode") == nil)
            host.tap("Lock")
            #expect(await eventually { host.find("Start over without a passcode") != nil })
            host.tap("Start over without a passcode")
            host.tap("Keep them")
            #expect(FileManager.default.fileExists(atPath: file.path))
            host.tap("Start over without a passcode")
            host.tap("Delete all notes")
            #expect(await eventually { lock.snapshot.state == .unconfigured && host.isOpen })
            #expect(!FileManager.default.fileExists(atPath: file.path))
            for _ in 0..<2 { await enter("517304", in: host) }
            #expect(await eventually { host.find("I have it") != nil })
            #expect(!host._seen.contains(code))
            host.tap("I have it")
            #expect(host.find("New note") != nil && !host._seen.contains("The key is under the mat"))
        }

        @Test("A later cover asks again before it deletes notes") func startingOverIsAskedOnEachCover() async throws {
            let (lock, host, _) = await setUp()
            defer { withExtendedLifetime(host) {} }
            let phone = Phone(NotesWindow(lock: lock, file: file))
            lock.lockNow()
            phone.show()
            #expect(await eventually { phone.cover?.find("Start over without a passcode") != nil })
            let cover = try #require(phone.cover)
            cover.tap("Start over without a passcode")
            #expect(cover.find("Delete all notes") != nil)
            try await lock.unlock(with: .passcode(.of("739155")))
            #expect(await eventually { phone.overlay == nil })
            phone.scene._become(.foregroundInactive)
            #expect(phone.overlay != nil && cover.find("Delete all notes") == nil)
            phone.scene._become(.foregroundActive)
            lock.lockNow()
            #expect(await eventually { cover.find("Start over without a passcode") != nil })
            #expect(cover.find("Delete all notes") == nil)
        }

        @Test("An unconfirmed recovery code is shown again after unlocking")
        func recoveryCodeIsStillThereAfterLeaving() async throws {
            let (lock, host) = launch()
            for _ in 0..<2 { await enter("739155", in: host) }
            #expect(await eventually { host.find("I have it") != nil })
            let code = try #require(host._seen.first { $0.count == 33 })
            lock.lockNow()
            #expect(await eventually { host.find("inklock.key.1") != nil })
            #expect(!host.render().all().contains { $0.text == code })
            await enter("739155", in: host)
            #expect(await eventually { host._seen.contains(code) })
            host.tap("I have it")
            #expect(host.find("New note") != nil)
        }

        @Test("A new recovery code replaces the old one") func settingsGiveANewRecoveryCode() async throws {
            let (lock, host, old) = await setUp()
            host.tap("Settings")
            host.tap("New recovery code")
            await enter("739155", in: host)
            #expect(await eventually { host.find("I have it") != nil })
            let new = try #require(host._seen.first { $0.count == 33 })
            host.tap("I have it")
            lock.lockNow()
            await #expect(throws: VaultError.self) { try await lock.unlock(with: .recoveryCode(old)) }
            try await lock.unlock(with: .recoveryCode(new))
            #expect(lock.dataKey != nil)
        }

        @Test("Unfinished text survives locking") func whatIsBeingWrittenIsThereAfterLocking() async throws {
            let (_, host, _) = await setUp()
            host.tap("New note")
            host.render().all().first { $0.kind == "TextEditor" }?.typed?("Half a thought")
            host.render()
            host.tap("Lock")
            #expect(await eventually { host.find("inklock.key.1") != nil })
            #expect(!host.render().all().contains { $0.kind == "TextEditor" })
            await enter("739155", in: host)
            #expect(await eventually { host._seen.contains("Half a thought") })
        }

        @Test("Notes from two windows are merged") func twoWindowsKeepEachOthersNotes() async throws {
            let (lock, host, _) = await setUp()
            defer { withExtendedLifetime(host) {} }
            let key = try #require(lock.dataKey)
            let (left, right) = (Notebook(key, file), Notebook(key, file))
            left.keep(Note(text: "left"))
            right.keep(Note(text: "right"))
            #expect(right.notes.map { $0.text } == ["right", "left", "The key is under the mat"])
            left.refresh()
            #expect(left.notes == right.notes)
            var changed = try #require(left.notes.last)
            changed.text = ""
            left.keep(changed)
            right.keep(Note(text: "last"))
            #expect(right.notes.map { $0.text } == ["last", "right", "left"])
        }

        @Test("A note that cannot be saved stays open in the editor")
        func aNoteThatCannotBeKeptStaysOnTheScreen() async throws {
            let (_, host, _) = await setUp()
            host.tap("New note")
            let damaged = Data("something else".utf8)
            try damaged.write(to: file)
            host.render().all().first { $0.kind == "TextEditor" }?.typed?("Precious")
            #expect(host._seen.contains { $0.hasPrefix("The notes file cannot be read") })
            host.tap("Done")
            #expect(host.render().all().contains { $0.kind == "TextEditor" && $0.text == "Precious" })
            #expect(try Data(contentsOf: file) == damaged)
            try FileManager.default.removeItem(at: file)
            host.tap("Done")
            #expect(!host.render().all().contains { $0.kind == "TextEditor" } && host._seen.contains("Precious"))
        }

        @Test("A link to a note opens after unlocking") func aLinkWaitsForTheOwner() async throws {
            let (_, host, _) = await setUp()
            host.tap("The key is under the mat")
            host.tap("Done")
            let (lock, again) = launch()
            let notes = try await ids(lock, again)
            let (_, last) = launch()
            last.open(URL(string: "private-notes:///\(notes[0])")!)
            #expect(!last.render().all().contains { $0.kind == "TextEditor" })
            await enter("739155", in: last)
            #expect(await eventually { last.render().all().contains { $0.kind == "TextEditor" } })
        }

        private func ids(_ lock: AppLock, _ host: _Host<NotesWindow>) async throws -> [UUID] {
            await enter("739155", in: host)
            #expect(await eventually { lock.dataKey != nil })
            return Notebook(try #require(lock.dataKey), file).notes.map { $0.id }
        }

        @Test("A signature is saved with its note") func aSignatureStaysOnItsNote() async throws {
            let (lock, host, _) = await setUp()
            defer { withExtendedLifetime(host) {} }
            let key = try #require(lock.dataKey)
            let notebook = Notebook(key, file)
            var note = try #require(notebook.notes.first)
            var drawing = Drawing()
            drawing.strokes = [
                try Stroke([
                    StrokePoint(InkPoint(x: 10, y: 10), time: 0), StrokePoint(InkPoint(x: 50, y: 30), time: 0.1),
                ])
            ]
            note.drawing = drawing
            notebook.keep(note)
            #expect(Notebook(key, file).notes.first?.drawing.strokes.count == 1)
        }

        @Test("An unreadable notes file is not overwritten") func aFileThatIsNotTheAppsIsNotWrittenOver() async throws {
            let (lock, host, _) = await setUp()
            defer { withExtendedLifetime(host) {} }
            let damaged = Data("something else".utf8)
            try damaged.write(to: file)
            let notebook = Notebook(try #require(lock.dataKey), file)
            #expect(notebook.failure == .unreadable)
            notebook.keep(Note(text: "new"))
            #expect(try Data(contentsOf: file) == damaged)
        }

        @Test("A passcode changed in the settings unlocks the notes") func settingsChangeThePasscode() async throws {
            let (_, host, _) = await setUp()
            host.tap("Settings")
            #expect(await eventually { host.find("Change passcode") != nil })
            host.tap("Change passcode")
            await enter("739155", in: host)
            #expect(await eventually { host._seen.contains("Choose a passcode") })
            await enter("517304", in: host)
            #expect(await eventually { host._seen.contains("Re-enter your passcode") })
            await enter("517304", in: host)
            #expect(await eventually { host.find("Change passcode") != nil })
            host.tap("Done")
            host.tap("Lock")
            #expect(await eventually { host.find("inklock.key.1") != nil })
            await enter("517304", in: host)
            #expect(await eventually { host._seen.contains("The key is under the mat") })
        }

        @Test("Wrong passcodes in the settings lead to a countdown") func settingsCountDownALockout() async throws {
            _Clock.now = Date()
            let (_, host, _) = await setUp()
            host.tap("Settings")
            #expect(await eventually { host.find("Change passcode") != nil })
            host.tap("Change passcode")
            for guess in ["111111", "222222", "333333"] {
                await enter(guess, in: host)
                #expect(await eventually { host._seen.contains("Wrong passcode. Please try again.") })
            }
            await enter("444444", in: host)
            #expect(await eventually { host._seen.contains { $0.hasPrefix("Try again in") } })
            #expect(host.find("inklock.key.1")?.attributes["disabled"] == "1")
        }

        @Test("The device owner unlocks the notes once the setting is on")
        func theDeviceOpensTheNotesOnceItIsAllowedTo() async throws {
            _Device.shared.reset()
            _Keychain.shared.reset()
            let lock = AppLock(keychainService: "tests.notes")
            let host = _Host(NotesWindow(lock: lock, file: file))
            for _ in 0..<2 { await enter("739155", in: host) }
            #expect(await eventually { host.find("I have it") != nil })
            host.tap("I have it")
            host.tap("Settings")
            host.tap("Unlock with this device")
            await enter("739155", in: host)
            #expect(await eventually { host._seen.contains("Changed.") })
            #expect(host.find("Unlock with this device")?.attributes["on"] == "true")
            host.tap("Done")
            host.tap("Lock")
            #expect(await eventually { host._seen.contains("Private Notes is locked") })
            host.tap("inklock.cover")
            #expect(await eventually { host.find("New note") != nil && host.isOpen })
        }
    }
}

extension _Host {
    /// A Boolean value that indicates whether no cover is shown.
    fileprivate var isOpen: Bool { find("inklock.cover") == nil }
}
