// SPDX-License-Identifier: MIT
import Foundation
import InkLock
import InkLockUI
import LockFlow
import Passcode
import Security
import Testing

extension FrontEnd {
    /// Tests of secrets that the device's owner reads, on the doubles' device.
    struct KeychainOwnerTests {
        let owner = KeychainOwner(service: "tests")
        let pay = OwnerPrompt("Pay for the tickets", fallbackTitle: "Enter Tickets Passcode")
        let item = "tests.owner/token"

        init() {
            _Device.shared.reset()
            _Keychain.shared.reset()
        }

        private var prompts: [_Device.Prompt] { _Device.shared.read { $0.prompts } }

        private func answer(_ answers: _Device.Answer...) { _Device.shared.change { $0.answers = answers } }

        private func read(_ name: String = "token") async throws -> String {
            try await owner.read(name, prompt: pay).withBytes { String(decoding: $0, as: UTF8.self) }
        }

        @Test(
            "A secret is protected by its access control and read after one prompt", arguments: AccessControl.allCases)
        func aSecretIsGivenToTheOwnerAfterOneQuestion(_ accessControl: AccessControl) async throws {
            try await owner.add(.of("one"), named: "token", for: accessControl)
            #expect(prompts.isEmpty)
            #expect(try await read() == "one")
            let isBiometricsOnly = accessControl == .currentBiometrics
            #expect(
                prompts == [
                    _Device.Prompt(
                        "Pay for the tickets", fallbackTitle: "Enter Tickets Passcode",
                        isBiometricsOnly: isBiometricsOnly)
                ])
            let protection = try #require(_Keychain.shared._protection(of: item))
            #expect(protection.accessible == "akpu")
            #expect(protection.flags == (isBiometricsOnly ? .biometryCurrentSet : .userPresence))
        }

        @Test("Every read shows its own prompt") func everyReadAsksAgain() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            for count in 1...3 {
                #expect(try await read() == "one")
                #expect(prompts.count == count)
            }
        }

        @Test("An update prompts once and keeps the access control", arguments: AccessControl.allCases)
        func aChangeAsksOnceAndKeepsTheGuardian(_ accessControl: AccessControl) async throws {
            try await owner.add(.of("one"), named: "token", for: accessControl)
            let before = try #require(_Keychain.shared._protection(of: item))
            try await owner.update(.of("two"), named: "token", prompt: OwnerPrompt("Change the card"))
            #expect(prompts.map(\.message) == ["Change the card"])
            let after = try #require(_Keychain.shared._protection(of: item))
            #expect(after.accessible == before.accessible && after.flags == before.flags)
            answer(.stranger)
            await #expect(throws: OwnerError.denied) {
                try await owner.update(.of("three"), named: "token", prompt: pay)
            }
            #expect(try await read() == "two")
        }

        @Test("Adding an existing secret fails and keeps the original") func whatIsThereIsNotAddedAgain() async throws {
            try await owner.add(.of("one"), named: "token", for: .currentBiometrics)
            await #expect(throws: OwnerError.exists) {
                try await owner.add(.of("two"), named: "token", for: .deviceOwner)
            }
            #expect(try await read() == "one")
            #expect(prompts.map(\.isBiometricsOnly) == [true])
        }

        @Test("A deleted secret leaves no keychain item") func whatIsDeletedLeavesNothing() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            try await owner.add(.of("else"), named: "other", for: .deviceOwner)
            try await owner.delete("token")
            try await owner.delete("token")
            await #expect(throws: OwnerError.absent) { _ = try await read() }
            await #expect(throws: OwnerError.absent) {
                try await owner.update(.of("two"), named: "token", prompt: pay)
            }
            #expect(prompts.isEmpty)
            #expect(_Keychain.shared.names == ["tests.owner.mark/other", "tests.owner/other"])
            try await owner.add(.of("new"), named: "token", for: .deviceOwner)
            #expect(try await read() == "new")
        }

        @Test("A secret cannot be added without the biometrics or passcode it needs")
        func aDeviceWithoutPasscodeOrFingersGuardsNothing() async throws {
            _Device.shared.forgetFingers()
            await #expect(throws: OwnerError.unavailable) {
                try await owner.add(.of("one"), named: "token", for: .currentBiometrics)
            }
            _Device.shared.removePasscode()
            await #expect(throws: OwnerError.unavailable) {
                try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            }
            #expect(_Keychain.shared.names.isEmpty)
            #expect(await owner.capabilities() == UnlockMethods.Capabilities())
        }

        @Test(
            "Changed biometrics invalidate a secret bound to the previous set",
            arguments: [errSecAuthFailed, errSecItemNotFound])
        func changedFingersLoseWhatWasForThoseBefore(_ said: OSStatus) async throws {
            _Keychain.shared.changedSetStatus = said
            try await owner.add(.of("one"), named: "token", for: .currentBiometrics)
            _Device.shared.enrolAnother()
            for _ in 1...2 {
                await #expect(throws: OwnerError.invalidated(.biometricsChanged)) { _ = try await read() }
            }
            await #expect(throws: OwnerError.invalidated(.biometricsChanged)) {
                try await owner.update(.of("two"), named: "token", prompt: pay)
            }
            // Add the secret again, as the error requires.
            try await owner.add(.of("new"), named: "token", for: .currentBiometrics)
            #expect(try await read() == "new")
        }

        @Test("A secret that opens again is no longer lost") func aSecretThatOpensAgainIsKept() async throws {
            try await owner.add(.of("one"), named: "token", for: .currentBiometrics)
            // The calls read the marker, look for the item, and fail to open it.
            _Keychain.shared.forced = [nil, nil, errSecAuthFailed]
            await #expect(throws: OwnerError.invalidated(.biometricsChanged)) { _ = try await read() }
            #expect(try await read() == "one")
            await #expect(throws: OwnerError.exists) {
                try await owner.add(.of("two"), named: "token", for: .currentBiometrics)
            }
            #expect(try await read() == "one")
        }

        @Test("A lost secret that cannot be added again stays lost") func aFailedAdditionKeepsTheLoss() async throws {
            try await owner.add(.of("one"), named: "token", for: .currentBiometrics)
            _Device.shared.enrolAnother()
            let loss = OwnerError.invalidated(.biometricsChanged)
            await #expect(throws: loss) { _ = try await read() }
            // The calls read the marker, delete the item, look for it, replace the marker, and find the disk full.
            _Keychain.shared.forced = [nil, nil, nil, nil, nil, errSecDiskFull]
            await #expect(throws: OwnerError.system(code: errSecDiskFull)) {
                try await owner.add(.of("two"), named: "token", for: .currentBiometrics)
            }
            await #expect(throws: loss) { _ = try await read() }
            try await owner.add(.of("new"), named: "token", for: .currentBiometrics)
            #expect(try await read() == "new")
        }

        @Test("Removed biometrics invalidate a secret bound to them") func fingersThatAreGoneLoseItToo() async throws {
            try await owner.add(.of("one"), named: "token", for: .currentBiometrics)
            _Device.shared.forgetFingers()
            await #expect(throws: OwnerError.invalidated(.biometricsChanged)) { _ = try await read() }
            try await owner.add(.of("two"), named: "token", for: .deviceOwner)
            #expect(try await read() == "two")
        }

        @Test("A secret of the device owner survives changes of biometrics")
        func whatIsForTheOwnerSurvivesNewFingers() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            _Device.shared.enrolAnother()
            #expect(try await read() == "one")
            _Device.shared.forgetFingers()
            #expect(try await read() == "one")
        }

        @Test(
            "A removed device passcode invalidates secrets without a prompt", arguments: AccessControl.allCases,
            [false, true])
        func removedPasscodeLosesItWithoutAPrompt(_ accessControl: AccessControl, _ isSetAgain: Bool) async throws {
            try await owner.add(.of("one"), named: "token", for: accessControl)
            _Device.shared.removePasscode()
            if isSetAgain {
                _Device.shared.change { $0.hasPasscode = true }
                _Device.shared.enrolAnother()
            }
            let wasPasscode = accessControl == .deviceOwner || !isSetAgain
            let loss = OwnerError.invalidated(wasPasscode ? .devicePasscodeRemoved : .biometricsChanged)
            await #expect(throws: loss) { _ = try await read() }
            #expect(prompts.isEmpty)
            guard isSetAgain else { return }
            try await owner.add(.of("new"), named: "token", for: accessControl)
            #expect(try await read() == "new")
        }

        @Test("Fallback returns to the app for biometrics, otherwise to the system")
        func theButtonBesideThePromptIsTheAppsOrTheSystems() async throws {
            try await owner.add(.of("one"), named: "fingers", for: .currentBiometrics)
            try await owner.add(.of("two"), named: "owner", for: .deviceOwner)
            answer(.fallback, .fallback)
            await #expect(throws: OwnerError.fallbackChosen) { _ = try await read("fingers") }
            #expect(try await read("owner") == "two")
        }

        @Test("Failed biometrics lock the sensor until the device passcode is used")
        func strangersLockTheSensorAndThePasscodeOpensIt() async throws {
            try await owner.add(.of("one"), named: "fingers", for: .currentBiometrics)
            try await owner.add(.of("two"), named: "owner", for: .deviceOwner)
            answer(.stranger, .stranger)
            await #expect(throws: OwnerError.denied) { _ = try await read("fingers") }
            await #expect(throws: OwnerError.locked(.sensor)) { _ = try await read("fingers") }
            await #expect(throws: OwnerError.locked(.sensor)) { _ = try await read("fingers") }
            #expect(prompts.count == 2)
            #expect(
                await owner.capabilities() == UnlockMethods.Capabilities(biometrics: false, devicePasscode: true))
            #expect(await owner.sensor() == OwnerSensor(kind: .faceID, state: .lockedOut))
            // A secret for the enrolled biometrics may still be added, because they are the same.
            try await owner.add(.of("three"), named: "more", for: .currentBiometrics)
            answer(.devicePasscode)
            #expect(try await read("owner") == "two")
            #expect(await owner.sensor()?.state == .ready)
            #expect(try await read("fingers") == "one")
            #expect(try await read("more") == "three")
        }

        static let sensors: [(biometry: Int, kind: OwnerSensor.Kind?)] = [
            (0, nil), (1, .touchID), (2, .faceID), (4, .opticID),
        ]

        @Test("The kind and state of the sensor are reported", arguments: sensors)
        func theSensorHasAName(_ row: (biometry: Int, kind: OwnerSensor.Kind?)) async {
            _Device.shared.change { $0.biometry = row.biometry }
            let sensor = await owner.sensor()
            #expect(sensor?.kind == row.kind)
            #expect(await owner.capabilities().biometrics == (row.kind != nil))
            _Device.shared.forgetFingers()
            #expect(await owner.sensor()?.state == (row.kind == nil ? nil : .nothingEnrolled))
            #expect(await !owner.capabilities().biometrics)
            _Device.shared.enrolAnother()
            _Device.shared.change { $0.isSensorAllowed = false }
            #expect(await owner.sensor()?.state == (row.kind == nil ? nil : .unavailable))
            #expect(
                await owner.capabilities() == UnlockMethods.Capabilities(biometrics: false, devicePasscode: true))
        }

        @Test("Capabilities follow the passcode and biometrics of the device") func methodsComeAndGo() async {
            #expect(await owner.capabilities() == UnlockMethods.Capabilities(biometrics: true, devicePasscode: true))
            _Device.shared.removePasscode()
            #expect(await owner.capabilities() == UnlockMethods.Capabilities())
            _Device.shared.change { $0.hasPasscode = true }
            #expect(await owner.capabilities() == UnlockMethods.Capabilities(devicePasscode: true))
            _Device.shared.enrolAnother()
            #expect(await owner.capabilities() == UnlockMethods.Capabilities(biometrics: true, devicePasscode: true))
        }

        @Test("Cancelling the task dismisses the prompt") func cancellingTheTaskTakesThePromptBack() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            answer(.nothing)
            let reading = Task { try await read() }
            while prompts.isEmpty { await Task.yield() }
            reading.cancel()
            await #expect(throws: OwnerError.cancelled) { try await reading.value }
            #expect(try await read() == "one")
        }

        @Test("A task that is already cancelled reads nothing and shows no prompt")
        func aCancelledTaskGetsNothingWhateverWasAnswered() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            for _ in 1...20 {
                let reading = Task { () async throws -> String in
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await read()
                }
                await #expect(throws: OwnerError.cancelled) { try await reading.value }
            }
            #expect(prompts.isEmpty)
        }

        @Test("A cancelled or interrupted prompt is not a denial") func userWhoLeavesIsNotAStranger() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            answer(.cancel, .interruption)
            for _ in 1...2 { await #expect(throws: OwnerError.cancelled) { _ = try await read() } }
            _Device.shared.change { $0.isAppInFront = false }
            await #expect(throws: OwnerError.locked(.device)) { _ = try await read() }
        }

        @Test("A locked device neither reads nor adds secrets") func aLockedDeviceGivesAndTakesNothing() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            _Device.shared.change { $0.isLocked = true }
            await #expect(throws: OwnerError.locked(.device)) { _ = try await read() }
            await #expect(throws: OwnerError.locked(.device)) {
                try await owner.add(.of("two"), named: "other", for: .deviceOwner)
            }
            _Device.shared.restart()
            await #expect(throws: OwnerError.locked(.device)) { _ = try await read() }
            _Device.shared.unlock()
            #expect(try await read() == "one")
            await #expect(throws: OwnerError.absent) { _ = try await read("other") }
        }

        @Test("A prompt without a reason shows a default reason") func aPromptWithoutAReasonGetsOne() async throws {
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            _ = try await owner.read("token", prompt: OwnerPrompt("", fallbackTitle: ""))
            #expect(prompts.map(\.message) == ["Unlock"])
            #expect(prompts.map(\.fallbackTitle) == [""])
        }

        @Test("Access groups are separate and require an entitlement") func groupsKeepTheirOwn() async throws {
            _Keychain.shared.accessGroups = ["TEAM.app", "TEAM.shared"]
            let shared = KeychainOwner(service: "tests", accessGroup: "TEAM.shared")
            try await shared.add(.of("ours"), named: "token", for: .deviceOwner)
            try await KeychainOwner(service: "tests", accessGroup: "TEAM.app")
                .add(.of("mine"), named: "token", for: .deviceOwner)
            #expect(try await shared.read("token", prompt: pay).isEqual(to: .of("ours")))
            let foreign = KeychainOwner(service: "tests", accessGroup: "OTHER.app")
            await #expect(throws: OwnerError.system(code: errSecMissingEntitlement)) {
                try await foreign.add(.of("one"), named: "token", for: .deviceOwner)
            }
            _Keychain.shared.isEntitled = false
            await #expect(throws: OwnerError.system(code: errSecMissingEntitlement)) { _ = try await read() }
        }

        @Test("A failed addition leaves no keychain item") func whatCouldNotBeKeptLeavesNothing() async throws {
            // The calls read the marker, look for the item, add the marker, and find the disk full.
            _Keychain.shared.forced = [nil, nil, nil, errSecDiskFull]
            await #expect(throws: OwnerError.system(code: errSecDiskFull)) {
                try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            }
            #expect(_Keychain.shared.names.isEmpty)
            await #expect(throws: OwnerError.absent) { _ = try await read() }
        }

        @Test("Only one of many concurrent additions succeeds") func ofManyAtOnceOneIsKept() async throws {
            let added = await withTaskGroup(of: String?.self) { group in
                for i in 0..<24 {
                    group.addTask {
                        do throws(OwnerError) {
                            let accessControl: AccessControl = i % 2 == 0 ? .deviceOwner : .currentBiometrics
                            try await owner.add(.of("secret \(i)"), named: "token", for: accessControl)
                            return "secret \(i)"
                        } catch {
                            #expect(error == .exists)
                            return nil
                        }
                    }
                }
                return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(added.count == 1)
            #expect(try await [read()] == added)
        }

        @Test("Keychain calls never run on the main thread") @MainActor func theCallersThreadNeverWaits() async throws {
            let threads = Threads()
            _Keychain.shared.isAboutTo = { _ in threads.note() }
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            _ = try await owner.read("token", prompt: pay)
            try await owner.update(.of("two"), named: "token", prompt: pay)
            try await owner.delete("token")
            #expect(threads.count > 8 && threads.mainCount == 0)
        }

        /// A record of the threads that called the keychain.
        private final class Threads: @unchecked Sendable {
            private let lock = NSLock()
            private var all = 0
            private var main = 0

            func note() {
                lock.withLock {
                    all += 1
                    if Thread.isMainThread { main += 1 }
                }
            }

            var count: Int { lock.withLock { all } }
            var mainCount: Int { lock.withLock { main } }
        }
    }
}
