// SPDX-License-Identifier: MIT
import Foundation
import InkLockService
import LockFlow
import LockVault

/// The accounts of a folder with cheap derivations, used like a browser that keeps its device cookie in a file.
struct KilledService {
    /// The result of trying a wrong passcode.
    enum Outcome {
        case wrong, refused, lost
    }

    private let accounts: Accounts
    private let name: AccountName
    private let cookie: URL

    static let right = TypedPasscode("407152")!

    /// - Parameter now: A clock that stands still, to test with the standard delays. With `nil`, uses the system clock
    ///   and no delays, so that every attempt is tried.
    init(folder: String, name: String, now: StandingClock?) async throws {
        var parameters = Accounts.Parameters()
        parameters.vault.cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1)!
        if now == nil {
            parameters.vault.lockout = LockoutPolicy(
                passcodeDelaysMilliseconds: [], passcodeLimit: 1_000_000, passcodeTotalLimit: .max)
        }
        self.name = AccountName(name)!
        cookie = URL(fileURLWithPath: folder).deletingLastPathComponent().appendingPathComponent("cookie of \(name)")
        accounts = try await AccountService(
            folder: folder, pictures: PictureCatalogue([:]), parameters: parameters,
            clock: now.map { $0 as any VaultClock } ?? SystemVaultClock()
        ).accounts
    }

    /// Returns whether the right passcode opened the account.
    func tryRight() async -> Bool { await signIn() != nil }

    /// Tries a passcode that was never right.
    func tryWrong(_ number: Int) async -> Outcome {
        let wrong = TypedPasscode("\(900_000 + number)")!
        do throws(AccountError) { _ = try await accounts.signIn(name, .passcode(wrong), client) } catch {
            switch error {
            case .vault(.rejected), .rejected: return .wrong
            case .vault(.refused): return .refused
            default: return .lost
            }
        }
        return .lost
    }

    /// Writes the account's record, by setting the passcode that it already has.
    func changePasscode() async -> Bool {
        guard let signedIn = await signIn() else { return false }
        do {
            let session = try await accounts.session(signedIn.token)
            _ = try await accounts.set(isPicture: false, .passcode(Self.right), session) {
                .passcode(Self.right, .sixDigits, isPassphrase: false)
            }
        } catch {
            return false
        }
        return true
    }

    /// Recovers the account. Repeated calls with the same code are one operation.
    func recover(code: String, passcode: String) async -> Bool {
        let method = NewMethod.passcode(TypedPasscode(passcode)!, .sixDigits, isPassphrase: false)
        let operation = accounts.operation("recover \(code)")
        return (try? await accounts.recover(name, code: code, method, Client(), operation)) != nil
    }

    /// Deletes the account.
    func delete() async -> Bool {
        guard let signedIn = await signIn() else { return false }
        do {
            try await accounts.delete(.passcode(Self.right), try await accounts.session(signedIn.token))
        } catch {
            return false
        }
        return true
    }

    /// Signs in. Writes the cookie to disk before the session is used, as a browser does.
    private func signIn() async -> SignedIn? {
        guard let signedIn = try? await accounts.signIn(name, .passcode(Self.right), client) else { return nil }
        try? Data(signedIn.deviceText.utf8).write(to: cookie, options: .atomic)
        return signedIn
    }

    private var client: Client {
        Client(deviceText: (try? String(contentsOf: cookie, encoding: .utf8)) ?? "")
    }
}

/// A clock that stands still.
struct StandingClock: VaultClock {
    let milliseconds: Int64

    func now() -> ClockReading {
        ClockReading(
            uptimeMilliseconds: milliseconds, boot: BootIdentity(high: 1, low: 2),
            wallMilliseconds: 1_790_000_000_000 + milliseconds)
    }
}
