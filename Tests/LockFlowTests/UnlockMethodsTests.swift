// SPDX-License-Identifier: MIT
import LockFlow
import Testing

@Suite struct UnlockMethodsTests {
    private let sensor = UnlockMethods.Capabilities(biometrics: true, devicePasscode: true)
    private let codeOnly = UnlockMethods.Capabilities(devicePasscode: true)
    private let bare = UnlockMethods.Capabilities()

    @Test("The system provides the fallback for the device owner")
    func deviceOwnerIsAskedForByTheSystemWithItsOwnFallback() {
        let methods = UnlockMethods(sensor, .init(deviceOwner: .biometricsOrDevicePasscode, passcode: true))
        #expect(methods.ordered == [.deviceOwner, .passcode])
        #expect(methods.fallback == .devicePasscode)
        #expect(methods.fallbackMethod == nil)
    }

    @Test("The device passcode alone identifies the device owner") func theDevicesPasscodeAloneIsAnOwnerToo() {
        let methods = UnlockMethods(codeOnly, .init(deviceOwner: .biometricsOrDevicePasscode))
        #expect(methods.ordered == [.deviceOwner])
    }

    @Test("Biometrics fall back on the passcode of the app") func sensorFallsBackOnTheAppsPasscode() {
        let methods = UnlockMethods(sensor, .init(deviceOwner: .biometrics, passcode: true))
        #expect(methods.ordered == [.biometrics, .passcode])
        #expect(methods.fallback == .passcode)
        #expect(methods.fallbackMethod == .passcode)
    }

    @Test("Biometrics alone have no fallback") func sensorAloneHidesTheButton() {
        let methods = UnlockMethods(sensor, .init(deviceOwner: .biometrics))
        #expect(methods.ordered == [.biometrics])
        #expect(methods.fallback == .none)
    }

    @Test("Biometrics are not offered if none are enrolled") func aSensorWithoutAnythingEnrolledIsNotOffered() {
        let methods = UnlockMethods(codeOnly, .init(deviceOwner: .biometrics, passcode: true))
        #expect(methods.ordered == [.passcode])
        #expect(methods.preferred == .passcode)
    }

    @Test("Without a device passcode the passcode of the app remains") func aDeviceWithoutPasscodeLeavesTheAppsOwn() {
        let methods = UnlockMethods(
            bare, .init(deviceOwner: .biometricsOrDevicePasscode, passcode: true, recoveryCode: true))
        #expect(methods.ordered == [.passcode, .recoveryCode])
        #expect(methods.fallback == .passcode)
    }

    @Test("No methods are offered if none are set up") func nothingSetUpLeavesNothing() {
        let methods = UnlockMethods(sensor, .init())
        #expect(methods.ordered.isEmpty && methods.preferred == nil && methods.fallback == .none)
    }

    @Test("The recovery code is never the preferred method") func theRecoveryCodeIsNeverOfferedByItself() {
        #expect(UnlockMethods(bare, .init(recoveryCode: true)).preferred == nil)
    }

    /// In every combination: only what is set up and possible is offered, each once, and the button opens something.
    @Test("Every combination offers exactly the available methods") func everyCombinationOffersWhatThereIs() {
        let flags = [false, true]
        for sensor in flags {
            for code in flags {
                for keys in flags {
                    for owner in UnlockMethods.Choices.OwnerAuthentication.allCases {
                        for bits in 0..<16 {
                            let can = UnlockMethods.Capabilities(
                                biometrics: sensor, devicePasscode: code, passkeys: keys)
                            let set = UnlockMethods.Choices(
                                deviceOwner: owner, passkey: bits & 1 > 0, passcode: bits & 2 > 0,
                                picture: bits & 4 > 0,
                                recoveryCode: bits & 8 > 0)
                            let methods = UnlockMethods(can, set)
                            #expect(Set(methods.ordered).count == methods.ordered.count)
                            #expect(methods.contains(.passcode) == set.passcode)
                            #expect(methods.contains(.picture) == set.picture)
                            #expect(methods.contains(.recoveryCode) == set.recoveryCode)
                            #expect(methods.contains(.passkey) == (set.passkey && keys))
                            #expect(methods.contains(.biometrics) == (owner == .biometrics && sensor && code))
                            #expect(methods.contains(.deviceOwner) == (owner == .biometricsOrDevicePasscode && code))
                            #expect((methods.fallback == .devicePasscode) == methods.contains(.deviceOwner))
                            if let behind = methods.fallbackMethod { #expect(methods.contains(behind)) }
                        }
                    }
                }
            }
        }
    }
}
