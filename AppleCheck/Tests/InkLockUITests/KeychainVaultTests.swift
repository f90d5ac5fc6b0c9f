// SPDX-License-Identifier: MIT
import Foundation
import InkLockUI
import LockFlow
import LockVault
import Passcode
import Security
import Testing

extension FrontEnd {
    /// Tests of a vault in the keychain: its record, attempt counter and device key.
    struct KeychainVaultTests {
        let place = KeychainStorage("vault", service: "tests")
        let key = KeychainDeviceKey(service: "tests")

        init() {
            _Device.shared.reset()
            _Keychain.shared.reset()
        }

        private func stored(_ version: UInt64, _ text: String = "") -> StoredBytes {
            StoredBytes(version: version, bytes: Array(text.utf8))
        }

        /// Returns a vault with a low work factor over the same items each time.
        private func vault() -> Vault {
            Vault(
                store: place, ledger: KeychainStorage("attempts", service: "tests"), deviceKey: key,
                parameters: Vault.Parameters(cost: ScryptCost(logN: 4, blockSize: 1, parallelism: 1)!),
                deriver: DerivationQueue(threads: 1))
        }

        private static let locked = VaultError.storage(.keyService, code: errSecInteractionNotAllowed)

        // MARK: Storage

        @Test("Keychain storage saves, checks and removes versions") func aPlaceKeepsItsContract() async throws {
            await #expect(throws: VaultError.missing) { _ = try await place.load() }
            await #expect(throws: VaultError.missing) { try await place.save(stored(2), replacing: 1) }
            try await place.save(stored(1, "one"), replacing: nil)
            #expect(try await place.load() == stored(1, "one"))
            await #expect(throws: VaultError.exists) { try await place.save(stored(1, "two"), replacing: nil) }
            await #expect(throws: VaultError.conflict) { try await place.save(stored(3, "two"), replacing: 2) }
            #expect(try await place.load() == stored(1, "one"))
            try await place.save(stored(1 << 62, "two"), replacing: 1)
            #expect(try await place.load() == stored(1 << 62, "two"))
            try await place.remove()
            try await place.remove()
            await #expect(throws: VaultError.missing) { _ = try await place.load() }
            try await place.save(stored(1), replacing: nil)
            #expect(try await place.load() == stored(1))
        }

        @Test("Names, services and access groups are stored separately") func placesDoNotMix() async throws {
            _Keychain.shared.accessGroups = ["TEAM.app", "TEAM.shared"]
            let places = [
                place, KeychainStorage("attempts", service: "tests"), KeychainStorage("vault", service: "other"),
                KeychainStorage("vault", service: "tests", accessGroup: "TEAM.shared"),
            ]
            for (i, place) in places.enumerated().reversed() {
                try await place.save(stored(1, "place \(i)"), replacing: nil)
            }
            // Without a group, the system searches all groups of the app, starting with its own.
            for (i, place) in places.enumerated().dropFirst() {
                #expect(try await place.load() == stored(1, "place \(i)"))
            }
            await #expect(throws: VaultError.storage(.keyService, code: errSecMissingEntitlement)) {
                _ = try await KeychainStorage("vault", service: "tests", accessGroup: "OTHER").load()
            }
        }

        @Test("Exactly one of several concurrent writers succeeds") func ofManyWritersOneWins() async throws {
            for round in UInt64(0)..<20 {
                let winners = await withTaskGroup(of: UInt64?.self) { group in
                    for writer in UInt64(0)..<8 {
                        group.addTask {
                            do throws(VaultError) {
                                try await place.save(
                                    stored(round + 1, "\(writer)"), replacing: round == 0 ? nil : round)
                                return writer
                            } catch {
                                #expect(error == (round == 0 ? .exists : .conflict))
                                return nil
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
                }
                #expect(winners.count == 1)
                #expect(try await place.load() == stored(round + 1, winners.map { "\($0)" }.joined()))
            }
        }

        @Test("Truncated or foreign keychain items are reported as damaged")
        func whatIsNoPlacesIsDamaged() async throws {
            try await place.save(stored(7, "whole"), replacing: nil)
            let whole = try #require(_Keychain.shared.value(of: "tests/vault"))
            for count in 0..<13 {
                _Keychain.shared.tamper("tests/vault", whole.prefix(count))
                await #expect(throws: VaultError.damaged) { _ = try await place.load() }
            }
            _Keychain.shared.tamper("tests/vault", Data("INKQ".utf8) + whole.dropFirst(4))
            await #expect(throws: VaultError.damaged) { _ = try await place.load() }
        }

        @Test(
            "Vault errors keep the code of the keychain",
            arguments: [errSecIO, errSecDiskFull, errSecNotAvailable, errSecDecode, -67671])
        func theKeychainsCodeIsKept(_ code: OSStatus) async throws {
            try await place.save(stored(1), replacing: nil)
            let refusal = VaultError.storage(.keyService, code: code)
            for call in [
                { _ = try await place.load() }, { try await place.save(stored(2), replacing: 1) },
                { try await place.save(stored(1), replacing: nil) }, { try await place.remove() },
                { _ = try await key.load() }, { _ = try await key.loadOrCreate() },
            ] as [() async throws -> Void] {
                _Keychain.shared.forced = [code]
                await #expect(throws: refusal) { try await call() }
            }
            #expect(refusal.isDeviceLocked == (code == errSecNotAvailable))
        }

        // MARK: The device key

        @Test("Concurrent callers create one device key") func aDeviceKeyIsMadeOnce() async throws {
            await #expect(throws: VaultError.deviceKeyMissing) { _ = try await key.load() }
            let keys = await withTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<24 {
                    group.addTask { (try? await key.loadOrCreate().withBytes { Array($0) }) ?? [] }
                }
                return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            let made = try #require(keys.first)
            #expect(keys.count == 1 && made.count == 32 && Set(made).count > 8)
            #expect(try await key.load().withBytes { Array($0) } == made)
            // Another service has another key.
            let other = try await KeychainDeviceKey(service: "other").loadOrCreate().withBytes { Array($0) }
            #expect(other != made)
        }

        @Test("A device key that another caller adds first is used") func quickerCallerMakesIt() async throws {
            let quicker = Data(repeating: 9, count: 32)
            _Keychain.shared.isAboutTo = { call in
                guard call == .add else { return }
                _Keychain.shared.isAboutTo = nil
                let item: [String: Any] = [
                    kSecClass as String: kSecClassGenericPassword, kSecUseDataProtectionKeychain as String: true,
                    kSecAttrService as String: "tests.device-key", kSecAttrAccount as String: "device-key",
                    kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
                    kSecValueData as String: quicker,
                ]
                #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            }
            #expect(try await key.loadOrCreate().withBytes { Data($0) } == quicker)
        }

        @Test("A device key of the wrong length is unusable") func aKeyOfAnotherLengthIsNotTrusted() async throws {
            _ = try await key.loadOrCreate()
            for count in [0, 31, 33] {
                _Keychain.shared.tamper("tests.device-key/device-key", Data(repeating: 1, count: count))
                await #expect(throws: VaultError.deviceKeyUnusable) { _ = try await key.load() }
                await #expect(throws: VaultError.deviceKeyUnusable) { _ = try await key.loadOrCreate() }
            }
        }

        // MARK: A locked device

        @Test("Before the first device unlock, the vault is locked and not missing")
        func aDeviceThatWasNotUnlockedYetIsNoMissingVault() async throws {
            _ = try await vault().create(passcode: .of("2580"), kind: .fourDigits)
            #expect(_Keychain.shared._protection(of: "tests/vault")?.accessible == "cku")
            #expect(_Keychain.shared._protection(of: "tests/attempts")?.accessible == "cku")
            #expect(_Keychain.shared._protection(of: "tests.device-key/device-key")?.accessible == "aku")
            _Device.shared.restart()
            await #expect(throws: Self.locked) { _ = try await place.load() }
            await #expect(throws: Self.locked) { _ = try await key.load() }
            await #expect(throws: Self.locked) { _ = try await vault().status() }
            await #expect(throws: Self.locked) {
                _ = try await vault().create(passcode: .of("1379"), kind: .fourDigits)
            }
            #expect(Self.locked.isDeviceLocked && !VaultError.missing.isDeviceLocked)
            _Device.shared.unlock()
            _ = try await vault().unlock(passcode: .of("2580"))
        }

        @Test("A locked device denies the device key but not the attempt count")
        func onALockedDeviceTheKeyIsOutOfReachAndTheCountIsNot() async throws {
            _ = try await vault().create(passcode: .of("2580"), kind: .fourDigits)
            _Device.shared.change { $0.isLocked = true }
            await #expect(throws: Self.locked) { _ = try await key.load() }
            await #expect(throws: Self.locked) { _ = try await vault().unlock(passcode: .of("2580")) }
            let attempts = KeychainStorage("attempts", service: "tests")
            let old = try await attempts.load()
            try await attempts.save(StoredBytes(version: old.version + 1, bytes: old.bytes), replacing: old.version)
        }

        // MARK: The vault

        @Test("A vault in the keychain unlocks and counts failures")
        func aVaultInTheKeychainOpensAndCounts() async throws {
            let new = try await vault().create(passcode: .of("2580"), kind: .fourDigits)
            #expect(try await vault().status().passcodeKind == .fourDigits)
            let opened = try await vault().unlock(passcode: .of("2580"))
            #expect(opened.symmetricKey != nil && opened.symmetricKey == new.key.symmetricKey)
            for (failures, code) in zip(1..., ["0001", "0002", "0003"]) {
                await #expect(throws: VaultError.self) { _ = try await vault().unlock(passcode: .of(code)) }
                // The count is visible to other processes.
                #expect(try await vault().status().passcodeAttemptsLeft == UInt32(10 - failures))
            }
            // The fourth failure starts a lockout of one minute.
            await #expect(throws: VaultError.self) { _ = try await vault().unlock(passcode: .of("0004")) }
            await #expect(throws: VaultError.self) { _ = try await vault().unlock(passcode: .of("2580")) }
            #expect(try await vault().status().passcodeAttemptsLeft == 6)
        }

        @Test("An attempt that cannot be counted is not made") func whatCannotBeCountedIsNotTried() async throws {
            _ = try await vault().create(passcode: .of("2580"), kind: .fourDigits)
            let calls = Calls()
            _Keychain.shared.isAboutTo = { call in
                // The first change is that of the count.
                if call == .update, calls.countOne() == 1 { _Keychain.shared.forced = [errSecDiskFull] }
            }
            await #expect(throws: VaultError.storage(.keyService, code: errSecDiskFull)) {
                _ = try await vault().unlock(passcode: .of("2580"))
            }
            #expect(calls.count == 1)
            _Keychain.shared.isAboutTo = nil
            _ = try await vault().unlock(passcode: .of("2580"))
        }

        @Test("A deleted attempt count requires the recovery code") func aTakenAwayCountClosesTheVault() async throws {
            let new = try await vault().create(passcode: .of("2580"), kind: .fourDigits)
            try await KeychainStorage("attempts", service: "tests").remove()
            await #expect(throws: VaultError.refused(.recoveryRequired(.attemptsUnknown))) {
                _ = try await vault().unlock(passcode: .of("2580"))
            }
            let code = try #require(new.recoveryCode)
            _ = try await vault().unlock(recoveryCode: code.text)
        }

        @Test("A changed device key requires the recovery code") func anotherDevicesKeyOpensNothing() async throws {
            _ = try await vault().create(passcode: .of("2580"), kind: .fourDigits)
            _Keychain.shared.tamper("tests.device-key/device-key", Data(repeating: 3, count: 32))
            await #expect(throws: VaultError.refused(.recoveryRequired(.deviceKeyChanged))) {
                _ = try await vault().unlock(passcode: .of("2580"))
            }
        }

        private final class Calls: @unchecked Sendable {
            private let lock = NSLock()
            private var number = 0
            func countOne() -> Int {
                lock.withLock {
                    number += 1
                    return number
                }
            }
            var count: Int { lock.withLock { number } }
        }
    }
}
