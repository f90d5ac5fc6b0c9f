// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import SwiftUI
import Testing
import UIKit

@testable import InkLockUI

extension FrontEnd {
    /// Tests of the cover above a UIKit scene, and above SwiftUI content in a scene.
    @MainActor struct LockCoverTests {
        private let bench = LockBench()

        /// A page of a UIKit app.
        private final class Page: UIViewController {
            final class Field: UIView {
                override var canBecomeFirstResponder: Bool { true }
            }
            let field = Field(frame: .zero)
            private let words: String
            init(_ words: String) {
                self.words = words
                super.init(nibName: nil, bundle: nil)
            }
            required init?(coder: NSCoder) { nil }
            override var _words: [String] { [words] }
            /// A Boolean value that indicates whether the page is upright, without a status bar and a home indicator.
            var isPlain = false
            override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
                isPlain ? .portrait : .allButUpsideDown
            }
            override var prefersStatusBarHidden: Bool { isPlain }
            override var prefersHomeIndicatorAutoHidden: Bool { isPlain }
            override func viewDidLoad() {
                super.viewDidLoad()
                view.addSubview(field)
            }
        }

        private func unlock(_ scene: Phone) async {
            #expect(await eventually { scene.cover != nil })
            await scene.cover?.enter("2580")
            #expect(await eventually { scene.overlay == nil })
        }

        @Test("A window above alerts covers SwiftUI content until the app unlocks")
        func swiftUIsContentIsCoveredByAWindowAboveEverything() async throws {
            let lock = try await bench.relaunched()
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            let overlay = try #require(scene.overlay)
            #expect(overlay.windowLevel.rawValue > UIWindow.Level.alert.rawValue && overlay.isKeyWindow)
            #expect(overlay.accessibilityViewIsModal && scene.spokenWindows.map { $0 === overlay } == [true])
            #expect(!scene.scene._picture.contains("Dear diary"))
            await unlock(scene)
            #expect(scene.scene._picture.contains("Dear diary") && scene.window.isKeyWindow)
            #expect(scene.spokenWindows.count == 1 && scene.spokenWindows[0] === scene.window)
        }

        @Test("App switcher snapshots show the cover") func theSystemsPicturesShowTheCover() async throws {
            let lock = try await bench.relaunched()
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            await unlock(scene)
            scene.scene._become(.background)
            scene.scene._become(.foregroundActive)
            #expect(scene.scene._snapshots.count == 4)
            for picture in scene.scene._snapshots { #expect(!picture.contains("Dear diary"), "\(picture)") }
            #expect(lock.snapshot.state == .locked, "grace is 0")
        }

        @Test("A translucent style still gives an opaque cover") func aTranslucentStyleCoversAll() async throws {
            var options = LockOptions.harbour
            options.passcode.style = .translucent
            let scene = Phone(Diary().appLock(try await bench.relaunched(), options: options))
            scene.show()
            #expect(scene.overlay?.rootViewController?.view.backgroundColor?.cgColor.alpha == 1)
            #expect(!scene.scene._picture.contains("Dear diary"))
            #expect(scene.cover?.render().all().contains { $0.kind == "Color" && $0.text == "245,242,236,255" } == true)
        }

        @Test("The passcode screen of the cover has no accessories and no Cancel")
        func nothingOnTheCoverOnlySeemsToOpenIt() async throws {
            var options = LockOptions.harbour
            options.passcode.accessory = .faceID { .accepted }
            options.passcode.secondAccessory = .touchID { .accepted }
            let lock = try await bench.relaunched()
            let scene = Phone(Diary().appLock(lock, options: options))
            scene.show()
            #expect(await eventually { scene.cover?.find("inklock.key.1") != nil })
            let labels = scene.cover?.render().all().compactMap { $0.attributes["label"] } ?? []
            #expect(!labels.contains("Use Face ID") && !labels.contains { $0.contains("Touch ID") })
            #expect(scene.cover?.find("inklock.corner") == nil, "the screen cannot be cancelled")
            #expect(lock.snapshot.state == .locked)
        }

        @Test("The picture screen of the cover offers each other method once")
        func thePictureOnTheCoverOffersEachMethodOnce() async throws {
            let first = try await bench.lockedApp()
            try await first.unlock(with: .passcode(.of("2580")))
            try await first.setPicturePassword(LockBench.template)
            var options = LockOptions.harbour
            options.picture = PasswordPicture(try PictureOwner.picture().image, digest: LockBench.pictureDigest)
            let scene = Phone(Diary().appLock(try await bench.launch(), options: options))
            scene.show()
            #expect(await eventually { scene.cover?.find("inklock.picture") != nil })
            let cover = try #require(scene.cover)
            #expect(cover.find("Use another option") == nil)
            cover.tap("inklock.use.passcode")
            #expect(await eventually { cover.find("inklock.key.1") != nil })
        }

        @Test("A scene that was briefly inactive is uncovered immediately") func aGlanceUncoversAtOnce() async throws {
            let scene = Phone(Diary().appLock(try await bench.relaunched(), options: .harbour))
            scene.show()
            await unlock(scene)
            scene.scene._become(.foregroundInactive)
            #expect(scene.overlay != nil)
            scene.scene._become(.foregroundActive)
            #expect(scene.overlay == nil && scene.scene._picture.contains("Dear diary"))
        }

        @Test("The cover hides sheets and dismisses the keyboard")
        func sheetsAreCoveredAndTheKeyboardGoesAway() async throws {
            let lock = try await bench.relaunched()
            let page = Page("Dear diary")
            let scene = Phone(page)
            let cover = LockCover(over: scene.scene, lock: lock, options: .harbour)
            scene.show()
            #expect(cover.isCovered)
            await unlock(scene)
            #expect(!cover.isCovered)
            page.present(Page("A secret sheet"), animated: true)
            page.field.becomeFirstResponder()
            #expect(scene.scene._picture == ["Dear diary", "A secret sheet"] && page.field.isFirstResponder)
            scene.scene._become(.foregroundInactive)
            #expect(cover.isCovered && !page.field.isFirstResponder)
            #expect(!scene.scene._picture.contains { $0.contains("secret") || $0.contains("diary") })
        }

        @Test("A full-screen presentation is covered, and neither it nor its end locks the app")
        func aFullScreenPresentationKeepsTheCover() async throws {
            let lock = try await bench.relaunched()
            let root = UIHostingController(rootView: Diary().appLock(lock, options: .harbour))
            let scene = Phone(root)
            scene.show()
            await unlock(scene)
            let camera = Page("A camera")
            camera.modalPresentationStyle = .fullScreen
            root.present(camera, animated: true)
            #expect(scene.scene._picture == ["A camera"] && lock.snapshot.state == .unlocked)
            scene.scene._become(.foregroundInactive)
            #expect(scene.overlay != nil && !scene.scene._picture.contains("A camera"))
            scene.scene._become(.foregroundActive)
            root.dismiss(animated: true)
            #expect(scene.overlay == nil && scene.scene._picture.contains("Dear diary"))
            #expect(lock.snapshot.state == .unlocked && scene.scene.windows.count == 2)
            root.present(camera, animated: true)
            scene.scene._become(.background)
            scene.scene._become(.foregroundActive)
            #expect(scene.overlay != nil && lock.snapshot.state == .locked, "grace is 0")
        }

        @Test("A window added below the cover is hidden from VoiceOver and not key", arguments: [false, true])
        func aWindowThatComesUnderTheCoverGetsNoKeysAndIsNotRead(_ wantsKeys: Bool) async throws {
            let scene = Phone(Page("Dear diary"))
            let cover = LockCover(
                over: scene.scene, lock: try await bench.relaunched(), options: .harbour)
            scene.show()
            let late = UIWindow(windowScene: scene.scene)
            late.windowLevel = .alert
            late.rootViewController = Page("An alert of the app")
            if wantsKeys { late.makeKeyAndVisible() } else { late.isHidden = false }
            let overlay = try #require(scene.scene.windows.first { $0.windowLevel.rawValue > 2000 })
            #expect(overlay.isKeyWindow && late.accessibilityElementsHidden)
            #expect(!scene.scene._picture.contains("An alert of the app"))
            #expect(await eventually { scene.cover != nil })
            cover.remove()
            #expect((wantsKeys ? late : scene.window).isKeyWindow)
            #expect(!late.accessibilityElementsHidden && !scene.window.accessibilityElementsHidden)
        }

        @Test("A window that the app hides below the cover does not get the keys back", arguments: [false, true])
        func aHiddenWindowGetsNoKeys(_ isHidden: Bool) async throws {
            let scene = Phone(Page("Dear diary"))
            let cover = LockCover(over: scene.scene, lock: try await bench.relaunched(), options: .harbour)
            scene.show()
            let alert = UIWindow(windowScene: scene.scene)
            alert.rootViewController = Page("An alert of the app")
            alert.makeKeyAndVisible()
            if isHidden { alert.isHidden = true }
            #expect(await eventually { scene.cover != nil })
            await scene.cover?.enter("2580")
            #expect(await eventually { !cover.isCovered })
            #expect(alert.isKeyWindow != isHidden)
        }

        @Test("A scene that ends without notice keeps neither its cover nor the lock")
        func aSceneThatEndsLeavesNothing() async throws {
            weak var window: UIWindow?
            weak var lock: AppLock?
            do {
                let new = try await bench.relaunched()
                let scene = Phone(Page("Dear diary"))
                let cover = LockCover(over: scene.scene, lock: new, options: .harbour)
                (window, lock) = (scene.overlay, new)
                #expect(cover.isCovered && window != nil)
            }
            #expect(await eventually { window == nil && lock == nil })
        }

        @Test("The keyboard's window above the cover stays readable by VoiceOver")
        func theKeyboardStaysReadable() async throws {
            let scene = Phone(Page("Dear diary"))
            let cover = LockCover(over: scene.scene, lock: try await bench.relaunched(), options: .harbour)
            let keyboard = UIWindow(windowScene: scene.scene)
            keyboard.windowLevel = UIWindow.Level(rawValue: 10_000_000)
            keyboard.isHidden = false
            scene.show()
            #expect(cover.isCovered && scene.spokenWindows.count == 2)
            #expect(!keyboard.accessibilityElementsHidden && scene.window.accessibilityElementsHidden)
        }

        @Test("Each scene has its own cover, and one unlock uncovers all") func eachSceneHasItsCover() async throws {
            let lock = try await bench.relaunched()
            let scenes = ["Left", "Right"].map { Phone(Page($0)) }
            let covers = scenes.map { LockCover(over: $0.scene, lock: lock, options: .harbour) }
            for scene in scenes { scene.show() }
            #expect(covers.allSatisfy { $0.isCovered })
            await unlock(scenes[0])
            #expect(await eventually { covers.allSatisfy { !$0.isCovered } }, "unlocking uncovers all active windows")
            scenes[1].scene._become(.foregroundInactive)
            #expect(!covers[0].isCovered && covers[1].isCovered && lock.snapshot.state == .unlocked)
            scenes[1].scene._become(.foregroundActive)
            lock.lockNow()
            #expect(await eventually { covers.allSatisfy { $0.isCovered } })
        }

        @Test("The app below the cover decides orientations, status bar and home indicator")
        func theAppBelowDecidesOrientationAndBars() async throws {
            let page = Page("Dear diary")
            page.isPlain = true
            let scene = Phone(page)
            let cover = LockCover(over: scene.scene, lock: try await bench.relaunched(), options: .harbour)
            scene.show()
            let controller = try #require(scene.overlay?.rootViewController)
            #expect(cover.isCovered && controller._orientations == .portrait)
            #expect(controller.prefersStatusBarHidden && controller.prefersHomeIndicatorAutoHidden)
            let video = Page("A video")
            page.present(video, animated: true)
            #expect(controller.supportedInterfaceOrientations == .portrait, "a sheet does not decide")
            page.dismiss(animated: true)
            video.modalPresentationStyle = .fullScreen
            page.present(video, animated: true)
            #expect(controller.supportedInterfaceOrientations == .allButUpsideDown)
            #expect(!controller.prefersStatusBarHidden && !controller.prefersHomeIndicatorAutoHidden)
        }

        @Test("Two covers of a scene leave each other the keys, and one unlock uncovers both")
        func twoCoversOfASceneStandBesideEachOther() async throws {
            let lock = try await bench.relaunched()
            let sheet = Text("A secret sheet").appLock(lock, options: .harbour)
            let scene = Phone(
                Diary().sheet(isPresented: .constant(true)) { sheet }.appLock(lock, options: .harbour))
            scene.show()
            await unlock(scene)
            #expect(scene.scene._picture.contains("A secret sheet") && scene.window.isKeyWindow)
            scene.scene._become(.foregroundInactive)
            #expect(scene.scene.windows.filter { !$0.isHidden }.count == 3 && !scene.window.isKeyWindow)
            #expect(scene.spokenWindows.count == 2 && !scene.spokenWindows.contains { $0 === scene.window })
            scene.window.makeKey()
            #expect(!scene.window.isKeyWindow)
            scene.scene._become(.foregroundActive)
            #expect(scene.scene._picture.contains("A secret sheet") && scene.window.isKeyWindow)
            #expect(scene.spokenWindows.map { $0 === scene.window } == [true])
        }

        @Test("A scene added later is covered until it is active")
        func aSceneThatComesLaterIsCoveredAtBirth() async throws {
            let lock = try await bench.relaunched()
            let first = Phone(Page("First"))
            let cover = LockCover(over: first.scene, lock: lock, options: .harbour)
            first.show()
            await unlock(first)
            let second = Phone(Page("Second"))
            let other = LockCover(over: second.scene, lock: lock, options: .harbour)
            #expect(other.isCovered, "not active yet")
            second.show()
            #expect(!other.isCovered && !cover.isCovered)
        }

        @Test("A disconnected scene no longer counts as active") func aSceneThatIsGoneCountsNoMore() async throws {
            let lock = try await bench.relaunched()
            let scene = Phone(Page("Dear diary"))
            let cover = LockCover(over: scene.scene, lock: lock, options: .harbour)
            scene.show()
            await unlock(scene)
            scene.scene._disconnect()
            #expect(lock.snapshot.state == .locked)
            #expect(!cover.isCovered)
        }

        @Test("Locking the device locks the app even during grace")
        func lockingTheDeviceLocksWithinGrace() async throws {
            var bench = bench
            bench.settings.graceSeconds = 3600
            let lock = try await bench.relaunched()
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            await unlock(scene)
            scene.scene._become(.background)
            #expect(lock.dataKey != nil)
            NotificationCenter.default.post(
                name: UIApplication.protectedDataWillBecomeUnavailableNotification, object: nil)
            #expect(lock.dataKey == nil && lock.snapshot.state == .locked)
            scene.scene._become(.foregroundActive)
            #expect(!scene.scene._picture.contains("Dear diary"))
        }

        @Test("An unreadable lock is read again when the device is unlocked")
        func aLockThatCouldNotBeReadIsFoundWhenTheDeviceIsUnlocked() async throws {
            let store = UnreliableStorage()
            await store.hold()
            var bench = bench
            bench.store = store
            let lock = bench.start()
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            await store.fail()
            #expect(await eventually { lock.snapshot.loading == .failed(UnreliableStorage.fault) })
            #expect(await eventually { scene.cover?._seen.contains { $0.hasPrefix("Could not check") } == true })
            await store.becomeUnreadable(false)
            NotificationCenter.default.post(
                name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
            #expect(await eventually { scene.overlay == nil })
            #expect(scene.scene._picture.contains("Dear diary"))
        }

        // MARK: The device's owner

        private func withOwner() async throws -> (LockBench, ScriptedOwner, AppLock) {
            let owner = ScriptedOwner()
            var bench = bench
            bench.owner = owner
            let lock = try await bench.lockedApp()
            try await lock.unlock(with: .passcode(.of("2580")))
            try await lock.setDeviceOwner(.deviceOwner)
            return (bench, owner, try await bench.launch())
        }

        @Test("Repeated taps on the cover start only one new prompt") func aTapOnTheCoverTriesAgainOnce() async throws {
            let (_, owner, lock) = try await withOwner()
            await owner.answer(.fails(.cancelled), .waits)
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            #expect(await eventually { lock.snapshot.refusal == .prompt(.cancelled) })
            #expect(await owner.prompts.count == 1, "one automatic prompt")
            let cover = try #require(scene.cover)
            #expect(await eventually { cover.find("Unlock with this device") != nil })
            let others = cover.render().all().first { $0.kind == "Menu" }
            #expect(others?.text == "Use another option", "several methods behind one button")
            #expect(others?.children.compactMap { $0.label } == ["Enter Harbour passcode", "Use your recovery code"])
            for _ in 0..<3 { cover.tap("inklock.cover") }
            #expect(cover._seen.contains("Confirm your identity"))
            for _ in 0..<3000 where await owner.prompts.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
            for _ in 0..<20 { try await Task.sleep(for: .milliseconds(2)) }
            #expect(await owner.prompts.count == 2, "three taps, one prompt")
            lock.lockNow()
        }

        @Test("A later cover does not repeat the failure of an earlier attempt", arguments: [false, true])
        func aLaterCoverRepeatsNoFailure(_ isOpened: Bool) async throws {
            let (_, owner, lock) = try await withOwner()
            await owner.answer(.fails(.cancelled))
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            #expect(await eventually { scene.cover?.find("inklock.use.recoveryCode") != nil })
            let cover = try #require(scene.cover)
            cover.tap("inklock.use.recoveryCode")
            cover.find("inklock.code")?.typed?("ABC")
            cover.tap("inklock.code.submit")
            #expect(await eventually { cover._seen.contains { $0.hasPrefix("There is a typo") } })
            if isOpened {
                try await lock.unlock(with: .passcode(.of("2580")))
                #expect(await eventually { scene.overlay == nil })
                lock.lockNow()
                #expect(await eventually { scene.overlay != nil })
            } else {
                await owner.answer(.fails(.cancelled))
                scene.scene._become(.background)
                scene.scene._become(.foregroundActive)
                #expect(await eventually { lock.snapshot.refusal == .prompt(.cancelled) })
            }
            #expect(await eventually { cover.find("Unlock with this device") != nil })
            #expect(!cover._seen.contains { $0.hasPrefix("There is a typing") || $0.hasPrefix("Unlocking did not") })
        }

        @Test("The picture screen of the cover says why a prompt failed")
        func thePictureOnTheCoverSaysWhyAPromptFailed() async throws {
            let owner = ScriptedOwner()
            var bench = bench
            bench.owner = owner
            let first = try await bench.lockedApp()
            try await first.unlock(with: .passcode(.of("2580")))
            try await first.setDeviceOwner(.deviceOwner)
            try await first.setPicturePassword(LockBench.template)
            let lock = try await bench.launch()
            await owner.answer(.fails(.cancelled), .fails(.locked(.sensor)))
            var options = LockOptions.harbour
            options.picture = PasswordPicture(try PictureOwner.picture().image, digest: LockBench.pictureDigest)
            let scene = Phone(Diary().appLock(lock, options: options))
            scene.show()
            #expect(await eventually { scene.cover?.find("inklock.use.picture") != nil })
            let cover = try #require(scene.cover)
            cover.tap("inklock.use.picture")
            #expect(await eventually { cover.find("inklock.picture") != nil })
            let device = try #require(lock.offeredMethods.first { $0 == .deviceOwner || $0 == .biometrics })
            cover.tap("inklock.use.\(device)")
            #expect(await eventually { lock.snapshot.refusal == .prompt(.locked(.sensor)) })
            #expect(cover.find("inklock.picture") != nil)
            #expect(await eventually { cover._seen.contains { $0.hasPrefix("The sensor is locked after too many") } })
        }

        @Test("The beginning and the end of a lockout are announced") func lockoutsAreAnnounced() async throws {
            let lock = try await bench.lockedApp()
            for guess in ["1111", "2222", "3333"] {
                bench.clock.pass(seconds: 100_000)
                try? await lock.unlock(with: .passcode(.of(guess)))
            }
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            bench.clock.pass(seconds: 100_000)
            AccessibilityNotification._said = []
            try? await lock.unlock(with: .passcode(.of("4444")))
            #expect(await eventually { scene.cover?._seen.contains { $0.hasPrefix("Try again in") } == true })
            let timeline = try #require(scene.cover?.render().all().first { $0.kind == "TimelineView" })
            #expect(AccessibilityNotification._said.filter { $0.hasPrefix("Try again in") }.count == 1)
            AccessibilityNotification._said = []
            bench.clock.pass(seconds: 1)
            timeline.actions["tick"]?()
            #expect(AccessibilityNotification._said.isEmpty)
            bench.clock.pass(seconds: 60)
            timeline.actions["tick"]?()
            #expect(AccessibilityNotification._said == [Wording.message(for: CoverContent.Message.mayTryAgain)])
        }

        @Test("A prompt that makes the scene inactive still unlocks")
        func thePromptMayTakeTheFocusAndLetsIn() async throws {
            let (_, owner, lock) = try await withOwner()
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            scene.scene._become(.foregroundInactive)
            #expect(await eventually { lock.dataKey != nil })
            #expect(scene.overlay != nil, "covered until the window is active")
            scene.scene._become(.foregroundActive)
            #expect(scene.overlay == nil && scene.scene._picture.contains("Dear diary"))
            #expect(await owner.prompts.count == 1)
        }

        @Test("Unlock methods are updated when the app returns to the foreground")
        func methodsComeAndGoWhileTheAppIsAway() async throws {
            let (_, owner, lock) = try await withOwner()
            await owner.answer(.fails(.cancelled))
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            #expect(await eventually { scene.cover?.find("Unlock with this device") != nil })
            scene.scene._become(.background)
            await owner.become(UnlockMethods.Capabilities())
            scene.scene._become(.foregroundInactive)
            #expect(await eventually { lock.snapshot.methods.ordered == [.passcode, .recoveryCode] })
            scene.scene._become(.foregroundActive)
            #expect(await eventually { scene.cover?.find("inklock.key.1") != nil })
            #expect(scene.cover?.find("Unlock with this device") == nil)
        }

        @Test("Changed biometrics require the passcode") func otherFingersMeanThatThePasscodeIsRequired() async throws {
            let (_, owner, lock) = try await withOwner()
            await owner.answer(.fails(.invalidated(.biometricsChanged)))
            let scene = Phone(Diary().appLock(lock, options: .harbour))
            scene.show()
            #expect(
                await eventually {
                    scene.cover?._seen.contains { $0.hasPrefix("The fingerprints or faces on this device") }
                        == true
                })
            scene.cover?.tap("inklock.cover")
            await unlock(scene)
        }
    }
}
