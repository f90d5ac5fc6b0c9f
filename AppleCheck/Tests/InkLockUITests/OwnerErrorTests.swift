// SPDX-License-Identifier: MIT
import InkLock
import InkLockUI
import LocalAuthentication
import Security
import Testing

extension FrontEnd {
    /// Tests of the two tables of error codes, row by row.
    struct OwnerErrorTests {
        static let authentication: [(code: Int, meaning: OwnerError)] = [
            (-1, .denied), (-2, .cancelled), (-3, .fallbackChosen), (-4, .cancelled), (-5, .unavailable),
            (-6, .unavailable), (-7, .unavailable), (-8, .locked(.sensor)), (-9, .cancelled), (-10, .cancelled),
            // Codes for macOS: no watch, no keyboard with a sensor, that keyboard disconnected, no room for the prompt.
            (-11, .unavailable), (-12, .unavailable), (-13, .unavailable), (-14, .system(code: -14)),
            (-1004, .locked(.device)),
            // Unassigned codes.
            (-15, .system(code: -15)), (7, .system(code: 7)),
        ]

        static let keychain: [(code: OSStatus, meaning: OwnerError)] = [
            (-25300, .absent), (-25299, .exists), (-25293, .denied), (-128, .cancelled), (-25308, .locked(.device)),
            (-25291, .locked(.device)), (-34018, .system(code: -34018)), (-26275, .system(code: -26275)),
            (-50, .system(code: -50)), (-36, .system(code: -36)), (-34, .system(code: -34)),
            (-108, .system(code: -108)), (-4, .system(code: -4)), (-67671, .system(code: -67671)),
        ]

        @Test("LocalAuthentication codes map to owner errors", arguments: authentication)
        func whatTheSensorSaysHasAMeaning(_ row: (code: Int, meaning: OwnerError)) throws {
            #expect(OwnerError(LAError(try #require(LAError.Code(rawValue: row.code)))) == row.meaning)
        }

        @Test("Keychain codes map to owner errors", arguments: keychain)
        func whatTheKeychainSaysHasAMeaning(_ row: (code: OSStatus, meaning: OwnerError)) {
            #expect(OwnerError(row.code) == row.meaning)
        }

        @Test("Named error codes have the expected values") func theNamesAreThoseOfTheNumbers() {
            #expect(LAError.Code.userFallback.rawValue == -3 && LAError.Code.biometryLockout.rawValue == -8)
            #expect(OwnerError(LAError(.userFallback)) == .fallbackChosen)
            #expect(OwnerError(errSecItemNotFound) == .absent)
        }

        @Test("A read throws the error of its prompt", arguments: authentication)
        func aReadEndsAsThePromptDid(_ row: (code: Int, meaning: OwnerError)) async throws {
            _Device.shared.reset()
            _Keychain.shared.reset()
            let owner = KeychainOwner(service: "tests")
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            _Device.shared.change { $0.answers = [.refusal(row.code)] }
            // A missing device passcode has a more specific meaning if an item existed.
            let meaning = row.code == -5 ? .invalidated(.devicePasscodeRemoved) : row.meaning
            await #expect(throws: meaning) { _ = try await owner.read("token", prompt: OwnerPrompt("Pay")) }
        }

        @Test("A read throws the error of the keychain", arguments: keychain)
        func aReadEndsAsTheKeychainSays(_ row: (code: OSStatus, meaning: OwnerError)) async throws {
            _Device.shared.reset()
            _Keychain.shared.reset()
            let owner = KeychainOwner(service: "tests")
            try await owner.add(.of("one"), named: "token", for: .deviceOwner)
            // The calls read the marker, look for the item, and read it.
            _Keychain.shared.forced = [nil, nil, row.code]
            let meaning = row.code == errSecItemNotFound ? .invalidated(.devicePasscodeRemoved) : row.meaning
            await #expect(throws: meaning) { _ = try await owner.read("token", prompt: OwnerPrompt("Pay")) }
            #expect(try await owner.read("token", prompt: OwnerPrompt("Pay")).isEqual(to: .of("one")))
        }
    }
}
