// SPDX-License-Identifier: MIT
import InkLockService
import LockFlow
import LockVault

/// The accounts of a folder with cheap derivations.
struct KilledService {
    /// What came of a wrong passcode.
    enum Outcome {
        case wrong, refused, lost
    }

    private let accounts: Accounts
    private let name: AccountName

    static let right = Array("407152".utf8)

    /// - Parameter now: the time that does not pass, with the delays of an account that has an owner; `nil` for the machine's and
    ///   no delays, so that every attempt is made.
    init(folder: String, name: String, now: StandingClock?) async throws {
        var parameters = Accounts.Parameters()
        parameters.vault.cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1)!
        if now == nil {
            parameters.vault.lockout = LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: 1_000_000)
        }
        self.name = AccountName(name)!
        accounts = try await AccountService(
            folder: folder, pictures: PictureCatalogue([:]), parameters: parameters,
            clock: now.map { $0 as any VaultClock } ?? SystemVaultClock()
        ).accounts
    }

    /// Whether the account opened.
    func tryRight() async -> Bool {
        do { _ = try await accounts.signIn(name, .passcode(Self.right), Client()) } catch { return false }
        return true
    }

    /// Tries a passcode that never was right.
    func tryWrong(_ number: Int) async -> Outcome {
        let wrong = Array("\(900_000 + number)".utf8)
        do throws(AccountError) { _ = try await accounts.signIn(name, .passcode(wrong), Client()) } catch {
            switch error {
            case .vault(.rejected): return .wrong
            case .vault(.refused): return .refused
            default: return .lost
            }
        }
        return .lost
    }

    /// Writes the account's record: sets the passcode that it has.
    func changePasscode() async -> Bool {
        do {
            let signedIn = try await accounts.signIn(name, .passcode(Self.right), Client())
            let session = try await accounts.session(signedIn.token)
            _ = try await accounts.set(
                .passcode(Self.right, .sixDigits), .passcode(Self.right), session, Client())
        } catch {
            return false
        }
        return true
    }
}

/// A clock that stands.
struct StandingClock: VaultClock {
    let milliseconds: Int64

    func now() -> Moment {
        Moment(
            uptimeMilliseconds: milliseconds, boot: BootIdentity(high: 1, low: 2),
            wallMilliseconds: 1_790_000_000_000 + milliseconds)
    }
}
