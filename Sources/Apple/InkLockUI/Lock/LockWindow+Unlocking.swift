// SPDX-License-Identifier: MIT
import InkLock
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// Unlocking from the cover. The lock's screen shows the reason for a failure; the answers here drive the screen of an
/// unlock method.
extension LockWindow {
    /// Responds to a tap on the cover.
    func tapped() { if face.best != nil { unlock() } else if face.canLookAgain { tryAgain() } }

    /// Starts an unlock method, by default the best one available.
    func unlock(_ method: UnlockMethod? = nil) {
        loader.lock?.unlock(method)
        refresh()
    }

    func submit(passcode: consuming SecretBytes) async -> PasscodeAnswer {
        guard let lock = loader.lock else { return .unavailable }
        do throws(VaultError) { try await lock.submit(passcode: passcode) } catch { return .init(error) }
        return .accepted
    }

    func submit(
        gesture: PictureGesture, on digest: [UInt8], _ verifier: some GestureVerifier & Sendable
    ) async -> PictureAnswer {
        guard let lock = loader.lock else { return .unavailable }
        do throws(VaultError) {
            try await lock.submit(gesture: gesture, on: digest, verifier: verifier)
        } catch {
            return .init(error)
        }
        return .accepted
    }

    func submit(recoveryCode: String) async -> Bool {
        guard let lock = loader.lock else { return false }
        do throws(VaultError) { try await lock.submit(recoveryCode: recoveryCode) } catch { return false }
        return true
    }
}

extension PasscodeAnswer {
    init(_ error: VaultError) {
        switch error {
        case .rejected(.lockedOut(let seconds)), .refused(.lockedOut(let seconds)): self = .lockedOut(seconds: seconds)
        case .rejected: self = .rejected
        default: self = .unavailable
        }
    }
}

extension PictureAnswer {
    init(_ error: VaultError) {
        switch error {
        case .rejected(.lockedOut(let seconds)), .refused(.lockedOut(let seconds)): self = .lockedOut(seconds: seconds)
        case .rejected(.mayTry): self = .rejected
        case .rejected, .refused: self = .lockedOut(seconds: nil)
        case .otherPicture: self = .otherPicture
        default: self = .unavailable
        }
    }
}
