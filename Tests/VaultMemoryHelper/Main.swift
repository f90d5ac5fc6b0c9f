// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockVault
import Passcode

/// A process with an open vault, whose memory tests inspect: `VaultMemoryHelper FOLDER PASSCODE`. After each step, it
/// prints a line and waits for a line of input.
///
/// Secrets are encoded, so that tests find only copies of the process's own: the passcode and the printed keys are
/// hexadecimal, with each byte XOR 5A.
@main enum Main {
    static func main() async throws {
        let folder = CommandLine.arguments[1]
        let file = FileDeviceKey(path: folder + "/device-key")
        _ = try await file.loadOrCreate()
        let deviceKey = MemoryDeviceKey(try await file.load())
        pause("loaded")
        let deriver = PausingDeriver()
        let vault = Vault(
            store: FileStorage(path: folder + "/vault"), ledger: FileStorage(path: folder + "/attempts"),
            deviceKey: deviceKey, parameters: .init(cost: ScryptCost(logN: 10, parallelism: 1) ?? .standard),
            deriver: deriver)
        try await create(vault)
        pause("forgotten")
        deriver.isPausing = true
        let key = try await vault.unlock(passcode: passcode)
        deriver.isPausing = false
        pause("unlocked")
        key.erase()
        pause("locked")
    }

    private static func create(_ vault: Vault) async throws {
        let new = try await vault.create(passcode: passcode, kind: .alphanumeric, withRecoveryCode: false)
        pause("made " + masked(new.key))
        new.key.erase()
    }

    private static var passcode: SecretBytes {
        let digits = Array(CommandLine.arguments[2].utf8)
        return SecretBytes(capacity: digits.count / 2) { bytes in
            for i in bytes.indices { bytes[i] = (value(digits[2 * i]) << 4 | value(digits[2 * i + 1])) ^ 0x5A }
        }
    }

    private static func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }

    private static func masked(_ key: DataKey) -> String {
        key.symmetricKey?.withUnsafeBytes { bytes in
            var text = ""
            for byte in bytes { text += String(format: "%02x", byte ^ 0x5A) }
            return text
        } ?? ""
    }

    static func pause(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        var answer: UInt8 = 0
        while read(0, &answer, 1) == 1, answer != 10 {}
    }
}

/// Waits in the middle of an attempt, when asked to.
private final class PausingDeriver: Deriver, @unchecked Sendable {
    private let queue = DerivationQueue(threads: 1, waiting: 0)
    /// Changed only between attempts.
    var isPausing = false

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result { try await queue.withTurn(body) }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        let key = try await queue.derive(passcode, by: hash)
        if isPausing { Main.pause("deriving") }
        return key
    }
}
