// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// Unlocking from the cover. The answers are for the screen of the unlock method; the window shows the other errors.
extension LockWindow {
    /// Responds to a tap on the cover.
    func tapped() { if content.best != nil { unlock() } else if content.canRetryLoading { tryAgain() } }

    /// Starts an unlock method, by default the best one available.
    func unlock(_ method: UnlockMethod? = nil) {
        failure = nil
        lock.requestUnlock(with: method)
        refresh()
    }

    func submit(passcode: consuming SecretBytes) async -> PasscodeAnswer {
        do throws(VaultError) { try await unlock(with: .passcode(passcode)) } catch { return .init(error) }
        return .accepted
    }

    func submit(gesture: PictureGesture, on digest: [UInt8]) async -> PictureAnswer {
        do throws(VaultError) { try await unlock(with: .drawing(gesture, on: digest)) } catch { return .init(error) }
        return .accepted
    }

    func submit(recoveryCode: String) async -> Bool {
        do throws(VaultError) { try await unlock(with: .recoveryCode(recoveryCode)) } catch { return false }
        return true
    }

    private func unlock(with credential: consuming UnlockCredential) async throws(VaultError) {
        failure = nil
        do throws(VaultError) { try await lock.unlock(with: credential) } catch {
            failure = error
            throw error
        }
    }
}
