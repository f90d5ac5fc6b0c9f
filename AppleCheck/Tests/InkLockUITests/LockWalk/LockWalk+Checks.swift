// SPDX-License-Identifier: MIT
import LockFlow
import SwiftUI
import UIKit

@testable import InkLockUI

extension LockWalk {
    /// Checks what is to be seen, heard and operated in a scene.
    /// - Parameter isSettled: A Boolean value that indicates whether all jobs have run. Before, a scene shows the
    ///   state at its own last event.
    func check(_ scene: WalkedScene, isSettled: Bool) {
        if scene.isOnMac { return checkOnMac(scene, isSettled: isSettled) }
        let shown = scene.coverWindows.filter { !$0.isHidden }
        guard scene.isRegistered else {
            if isSettled, !scene.coverWindows.isEmpty { fail("a cover is left in \(scene.secret)") }
            if isSettled { checkWindows(of: scene, areCovered: false) }
            return
        }
        if scene.coverWindows.count > scene.registrations { fail("\(scene.secret) has too many covers") }
        if mustHide(scene) {
            if !isSettled { scene.render() }
            checkCovered(scene, shown, isSettled: isSettled)
        } else if isSettled, scene.isActive {
            checkOpen(scene, shown)
        }
    }

    func mustHide(_ scene: WalkedScene) -> Bool {
        // After a change of the settings, the next event decides.
        let coversWhenInactive = scene.coversWhenInactive && lock.settings.coversWhenInactive
        return !isOpen || !scene.isInForeground || !scene.isActive && coversWhenInactive
    }

    private func checkOnMac(_ scene: WalkedScene, isSettled: Bool) {
        guard scene.isRegistered else { return }
        scene.render()
        let hasCover = scene.root?.all().contains { $0.attributes["id"] == "inklock.cover" } ?? false
        if mustHide(scene) {
            checkHidden(scene, isSettled: isSettled)
            if !hasCover { fail("\(scene.secret) has no cover") }
        } else if isSettled, scene.isActive {
            if !scene.isSeen { fail("\(scene.secret) is not seen") }
            if hasCover { fail("\(scene.secret) has a cover") }
            if scene.isUsable != true { fail("\(scene.secret) cannot be used") }
        }
    }

    /// Checks that a cover hides the content from eyes, hands and VoiceOver.
    private func checkHidden(_ scene: WalkedScene, isSettled: Bool) {
        if scene.isSeen { fail("\(scene.secret) is seen") }
        if scene.contentIsSeen { fail("\(scene.secret) is seen below the cover") }
        if scene.isUsable == true { fail("\(scene.secret) can be used") }
        if scene.isSpoken { fail("VoiceOver reads \(scene.secret)") }
        if isSettled, scene.page.isLockedView, !holdsKey, !isOpen, scene.isUsable != nil {
            fail("\(scene.secret) exists without its key")
        }
        if scene.isActive, let typed = scene.typed, let marks = scene.screen?.filledMarks, marks > typed {
            fail("\(marks) digits are left in \(scene.secret)")
        }
    }

    private func checkCovered(_ scene: WalkedScene, _ shown: [LockCoverWindow], isSettled: Bool) {
        if shown.count != scene.registrations { fail("\(scene.secret) has \(shown.count) covers up") }
        checkHidden(scene, isSettled: isSettled)
        for cover in shown where !cover.accessibilityViewIsModal { fail("a cover is not modal") }
        if !(scene.scene.keyWindow is LockCoverWindow) { fail("the cover of \(scene.secret) is not the key window") }
        if scene.fields.contains(where: \.isFirstResponder) { fail("\(scene.secret) is typed into") }
        checkWindows(of: scene, areCovered: true)
    }

    private func checkOpen(_ scene: WalkedScene, _ shown: [LockCoverWindow]) {
        if !shown.isEmpty { fail("\(scene.secret) is covered: \(lock.snapshot.state)") }
        if !scene.isSeen { fail("\(scene.secret) is not seen") }
        if scene.isUsable == false { fail("\(scene.secret) cannot be used") }
        checkWindows(of: scene, areCovered: false)
    }

    /// Checks which of the app's windows VoiceOver reads, and which window is the key window.
    private func checkWindows(of scene: WalkedScene, areCovered: Bool) {
        for window in scene.appWindows {
            // The system's keyboard is above the cover.
            let isBelow = window.windowLevel.rawValue <= UIWindow.Level.alert.rawValue + 1
            let isSilent = areCovered && isBelow || scene.ownSilent.contains { $0 === window }
            if window.accessibilityElementsHidden != isSilent {
                fail("VoiceOver \(isSilent ? "reads" : "misses") a window of \(scene.secret)")
            }
        }
        guard !areCovered else { return }
        let key = scene.scene.keyWindow
        if key is LockCoverWindow { fail("a cover that is down is the key window of \(scene.secret)") }
        if key?.isHidden == true { fail("a hidden window of \(scene.secret) is the key window") }
        if let last = scene.lastKeyWindow, !last.isHidden, key !== last {
            fail("the window of \(scene.secret) that was the key window is not the key window again")
        }
    }
}
