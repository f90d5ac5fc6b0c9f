// SPDX-License-Identifier: MIT
import InkLockService
import LockFlow
import LockVault

/// The accounts of a folder with cheap derivations and without delays, so that every attempt is made.
struct KilledService {
    private let accounts: Accounts

    static let name = AccountName("ada")!
    static let right = Array("407152".utf8)

    init(folder: String) async throws {
        var parameters = Accounts.Parameters()
        parameters.vault.cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1)!
        parameters.vault.lockout = LockoutPolicy(passcodeDelaysMilliseconds: [], passcodeLimit: 1_000_000)
        accounts = try await AccountService(
            folder: folder, pictures: PictureCatalogue([:]), parameters: parameters
        ).accounts
    }

    /// Whether the account opened.
    func tryRight() async -> Bool {
        do { _ = try await accounts.signIn(Self.name, .passcode(Self.right), Client()) } catch { return false }
        return true
    }

    /// Whether the passcode, which never was right, was found to be wrong.
    func tryWrong(_ number: Int) async -> Bool {
        let wrong = Array("\(900_000 + number)".utf8)
        do throws(AccountError) { _ = try await accounts.signIn(Self.name, .passcode(wrong), Client()) } catch {
            return error == .vault(.rejected(.mayTry))
        }
        return false
    }

    /// Writes the account's record: sets the passcode that it has.
    func changePasscode() async -> Bool {
        do {
            let signedIn = try await accounts.signIn(Self.name, .passcode(Self.right), Client())
            let session = try await accounts.session(signedIn.token)
            _ = try await accounts.set(
                .passcode(Self.right, .sixDigits), .passcode(Self.right), session, Client())
        } catch {
            return false
        }
        return true
    }
}
