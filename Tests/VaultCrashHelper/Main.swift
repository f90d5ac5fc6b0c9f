// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import LockFlow
import LockVault
import Passcode
import VaultCrashSupport

/// A process that uses a vault in a folder and prints each action before and after it. Tests kill it:
/// `VaultCrashHelper FOLDER SLOT UPTIME BOOT WALL COMMAND…`.
///
/// A command is `try=PASSCODE`, `own` (the device's owner opens), `set=PASSCODE` (the owner opens and sets a passcode)
/// or `wait=MILLISECONDS` (advances the clock, which otherwise stands still).
@main struct Main {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        let folder = arguments.removeFirst()
        let slot = SlotID(arguments.removeFirst().split(separator: ".").compactMap { UInt8($0) })!
        let now = ClockReading(
            uptimeMilliseconds: Int64(arguments.removeFirst())!,
            boot: BootIdentity(high: 0, low: UInt64(arguments.removeFirst())!),
            wallMilliseconds: Int64(arguments.removeFirst())!)
        let clock = StoppedClock(now)
        let vault = CrashHelperVault.vault(in: folder, deriver: TalkingDeriver(), clock: clock)
        say("ready")
        for command in arguments {
            let parts = command.split(separator: "=")
            do throws(VaultError) {
                switch parts[0] {
                case "try":
                    _ = try await vault.unlock(passcode: SecretBytes(Array(parts[1].utf8)))
                    say("opened")
                case "wait":
                    clock.pass(Int64(parts[1])!)
                    say("waited")
                default:
                    say("opening")
                    let key = try await vault.unlock(slot: slot, externalKey: CrashHelperVault.ownerKey)
                    say("opened")
                    if parts.count > 1 {
                        say("setting")
                        let passcode = SecretBytes(Array(parts[1].utf8))
                        try await vault.setPasscode(passcode, kind: .fourDigits, with: key)
                        say("set")
                    }
                }
            } catch {
                switch error {
                case .rejected: say("rejected")
                case .refused: say("refused")
                default: say("failed \(error)")
                }
            }
        }
        say("done")
    }

    /// Prints a line and flushes the output.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }
}

/// A deriver that prints a line when it derives a key for an attempt.
private struct TalkingDeriver: Deriver {
    private let queue = DerivationQueue(threads: 1, waiting: 0)

    func withTurn<Result: Sendable>(
        _ body: @Sendable () async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result { try await queue.withTurn(body) }

    func derive(_ passcode: PasscodeInput, by hash: PasscodeHash) async throws(VaultError) -> SymmetricKey {
        Main.say("derive")
        return try await queue.derive(passcode, by: hash)
    }
}

private final class StoppedClock: VaultClock, @unchecked Sendable {
    private let lock = NSLock()
    private var moment: ClockReading

    init(_ moment: ClockReading) { self.moment = moment }

    func now() -> ClockReading { lock.withLock { moment } }

    func pass(_ milliseconds: Int64) {
        lock.withLock {
            moment.uptimeMilliseconds += milliseconds
            moment.wallMilliseconds += milliseconds
        }
    }
}
