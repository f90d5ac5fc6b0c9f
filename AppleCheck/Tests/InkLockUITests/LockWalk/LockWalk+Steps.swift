// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import UIKit

@testable import InkLockUI

extension LockWalk {
    enum Step: CaseIterable {
        case connect, disconnect, activate, deactivate, hide, leave, comeBack, glance, restart
        case showAlert, showWindow, showKeyboard, closeWindow, focus, makeKey, present, dismiss
        case removeCover, addCover, changeOptions, toggleSheet
        case type, typeWrong, typeSome, tap, chooseMethod, enterCode, submit, submitWrong
        case answerOwner, answerCancel, answerStranger, answerFallback, answerInterruption, answerUnknown
        case lockNow, lockDevice, lockDeviceInUse, unlockDevice, wait, waitLong, setClock, rebootClock
        case setUp, addOwner, removeOwner, setPasscode, renewCode, delete, erase, changeSettings
        case breakDisk, loseDisk, mendDisk, holdDerivations, letDerivationsGo, enrolFinger, forgetFingers
        case sendLink, refresh, showAppPrompt, closeAppPrompt
    }

    /// Steps that happen more often than the others.
    private static let usual: [Step] = [
        .activate, .activate, .comeBack, .comeBack, .leave, .leave, .deactivate, .hide, .type, .type, .type, .tap,
        .answerOwner, .answerOwner, .answerCancel, .answerCancel, .lockNow, .lockDeviceInUse, .glance, .disconnect,
        .connect, .focus,
        .wait, .mendDisk, .letDerivationsGo, .unlockDevice, .unlockDevice, .typeSome, .showAlert, .closeWindow,
    ]

    func walk(steps count: Int) {
        begin()
        for _ in 0..<count where problems.isEmpty {
            let step = (chance(1, in: 2) ? Self.usual : Step.allCases).randomElement(using: &random)!
            note("\(step)")
            followPrompt()
            if step == .restart { startAgain() } else { take(step) }
            if chance(1, in: 3) { runSome() } else { settle() }
        }
        if problems.isEmpty { finish() }
        end()
    }

    /// Starts the app, usually with a lock, and often again.
    private func begin() {
        connect()
        move(scenes[0], to: .active)
        settle()
        guard chance(9, in: 10) else { return }
        take(.setUp)
        settle()
        if chance(2, in: 3) { take(.addOwner) }
        settle()
        if chance(2, in: 3) {
            note("restart")
            startAgain()
        }
        settle()
    }

    /// Takes the focus from the app while the system shows a prompt, and gives it back.
    private func followPrompt() {
        guard takesFocus else { return }
        if _Device.shared.shownPromptCount > 0 {
            for scene in scenes where scene.isActive {
                note("  the prompt takes the focus of \(scene.secret)")
                belowPrompt.append(scene)
                if scene.isOnMac { becomeApp(isActive: false) } else { move(scene, to: .inactive) }
            }
        } else {
            for scene in belowPrompt where scenes.contains(where: { $0 === scene }) && scene.isInForeground {
                note("  the focus returns to \(scene.secret)")
                if scene.isOnMac { becomeApp(isActive: true) } else { move(scene, to: .active) }
            }
            belowPrompt = []
        }
    }

    private func take(_ step: Step) {
        let scene = scenes.randomElement(using: &random)
        let isLocked = _Device.shared.read { $0.isLocked }
        switch step {
        case .connect: if scenes.count < 3 { connect() }
        case .disconnect: if let scene { disconnect(scene) }
        case .activate: if let scene, !isLocked { move(scene, to: .active) }
        case .deactivate: if let scene, scene.isActive { move(scene, to: .inactive) }
        case .hide: if let scene { move(scene, to: .background) }
        case .leave: leave()
        case .comeBack: if !isLocked { comeBack() }
        case .glance:
            // At the app switcher or a notification.
            for scene in scenes where scene.isActive {
                move(scene, to: .inactive)
                if chance(1, in: 2) { settle() }
                move(scene, to: .active)
            }
        case .restart: break
        case .showAlert, .showWindow, .showKeyboard, .closeWindow, .focus, .makeKey, .present, .dismiss, .removeCover,
            .addCover, .changeOptions, .toggleSheet:
            if let scene, !scene.isOnMac || [.removeCover, .addCover].contains(step) { take(step, in: scene) }
        case .type: type(4, of: passcodes.last!)
        case .typeWrong: guess { type(4, of: wrongPasscode()) }
        case .typeSome: type(Int.random(in: 1...3, using: &random), of: "1234")
        case .tap: if let screen = usable()?.screen { press("inklock.cover", on: screen) }
        case .chooseMethod:
            let method = ["passcode", "deviceOwner", "biometrics", "recoveryCode"].randomElement(using: &random)!
            if let screen = usable()?.screen { press("inklock.use." + method, on: screen) }
        case .enterCode: enterCode()
        case .submit:
            begin("unlock") { [self, passcode = passcodes.last!] lock in
                answeredRight()
                try await lock.unlock(with: .passcode(.of(passcode)))
            }
        case .submitWrong:
            guess {
                begin("unlock") { [passcode = wrongPasscode()] in try await $0.unlock(with: .passcode(.of(passcode))) }
            }
        case .answerOwner: answer(.owner)
        case .answerCancel: answer(.cancel)
        case .answerStranger: answer(.stranger)
        case .answerFallback: answer(.fallback)
        case .answerInterruption: answer(.interruption)
        case .answerUnknown: answer(.refusal(-1000))
        case .lockNow: lockNow()
        case .lockDevice:
            leave()
            _Device.shared.change { $0.isLocked = true }
            deviceLocks()
        case .lockDeviceInUse:
            deviceLocks()
            if chance(1, in: 2) { settle() }
        case .unlockDevice:
            guard isLocked else { return }
            _Device.shared.unlock()
            NotificationCenter.default.post(
                name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
        case .wait: pass(Int64.random(in: 0...20, using: &random))
        case .waitLong: pass(Int64.random(in: 60...4000, using: &random))
        case .setClock: device.clock.setWall(by: Int64.random(in: -5000...5000, using: &random))
        case .rebootClock: device.clock.restart()
        case .setUp: setUp()
        case .addOwner:
            let control: AccessControl = chance(1, in: 2) ? .deviceOwner : .currentBiometrics
            begin("addOwner") { try await $0.setDeviceOwner(control) }
        case .removeOwner: begin("removeOwner") { try await $0.setDeviceOwner(nil) }
        case .setPasscode:
            guard lock.dataKey != nil else { return }
            let new = "\(2580 + passcodes.count)"
            passcodes.append(new)
            begin("setPasscode") { try await $0.setPasscode(.of(new), kind: .fourDigits) }
        case .renewCode:
            begin("renewCode") { [weak self] lock in
                let code = try await lock.renewRecoveryCode()
                self?.codes.append(code.text)
            }
        case .delete:
            guard chance(1, in: 2), lock.dataKey != nil else { return }
            mayBeUnconfigured = true
            begin("delete") { try await $0.deleteVault() }
        case .erase:
            guard chance(1, in: 3) else { return }
            mayBeUnconfigured = true
            begin("erase") { try await $0.eraseAndStartOver() }
        case .changeSettings: change(Self.settings(&random))
        case .breakDisk:
            hadFault = true
            let count = Int.random(in: 0...3, using: &random)
            jobs.wait { [store = device.store] in await store.refuse(afterSaves: count) }
        case .loseDisk:
            hadFault = true
            jobs.wait { [store = device.store] in await store.becomeUnreadable() }
        case .mendDisk: mendDisk()
        case .holdDerivations: device.gate.close()
        case .letDerivationsGo: device.gate.open()
        case .enrolFinger: _Device.shared.enrolAnother()
        case .forgetFingers: _Device.shared.forgetFingers()
        case .sendLink: sendLink()
        case .showAppPrompt: lock.promptShown()
        case .closeAppPrompt: appPromptCloses()
        case .refresh: begin("refresh") { try await $0.refresh() }
        }
    }

    // A scene that a caller holds would not end.
    private func startAgain() {
        restart()
        if chance(1, in: 3) { device.clock.restart() }
        if chance(1, in: 2) { settle() }
        connect()
        if !_Device.shared.read({ $0.isLocked }) { move(scenes[0], to: .active) }
    }

    // MARK: Windows

    private func take(_ step: Step, in scene: WalkedScene) {
        switch step {
        case .showAlert: show(level: .alert, in: scene)
        case .showWindow: show(level: .normal, in: scene)
        case .showKeyboard:
            let keyboard = UIWindow(windowScene: scene.scene)
            keyboard.windowLevel = UIWindow.Level(rawValue: 10_000_000)
            keyboard.isHidden = false
            scene.added.append(keyboard)
        case .closeWindow:
            guard let window = scene.added.last else { return }
            let wasKey = scene.scene.keyWindow === window
            window.isHidden = true
            if chance(1, in: 2) { scene.added.removeLast() }
            // The system gives the keys to another window.
            if wasKey { scene.makeKey(scene.window) }
        case .focus:
            guard let field = scene.fields.randomElement(using: &random) else { return }
            field.becomeFirstResponder()
            // A field that takes keys makes its window the key window.
            if let window = field.window { scene.makeKey(window) }
        case .makeKey: scene.makeKey(scene.window)
        case .present:
            guard let top = scene.top, scene.kind == .cover || top === scene.window.rootViewController else { return }
            let other = WalkedController("Sheet of \(scene.secret)")
            other.modalPresentationStyle = [.pageSheet, .fullScreen, .overFullScreen].randomElement(using: &random)!
            top.present(other, animated: true)
        case .dismiss: scene.top?.presentingViewController?.dismiss(animated: true)
        case .removeCover:
            remember(scene)
            if scene.kind == .cover {
                scene.cover?.remove()
                scene.cover = nil
            } else {
                scene.page.hasLock = false
                scene.render()
            }
            afterEvent(of: [scene])
        case .addCover:
            guard !scene.isRegistered, scene.window.rootViewController?.presentedViewController == nil else { return }
            if scene.kind == .cover {
                scene.cover = LockCover(over: scene.scene, lock: lock, options: .harbour)
            } else {
                scene.page.hasLock = true
                scene.render()
            }
            scene.coversWhenInactive = lock.settings.coversWhenInactive
            afterEvent(of: [scene])
        case .changeOptions: scene.cover?.options = LockOptions(appName: "Port")
        case .toggleSheet:
            guard scene.kind == .modifier, scene.isRegistered, scene.top === scene.window.rootViewController else {
                return
            }
            scene.page.hasSheet.toggle()
            scene.render()
            afterEvent(of: [scene])
        default: break
        }
    }

    private func show(level: UIWindow.Level, in scene: WalkedScene) {
        let window = UIWindow(windowScene: scene.scene)
        window.windowLevel = level
        window.rootViewController = WalkedController("Window of \(scene.secret)")
        scene.added.append(window)
        if chance(1, in: 5) {
            window.accessibilityElementsHidden = true
            scene.ownSilent.append(window)
        }
        if chance(2, in: 3) { scene.makeKey(window) } else { window.isHidden = false }
    }

    // MARK: The person

    /// Returns a scene that a person can use.
    private func usable() -> WalkedScene? {
        guard _Device.shared.shownPromptCount == 0 else { return nil }
        return scenes.filter(\.isActive).randomElement(using: &random)
    }

    /// Answers the prompt on the screen, if there is one.
    private func answer(_ answer: _Device.Answer) {
        guard _Device.shared.shownPromptCount > 0, let prompt = _Device.shared.read({ $0.prompts.last }) else { return }
        switch answer {
        case .owner:
            // A sensor that recognises no face or finger cannot answer a prompt that takes no passcode.
            let isPossible = !prompt.isBiometricsOnly || _Device.shared.refusal(isBiometricsOnly: true) == nil
            guard isPossible else { return }
            answeredRight()
        case .fallback:
            guard prompt.fallbackTitle != "" else { return }
            if !prompt.isBiometricsOnly { answeredRight() }
        case .cancel: cancelled()
        default: break
        }
        _Device.shared.answerShownPrompt(answer)
    }

    private func press(_ id: String, on screen: any WalkedScreen) {
        guard let control = screen.find(id), control.attributes["disabled"] == nil else { return }
        tapped()
        control.actions["tap"]?()
        observe()
    }

    /// Types the first digits of a passcode on a cover.
    private func type(_ count: Int, of passcode: String) {
        guard let scene = usable(), let screen = scene.screen else { return }
        if screen.find("inklock.key.1") == nil { press("inklock.use.passcode", on: screen) }
        if screen.find("inklock.key.1") == nil { press("inklock.unlock", on: screen) }
        scene.typed = 4
        if passcodes.contains(passcode), count == 4 { answeredRight() }
        for digit in passcode.prefix(count) {
            guard let key = screen.find("inklock.key.\(digit)"), key.attributes["disabled"] == nil else { return }
            key.actions["tap"]?()
        }
    }

    /// Checks that a wrong passcode which is tried is counted once, and that the lock knows so.
    private func guess(_ body: () -> Void) {
        settle()
        let (left, derivations) = (passcodesLeft(), device.gate.count)
        body()
        settle()
        let tried = device.gate.count - derivations
        guard let left, !hadFault, !device.gate.isWaiting, let now = passcodesLeft() else { return }
        // A guess is derived once, or once for the owner and once for a duress passcode.
        if tried > 2 || left - now != min(tried, 1) { fail("\(tried) derivations count \(left - now) times") }
        if lock.passcodeAttemptsLeft != now { fail("the lock shows \(lock.passcodeAttemptsLeft ?? -1) of \(now)") }
    }

    /// Returns the number of wrong passcodes that the vault still allows; `nil` if there is no passcode.
    private func passcodesLeft() -> Int? {
        let reading = Reading()
        jobs.wait { [vault = device.vault] in reading.status = try? await vault.status() }
        return reading.status.flatMap { $0.passcodeKind == nil ? nil : Int($0.passcodeAttemptsLeft) }
    }

    @MainActor private final class Reading { var status: VaultStatus? }

    private func enterCode() {
        guard let scene = usable(), let screen = scene.screen, let code = codes.last else { return }
        if screen.find("inklock.code") == nil { press("inklock.use.recoveryCode", on: screen) }
        if screen.find("inklock.code") == nil { press("inklock.unlock", on: screen) }
        guard let field = screen.find("inklock.code"), let typed = field.typed else { return }
        answeredRight()
        typed(chance(1, in: 4) ? "ABCD" : code)
        press("inklock.code.submit", on: screen)
    }

    private func wrongPasscode() -> String {
        wrongCount += 1
        return "\(5000 + wrongCount * 7 % 4000)"
    }

    private func comeBack() {
        if kinds == WalkedScene.Kind.onDesktop {
            becomeApp(isActive: true)
            guard chance(1, in: 3) else { return }
        }
        for scene in scenes.shuffled(using: &random) { move(scene, to: .active) }
    }

    private func leave() {
        if kinds == WalkedScene.Kind.onDesktop { return becomeApp(isActive: false, isHidden: chance(1, in: 2)) }
        for scene in scenes.shuffled(using: &random) {
            if scene.isActive { move(scene, to: .inactive) }
            if chance(1, in: 3) { runSome() }
        }
        for scene in scenes.shuffled(using: &random) { move(scene, to: .background) }
    }

    private func pass(_ seconds: Int64) {
        device.clock.pass(seconds: seconds)
        if chance(1, in: 2) { jobs.fireTimers() }
    }

    private func setUp() {
        let passcode = passcodes.last!
        mayBeUnconfigured = true
        begin("setUp") { [weak self] lock in
            let code = try await lock.setUp(passcode: .of(passcode), kind: .fourDigits)
            if let code { self?.codes.append(code.text) }
        }
    }

    private func mendDisk() {
        jobs.wait { [store = device.store] in
            await store.refuse(afterSaves: nil)
            await store.becomeUnreadable(false)
        }
    }

    // MARK: The end

    /// Lets all be well again, after which the owner opens the lock and sees each scene.
    private func finish() {
        note("all is well again")
        mendDisk()
        device.gate.open()
        if _Device.shared.read({ $0.isLocked }) { _Device.shared.unlock() }
        settle()
        if !scenes.contains(where: \.isRegistered) {
            if scenes.count == 3 { disconnect(scenes[0]) }
            connect()
        }
        comeBack()
        for scene in scenes { move(scene, to: .active) }
        settle()
        for round in 0..<8 where !isOpen && problems.isEmpty {
            device.clock.pass(seconds: 1_000_000)
            begin("refresh") { try await $0.refresh() }
            settle()
            answer(.cancel)
            settle()
            followPrompt()
            for passcode in passcodes.suffix(4).reversed() where !isOpen {
                note("type \(passcode)")
                type(4, of: passcode)
                settle()
            }
            if !isOpen, round > 1, let code = codes.dropLast(round - 2).last {
                note("enter a code")
                answeredRight()
                begin("unlock") { try await $0.unlock(with: .recoveryCode(code)) }
                settle()
            }
        }
        if !isOpen, problems.isEmpty { fail("the owner is out: \(lock.snapshot)") }
    }
}
