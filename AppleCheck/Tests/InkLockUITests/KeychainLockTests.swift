// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import LockFlow
import LockVault
import Passcode
import Security
import Testing
import UIKit

@testable import InkLockUI

extension FrontEnd {
    /// Tests of a lock that stores everything in the keychain.
    struct KeychainLockTests {
        let window = WindowID(rawValue: 1)

        init() {
            _Device.shared.reset()
            _Keychain.shared.reset()
        }

        private var prompts: [_Device.Prompt] { _Device.shared.read { $0.prompts } }

        private func answer(_ answers: _Device.Answer...) { _Device.shared.change { $0.answers = answers } }

        /// Returns a vault with a low work factor over the items that `AppLock(keychainService:)` uses.
        private func vault() -> Vault {
            Vault(
                store: KeychainStorage("vault", service: "tests"),
                ledger: KeychainStorage("attempts", service: "tests"),
                deviceKey: KeychainDeviceKey(service: "tests"),
                parameters: Vault.Parameters(cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!),
                deriver: DerivationQueue(threads: 1))
        }

        /// Starts the app.
        private func launch() async throws -> AppLock {
            let lock = AppLock(
                vault: vault(), owner: KeychainOwner(service: "tests"), parameters: .localized(appName: "Notes"))
            try await lock.refresh()
            return lock
        }

        /// Returns the lock of an app in the background that the device's owner can unlock.
        private func leftApp(_ accessControl: AccessControl) async throws -> AppLock {
            let lock = try await launch()
            lock.windowOpened(window)
            lock.windowBecameActive(window)
            _ = try await lock.setUp(passcode: .of("8317"), kind: .fourDigits)
            try await lock.setDeviceOwner(accessControl)
            leave(lock)
            return lock
        }

        private func leave(_ lock: AppLock) {
            lock.windowResignedActive(window)
            lock.windowEnteredBackground(window)
        }

        private func comeBack(_ lock: AppLock) {
            lock.windowWillEnterForeground(window)
            lock.windowBecameActive(window)
        }

        @Test("A lock in the keychain is set up, restored and deleted")
        func theWholeLockIsInTheKeychain() async throws {
            let lock = AppLock(keychainService: "tests")
            try await lock.refresh()
            #expect(lock.snapshot.state == .unconfigured)
            lock.windowOpened(window)
            lock.windowBecameActive(window)
            _ = try await lock.setUp(passcode: .of("8317"), kind: .fourDigits)
            let key = lock.dataKey?.symmetricKey
            #expect(key != nil)
            try await lock.setDeviceOwner(.deviceOwner)
            #expect(_Keychain.shared.names.count == 5)
            // The app starts again and prompts the owner automatically.
            let next = AppLock(keychainService: "tests")
            try await next.refresh()
            #expect(next.snapshot.state == .locked && next.dataKey == nil)
            next.windowOpened(window)
            next.windowBecameActive(window)
            #expect(try await next.snapshot { $0.state == .unlocked }.shows(window))
            #expect(next.dataKey?.symmetricKey == key)
            #expect(prompts.map(\.message) == [Wording.unlockApp(PasscodeOptions.displayName)])
            #expect(prompts.map(\.fallbackTitle) == ["Enter Device Passcode"])
            try await next.deleteVault()
            #expect(_Keychain.shared.names.isEmpty)
        }

        @Test("A lock in the keychain is erased without a credential, and the app's own secrets stay")
        func aLockInTheKeychainIsErased() async throws {
            let owner = KeychainOwner(service: "tests")
            try await owner.add(SecretBytes([1]), named: "The app's own", for: .deviceOwner)
            let own = _Keychain.shared.names
            let cost = ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!
            func launch() async throws -> AppLock {
                let lock = AppLock(
                    keychainService: "tests", parameters: .localized(enrolment: .any),
                    vaultParameters: Vault.Parameters(
                        lockout: LockoutPolicy(
                            passcodeDelaysMilliseconds: [0], passcodeLimit: 2, limitConsequence: .wipe),
                        cost: cost))
                try await lock.refresh()
                return lock
            }
            for isWiped in [false, true] {
                let lock = try await launch()
                lock.windowOpened(window)
                lock.windowBecameActive(window)
                _ = try await lock.setUp(passcode: .of("8317"), kind: .fourDigits)
                try await lock.setDeviceOwner(.deviceOwner)
                #expect(try await vault().status().passcodeAttemptsLeft == 10)
                lock.lockNow()
                if isWiped {
                    for _ in 0..<2 { try? await lock.unlock(with: .passcode(.of("1111"))) }
                    try? await lock.unlock(with: .passcode(.of("2222")))
                    #expect(lock.snapshot.state == .wiped, "the vault has the parameters that it was given")
                }
                try await lock.eraseAndStartOver()
                #expect(lock.snapshot.state == .unconfigured && lock.snapshot.shows(window))
                #expect(_Keychain.shared.names.sorted() == own.sorted())
                #expect(try await launch().snapshot.state == .unconfigured)
            }
        }

        @Test("The recovery code unlocks a lock whose record moved to another device")
        func aRecordInAFileOpensOnAnotherDevice() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "Harbour-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            func launch() async throws -> AppLock {
                let lock = try lockThatMoves(folder: folder)
                try await lock.refresh()
                lock.windowOpened(window)
                lock.windowBecameActive(window)
                return lock
            }
            let lock = try await launch()
            let code = try #require(await lock.setUp(passcode: .of("831724"), kind: .sixDigits))
            let key = try #require(lock.dataKey?.symmetricKey)
            try await lock.setDeviceOwner(.deviceOwner)
            // A backup has the file, and not the items of the keychain.
            _Keychain.shared.reset()
            let moved = try await launch()
            #expect(moved.snapshot.state == .recoveryRequired(.deviceKeyChanged))
            await #expect(throws: VaultError.refused(.recoveryRequired(.deviceKeyChanged))) {
                try await moved.unlock(with: .passcode(.of("831724")))
            }
            try await moved.unlock(with: .recoveryCode(code.text))
            #expect(moved.dataKey?.symmetricKey == key && !moved.snapshot.methods.contains(.passcode))
            #expect(!moved.snapshot.methods.contains(.deviceOwner))
            try await moved.setPasscode(.of("831724"), kind: .sixDigits)
            // A deleted app leaves the attempt counter in the keychain.
            try FileManager.default.removeItem(atPath: folder + "/vault")
            let installed = try await launch()
            #expect(installed.snapshot.state == .recoveryRequired(.vaultVanished))
            try await installed.startOver()
            #expect(installed.snapshot.state == .unconfigured)
        }

        @Test("A lock of the keychain is not found on another device")
        func aLockInTheKeychainStaysOnItsDevice() async throws {
            let lock = try await leftApp(.deviceOwner)
            #expect(lock.snapshot.state != .unconfigured)
            _Keychain.shared.reset()
            #expect(try await launch().snapshot.state == .unconfigured)
        }

        @Test("The device owner unlocks with one prompt", arguments: AccessControl.allCases)
        func theOwnerIsAskedOnceAndLetIn(_ accessControl: AccessControl) async throws {
            let lock = try await leftApp(accessControl)
            comeBack(lock)
            #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
            let isBiometricsOnly = accessControl == .currentBiometrics
            #expect(
                prompts == [
                    _Device.Prompt(
                        "Unlock Notes",
                        fallbackTitle: isBiometricsOnly ? "Enter Notes Passcode" : "Enter Device Passcode",
                        isBiometricsOnly: isBiometricsOnly)
                ])
        }

        @Test("A lock's localised parameters say whether templates follow the hand")
        func localisedParametersKeepTheRuleForTemplates() {
            #expect(AppLock.Parameters.localized().adaptsPicturePassword)
            #expect(!AppLock.Parameters.localized(adaptsPicturePassword: false).adaptsPicturePassword)
        }

        @Test("Changed biometrics require the passcode once and are then trusted")
        func changedFingersNeedThePasscodeOnceAndAreBoundAgain() async throws {
            let lock = try await leftApp(.currentBiometrics)
            let before = Set(_Keychain.shared.names)
            _Device.shared.enrolAnother()
            comeBack(lock)
            _ = try await lock.snapshot { $0.state == .passcodeRequired(.biometricsChanged) }
            #expect(lock.dataKey == nil)
            try await lock.unlock(with: .passcode(.of("8317")))
            let after = Set(_Keychain.shared.names)
            #expect(after.count == before.count && after.symmetricDifference(before).count == 4)
            leave(lock)
            comeBack(lock)
            #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
            #expect(prompts.count == 2)
        }

        @Test("A removed device passcode leaves the passcode and recovery code")
        func aRemovedDevicePasscodeNeverUnlocks() async throws {
            let lock = try await leftApp(.deviceOwner)
            _Device.shared.removePasscode()
            try await lock.refresh()
            comeBack(lock)
            #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
            #expect(lock.snapshot.methods.fallback == .passcode)
            #expect(lock.dataKey == nil && prompts.isEmpty)
            try await lock.unlock(with: .passcode(.of("8317")))
            #expect(lock.snapshot.shows(window))
        }

        @Test("A replaced device passcode requires the app passcode once")
        func aPasscodeRemovedAndSetAgainIsNotTheOne() async throws {
            let lock = try await leftApp(.deviceOwner)
            _Device.shared.removePasscode()
            _Device.shared.change { $0.hasPasscode = true }
            comeBack(lock)
            _ = try await lock.snapshot { $0.state == .passcodeRequired(.devicePasscodeRemoved) }
            #expect(prompts.isEmpty)
            try await lock.unlock(with: .passcode(.of("8317")))
            leave(lock)
            comeBack(lock)
            #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
            #expect(prompts.count == 1)
        }

        @Test("The fallback button presents the passcode screen")
        func theButtonBesideThePromptOpensTheAppsPasscode() async throws {
            let lock = try await leftApp(.currentBiometrics)
            answer(.fallback)
            comeBack(lock)
            #expect(try await lock.snapshot { $0.presentedMethod != nil }.presentedMethod == .passcode)
        }

        @Test("Denied biometrics lead to the passcode without costing attempts")
        func strangersSpendNoPasscodeAndEndAtIt() async throws {
            let lock = try await leftApp(.currentBiometrics)
            answer(.stranger, .stranger)
            comeBack(lock)
            _ = try await lock.snapshot { $0.refusal == .prompt(.denied) }
            lock.requestUnlock()
            _ = try await lock.snapshot { $0.refusal == .prompt(.locked(.sensor)) }
            try await lock.refresh()
            #expect(lock.snapshot.methods.ordered == [.passcode, .recoveryCode])
            #expect(try await vault().status().passcodeAttemptsLeft == 10)
            // The device's passcode unlocks the sensor, which the next return to the app detects.
            _Device.shared.unlock()
            try await lock.refresh()
            #expect(lock.snapshot.methods.ordered.first == .biometrics)
        }

        @Test("Entering the background dismisses the prompt") func leavingTakesThePromptBack() async throws {
            let lock = try await leftApp(.deviceOwner)
            answer(.nothing)
            comeBack(lock)
            while prompts.isEmpty { await Task.yield() }
            lock.windowEnteredBackground(window)
            #expect(lock.snapshot.state == .locked)
            comeBack(lock)
            _ = try await lock.snapshot { $0.state == .unlocked }
        }

        @Test("The app stays locked until the device is unlocked", arguments: [false, true])
        func onALockedDeviceTheAppWaitsBehindItsLock(_ isRestarted: Bool) async throws {
            _ = try await leftApp(.deviceOwner)
            if isRestarted { _Device.shared.restart() } else { _Device.shared.change { $0.isLocked = true } }
            let lock = AppLock(keychainService: "tests")
            await #expect(throws: VaultError.self) { try await lock.refresh() }
            lock.windowOpened(window)
            lock.windowBecameActive(window)
            lock.requestUnlock()
            #expect(lock.snapshot.state == .locked && lock.snapshot.openWindows.isEmpty && prompts.isEmpty)
            _Device.shared.unlock()
            lock.dataBecameAvailable()
            #expect(try await lock.snapshot { $0.state == .unlocked }.shows(window))
            #expect(prompts.count == 1)
        }

        @Test("A lock cannot be set up before the device is first unlocked")
        func aDeviceThatWasNotUnlockedYetTakesNoNewLock() async throws {
            _Device.shared.restart()
            let lock = AppLock(keychainService: "tests")
            try await lock.refresh()
            #expect(lock.snapshot.state == .unconfigured)
            await #expect(throws: VaultError.storage(.keyService, code: errSecInteractionNotAllowed)) {
                _ = try await lock.setUp(passcode: .of("8317"), kind: .fourDigits)
            }
            #expect(lock.dataKey == nil && _Keychain.shared.names.isEmpty)
            _Device.shared.unlock()
            _ = try await lock.setUp(passcode: .of("8317"), kind: .fourDigits)
            #expect(lock.dataKey != nil)
        }

        @Test("Other keychain errors are thrown with their code")
        func whateverElseTheKeychainSaysIsSaid() async throws {
            _Keychain.shared.isEntitled = false
            await #expect(throws: VaultError.storage(.keyService, code: errSecMissingEntitlement)) {
                try await AppLock(keychainService: "tests").refresh()
            }
        }

        @Test("The accessory has the name of an enrolled sensor") func theScreensButtonBearsTheSensorsName() async {
            for (biometry, label) in [(1, "Use Touch ID"), (2, "Use Face ID"), (4, "Use Optic ID")] {
                _Device.shared.change { $0.biometry = biometry }
                let sensor = await KeychainOwner(service: "tests").sensor()
                #expect(PasscodeAccessory.sensor(sensor) { .accepted }?.label == label)
            }
            _Device.shared.forgetFingers()
            let sensor = await KeychainOwner(service: "tests").sensor()
            #expect(PasscodeAccessory.sensor(sensor) { .accepted } == nil)
        }

        @Test("Fallback titles name their method in English and German") func theButtonIsNamedForWhatItOpens() {
            let english = UnlockMethods.Fallback.allCases.map { Wording.name($0, "Notes") }
            #expect(
                english == [
                    "", "Enter Device Passcode", "Enter Notes Passcode", "Draw on Your Picture", "Use Recovery Code",
                ])
            #expect(Wording.name(.passcode, nil) == "Enter Passcode")
            #expect(Wording.unlockApp("Notes") == "Unlock Notes" && Wording.unlockApp(nil) == "Unlock")
            _StringCatalog.language = "de"
            defer { _StringCatalog.language = "en" }
            #expect(Wording.name(.passcode, "Notes") == "Code für Notes eingeben")
            #expect(Wording.unlockApp("Notes") == "Notes entsperren")
            for fallback in UnlockMethods.Fallback.allCases.dropFirst() {
                #expect(!english.contains(Wording.name(fallback, "Notes")))
            }
        }
    }
}
