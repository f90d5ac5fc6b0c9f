// SPDX-License-Identifier: MIT
import AppKit
import Foundation
import InkGeometry
import LockVault
import Passcode
import Security
import SwiftUI
import UIKit

@testable import InkLock
@testable import InkLockUI
@testable import LockFlow

/// Random use of a locked app on an iPhone, an iPad or a Mac. It knows which content may be seen, and notes each
/// difference.
@MainActor final class LockWalk {
    private(set) var problems: [String] = []
    private(set) var steps: [String] = []
    /// The number of times that the lock opened.
    private(set) var openings = 0
    var random: SplitMix64
    let jobs: SeededJobs
    let device = WalkedDevice()
    /// The app's lock; `nil` between two starts of the app.
    private(set) var lock: AppLock!
    var scenes: [WalkedScene] = []
    private var sceneCount = 0

    // MARK: What the owner knows

    var passcodes = ["2580"]
    var codes: [String] = []
    var wrongCount = 0
    /// A Boolean value that indicates whether the storage failed, after which the vault may differ from what was asked.
    var hadFault = false
    /// A Boolean value that indicates whether there may be no lock.
    var mayBeUnconfigured = true

    // MARK: What the lock may do

    /// The number of events that end all attempts to unlock.
    private var lockings = 0
    private var attempt: (number: UInt32, lockings: Int) = (0, 0)
    /// The number of right answers that have not opened the lock yet.
    private var rightAnswers = 0
    private var wasOpen = false
    private var heldKey = false
    /// A Boolean value that indicates whether the lock opened without an active scene, and none has been active since.
    private var openedOutOfUse = false
    private var mayPromptByItself = true
    private var wasTapped = false
    private var promptCount = 0
    /// The time at which the last scene went out of sight, and the longest grace period since.
    private var left: (at: ClockReading, grace: Double)?
    private var gone: [(name: String, object: WeakObject)] = []
    private var links: (sent: Int, delivered: Int) = (0, 0)
    /// A Boolean value that indicates whether prompts take the focus, as that of Face ID does.
    let takesFocus: Bool
    let kinds: [WalkedScene.Kind]
    /// The scenes whose focus a prompt has taken.
    var belowPrompt: [WalkedScene] = []
    /// The covers that the app has kept although their scenes are gone.
    private var kept: [LockCover] = []

    private struct WeakObject { weak var object: AnyObject? }

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        jobs = SeededJobs(seed: random.next())
        takesFocus = Bool.random(using: &random)
        kinds = Int.random(in: 0..<4, using: &random) == 0 ? WalkedScene.Kind.onDesktop : WalkedScene.Kind.onPhone
        // The walk answers each prompt in a step of its own.
        _Device.shared.change { $0.answers = Array(repeating: .nothing, count: 1000) }
        device.settings = Self.settings(&random)
        lock = device.start(jobs.calls)
        jobs.afterJob = { [unowned self] in observe() }
    }

    /// Ends the walk, and leaves nothing behind.
    func end() {
        note("end of the app")
        letGo()
        settle()
        jobs.end()
        NSApplication.shared._become(isActive: true)
        _Device.shared.reset()
        _Keychain.shared.reset()
    }

    func note(_ line: String) { steps.append(line) }

    func fail(_ problem: String) {
        problems.append(problem)
        steps.append("  >>> \(problem)")
    }

    func chance(_ one: Int, in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) < one }

    static func settings(_ random: inout SplitMix64) -> LockSettings {
        func chance(_ share: Int) -> Bool { Int.random(in: 0..<10, using: &random) < share }
        return LockSettings(
            graceSeconds: [0, 0, 0, 10, 60].randomElement(using: &random)!, coversWhenInactive: chance(8),
            locksWhenInactive: chance(1), locksWithDevice: chance(8), promptsAutomatically: chance(8))
    }

    // MARK: Time

    /// Runs all jobs, shows a frame of each scene, and checks what is to be seen.
    func settle() {
        for _ in 0..<50 {
            jobs.runAll()
            for scene in scenes {
                scene.render()
                if chance(1, in: 8) { _ = scene.screen?.filledMarks }
            }
            guard jobs.runNext() else { break }
        }
        observe()
        wasTapped = false
        check()
    }

    /// Runs a few jobs, as if the next event came early.
    func runSome() {
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            guard jobs.runNext() else { break }
        }
    }

    /// Runs a closure that waits for the lock, and notes its error.
    func begin(_ name: String, _ body: @escaping @MainActor (AppLock) async throws -> Void) {
        guard let lock else { return }
        Task { @MainActor in
            do { try await body(lock) } catch { note("  \(name): \(error)") }
        }
    }

    // MARK: Scenes

    var registered: [WalkedScene] { scenes.filter(\.isRegistered) }
    var isInUse: Bool { registered.contains(where: \.isActive) }
    /// A Boolean value that indicates whether no scene that the lock knows is in sight.
    var isOutOfSight: Bool { !registered.contains(where: \.isInForeground) }

    func connect() {
        let kind = kinds.randomElement(using: &random)!
        sceneCount += 1
        let scene = WalkedScene(kind, number: sceneCount, lock: lock)
        note("  scene \(sceneCount) is a \(kind)")
        scenes.append(scene)
        if kind == .cover {
            scene.cover = LockCover(over: scene.scene, lock: lock, options: .harbour)
        }
        if scene.isOnMac { scene.render() } else { scene.window.makeKeyAndVisible() }
        afterEvent(of: [scene])
    }

    func disconnect(_ scene: WalkedScene) {
        if let cover = scene.cover, chance(1, in: 2) { kept.append(cover) } else { remember(scene) }
        if scene.isOnMac {
            scene.page.hasLock = false
            scene.render()
        } else {
            scene.scene._disconnect()
            scene.cover = nil
        }
        scenes.removeAll { $0 === scene }
        belowPrompt.removeAll { $0 === scene }
        afterEvent(of: [])
    }

    /// Moves a scene to a state on the way that the system takes, with a check after each step.
    func move(_ scene: WalkedScene, to phase: WindowPhase) {
        if abs(Int(scene.phase.rawValue) - Int(phase.rawValue)) == 2 { move(scene, to: .inactive) }
        guard scene.phase != phase || scene.isOnMac else { return }
        let pictures = scene.scene._snapshots.count
        change([scene]) {
            if scene.isOnMac {
                scene.host?.environment.scenePhase =
                    phase == .active ? .active : phase == .inactive ? .inactive : .background
                scene.render()
            } else {
                scene.scene._become(
                    phase == .active ? .foregroundActive : phase == .inactive ? .foregroundInactive : .background)
            }
        }
        for picture in scene.scene._snapshots.dropFirst(pictures) where scene.isRegistered {
            if mustHide(scene), picture.contains(where: { $0.contains(scene.secret) }) {
                fail("the system's picture of \(scene.secret) shows it")
            }
        }
    }

    /// Brings a Mac's app to the front, or another app, or hides it.
    func becomeApp(isActive: Bool, isHidden: Bool = false) {
        change(scenes) { NSApplication.shared._become(isActive: isActive, isHidden: isHidden) }
    }

    /// Changes the phases of scenes, and checks that each has followed when the change ends.
    private func change(_ changed: [WalkedScene], _ body: () -> Void) {
        let isExpired = isGraceOver
        _Device.shared.change { $0.isAppInFront = true }
        for scene in changed { scene.coversWhenInactive = lock.settings.coversWhenInactive }
        body()
        for scene in changed {
            if !scene.isInForeground, scene.typed != nil { scene.typed = 0 }
            if scene.isActive, scene.isRegistered { openedOutOfUse = false }
        }
        if isExpired, isInUse, holdsKey { fail("the app returns after its grace period and is not locked") }
        afterEvent(of: changed)
    }

    /// Remembers the objects of a scene that are about to end.
    func remember(_ scene: WalkedScene) {
        for window in scene.coverWindows {
            gone.append(("cover window of \(scene.secret)", WeakObject(object: window)))
            gone.append(("cover controller of \(scene.secret)", WeakObject(object: window.rootViewController)))
        }
        if let cover = scene.cover {
            gone.append(("cover of \(scene.secret)", WeakObject(object: cover)))
            let window = Mirror(reflecting: cover).children.first { $0.label == "window" }?.value
            gone.append(("lock window of \(scene.secret)", WeakObject(object: window as? LockWindow)))
        }
        if let window = scene.host?.model(LockWindow.self) {
            gone.append(("lock window of \(scene.secret)", WeakObject(object: window)))
        }
    }

    /// Ends the app as the system does. It is not told.
    func restart() {
        letGo()
        settle()
        _Device.shared.change { $0.isAppInFront = false }
        lock = device.start(jobs.calls)
    }

    private func letGo() {
        device.gate.open()
        for scene in scenes { remember(scene) }
        (scenes, belowPrompt, kept) = ([], [], [])
        gone.append(("lock", WeakObject(object: lock)))
        lock = nil
        (wasOpen, heldKey, attempt, rightAnswers, openedOutOfUse, left) = (false, false, (0, 0), 0, false, nil)
        lockings += 1
        mayPromptByItself = true
        links = (0, 0)
        jobs.fireTimers()
    }

    // MARK: Events

    /// Notes the consequences of an event, which has taken effect already.
    func afterEvent(of changed: [WalkedScene]) {
        _Device.shared.change { state in state.isAppInFront = scenes.contains { $0.isInForeground } }
        observe()
        if isOutOfSight {
            lockings += 1
            mayPromptByItself = true
            if left == nil {
                left = (device.clock.now(), lock.settings.graceSeconds)
                if lock.settings.graceSeconds == 0, !openedOutOfUse, holdsKey {
                    fail("the app was left without grace, and is not locked")
                }
            }
        } else {
            left = nil
        }
        for scene in changed { check(scene, isSettled: false) }
    }

    func lockNow() {
        lock.lockNow()
        lockings += 1
        mayPromptByItself = false
        if holdsKey { fail("lockNow() does not lock") }
        observe()
    }

    /// Tells the app that the device is locked.
    func deviceLocks() {
        let isTold = !registered.isEmpty
        if scenes.first?.isOnMac == true {
            NSWorkspace.shared.notificationCenter.post(name: NSWorkspace.screensDidSleepNotification, object: nil)
        } else {
            NotificationCenter.default.post(
                name: UIApplication.protectedDataWillBecomeUnavailableNotification, object: nil)
        }
        if isTold, lock.settings.locksWithDevice {
            lockings += 1
            if holdsKey { fail("the lock of the device does not lock the app") }
            for scene in registered { check(scene, isSettled: false) }
        }
        observe()
    }

    /// Tells the lock that the app's own prompt has closed. The focus may take a moment to return.
    func appPromptCloses() {
        lock.promptClosed()
        openedOutOfUse = !isInUse
        observe()
    }

    func tapped() { wasTapped = true }
    func cancelled() { mayPromptByItself = false }
    func answeredRight() { rightAnswers += 1 }

    func change(_ settings: LockSettings) {
        device.settings = settings
        lock.settings = settings
        if let left { self.left = (left.at, max(left.grace, settings.graceSeconds)) }
    }

    func sendLink() {
        // More are dropped.
        guard links.sent - links.delivered < lock.settings.heldLinkLimit else { return }
        links.sent += 1
        lock.whenOpen { [weak self, weak lock] in
            MainActor.assumeIsolated {
                // The app may have ended.
                guard let self, let lock, self.lock === lock else { return }
                self.links.delivered += 1
                if !self.isOpen { self.fail("a link is delivered while the app is locked") }
            }
        }
    }

    // MARK: Rules

    private var isGraceOver: Bool {
        guard let left else { return false }
        guard let away = device.clock.now().seconds(since: left.at) else { return true }
        return away >= max(left.grace, lock.settings.promptReturnSeconds)
    }

    var isOpen: Bool {
        let shown = lock.snapshot
        return shown.loading == .complete && [.unconfigured, .unlocked].contains(shown.state)
    }

    var holdsKey: Bool {
        switch lock.snapshot.state {
        case .unlocked, .covered: true
        default: false
        }
    }

    /// Compares the lock's state with what may have led to it.
    func observe() {
        guard let lock else { return }
        let shown = lock.snapshot
        switch shown.state {
        case .prompting(let new), .verifying(let new):
            if new.number != attempt.number { attempt = (new.number, lockings) }
        default: break
        }
        let prompts = _Device.shared.read { $0.prompts.count }
        if prompts > promptCount { promptAppeared(prompts - promptCount) }
        promptCount = prompts
        if _Device.shared.shownPromptCount > 1 { fail("two prompts are shown") }
        let isOpenNow = holdsKey || isOpen
        if isOpenNow, !wasOpen {
            openings += 1
            let isUnlocked = rightAnswers > 0 && attempt.lockings == lockings
            if !isUnlocked, !mayBeUnconfigured { fail("the app opens after \(rightAnswers) right answers") }
            rightAnswers = 0
        }
        if holdsKey, !heldKey {
            openedOutOfUse = !isInUse
            // The grace period begins when the lock opens.
            if let left { self.left = (device.clock.now(), left.grace) }
        }
        heldKey = holdsKey
        if !isOpenNow, wasOpen { lockings += 1 }
        wasOpen = isOpenNow
    }

    private func promptAppeared(_ count: Int) {
        note("  a prompt appears")
        if count > 1 { fail("\(count) prompts at once") }
        if isOutOfSight { fail("a prompt appears while the app is out of sight") }
        if wasTapped {
            wasTapped = false
        } else if mayPromptByItself {
            mayPromptByItself = false
        } else {
            fail("a prompt appears without a reason")
        }
    }

    /// Checks each scene after all jobs.
    private func check() {
        // An attempt under way keeps the window that it began in.
        if !device.gate.isWaiting {
            for each in gone where each.object.object != nil { fail("leak: \(each.name)") }
            gone = []
        }
        guard let lock else { return }
        let shown = lock.snapshot
        // An attempt under way delays the removal of a lock.
        if shown.loading == .complete, shown.state != .unconfigured, !device.gate.isWaiting {
            mayBeUnconfigured = false
        }
        for scene in scenes { check(scene, isSettled: true) }
        let known = lock.state.withLock { $0.machine.windows.count }
        let expected = registered.map(\.registrations).reduce(0, +)
        if known != expected { fail("the lock knows \(known) windows instead of \(expected)") }
        if isOutOfSight, _Device.shared.shownPromptCount > 0 { fail("a prompt stays while the app is out of sight") }
        if isInUse, case .covered = lock.snapshot.state { fail("the app is in use, and counts as left") }
        if left != nil, isGraceOver, lock.dataKey != nil { fail("a key is left after the grace period") }
        if kept.contains(where: { $0.scene != nil || $0.isCovered }) { fail("a cover outlasts its scene") }
        if links.delivered > links.sent { fail("a link is delivered twice") }
        if isOpen, isInUse, links.delivered < links.sent { fail("a link is not delivered") }
    }
}
