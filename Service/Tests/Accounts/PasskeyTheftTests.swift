// SPDX-License-Identifier: MIT
import Foundation
import LockFlow
import LockVault
import PasskeySupport
import Testing

@testable import InkLockService

/// Attacks with read or write access to the service's data folder.
@Suite(.fewAtOnce) struct PasskeyTheftTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    private func owner(prf: Bool) async throws -> PasskeyOwner {
        try await bench.run { _, browser async throws in
            let ada = browser()
            try await ada.create("ada")
            var owner = try PasskeyOwner(ada, prf: prf)
            #expect(try await owner.enrol().status == 200)
            return owner
        }
    }

    /// With the PRF extension, the data folder with its device key does not open the passkey's slot. Without it, it
    /// does.
    @Test("The data folder opens a passkey's key slot only without PRF", arguments: [true, false])
    func folderOpensOnlyWhatHasNoPRF(prf: Bool) async throws {
        _ = try await owner(prf: prf)
        let accounts = try await bench.service().accounts
        let name = try #require(AccountName("ada"))
        let (account, device) = try await accounts.database.read { database in
            let account = try #require(try AccountRow.find(name, in: database))
            return (account, try #require(try DeviceTable(database: database).all(of: account.id).first))
        }
        let vault = accounts.vault(account.id, on: device.id)
        let slot = try #require(try await vault.status().passkeys.first)
        #expect(slot.metadata.usesPRF == prf)
        let key = accounts.secrets.passkeyKeys(slot.metadata.credentialID, account.id)[0]
        do throws(VaultError) {
            let opened = try await vault.unlock(slot: slot.slot, externalKey: key)
            #expect(!prf && opened.symmetricKey != nil)
        } catch {
            #expect(prf && error == .rejected(.attemptsAllowed))
        }
        try accounts.database.close()
    }

    /// The slot authenticates the public key of its passkey.
    @Test("Replacing a stored public key gives an attacker no access", arguments: [true, false])
    func swappedKeyOpensNothing(prf: Bool) async throws {
        let owner = try await owner(prf: prf)
        var thief = owner
        thief.authenticator = try SoftAuthenticator(.es256)
        thief.authenticator.id = owner.authenticator.id
        (thief.authenticator.origin, thief.authenticator.relyingPartyID) = ("http://localhost", "localhost")
        let accounts = try await bench.service().accounts
        let (old, new) = (Data(try owner.authenticator.cose), Data(try thief.authenticator.cose))
        let places = try await accounts.database.write { database in
            var vault = try #require(try Data.fetchOne(database, sql: "SELECT vault FROM account WHERE isDecoy = 0"))
            let place = try #require(vault.range(of: old))
            vault.replaceSubrange(place, with: new)
            try database.run(sql: "UPDATE account SET vault = ? WHERE isDecoy = 0", arguments: [vault])
            return place.count
        }
        #expect(places == old.count)
        try accounts.database.close()
        let cookies = owner.browser.cookies
        let swapped = thief
        try await bench.run { _, browser async throws in
            let thief = try swapped.elsewhere(browser())
            #expect(try await thief.signIn().code == "rejected")
            #expect(try await owner.elsewhere(browser()).signIn().code == "rejected", "the key is not the owner's")
            let ada = browser()
            ada.cookies = cookies
            #expect(try await ada.get("/api/session").status == 200)
        }
    }

    @Test("The data folder contains no PRF key", AccountBench.onFile) func databaseHoldsNoPRFKey() async throws {
        let owner = try await owner(prf: true)
        let key = try #require(owner.prfKey.flatMap { Data(base64Encoded: $0) })
        for name in try FileManager.default.contentsOfDirectory(atPath: bench.data) {
            let bytes = try bench.folder.bytes("data/\(name)")
            #expect(bytes.range(of: key) == nil && bytes.range(of: Data((owner.prfKey ?? "").utf8)) == nil, "\(name)")
        }
    }

    @Test("Passkey metadata is decoded as encoded and malformed bytes are refused") func metadataComesBack() {
        let ids = [[UInt8](repeating: 7, count: 1), .init(repeating: 8, count: 1023)]
        for id in ids {
            for (usesPRF, isBackupEligible) in [(true, false), (false, true)] {
                let metadata = PasskeyMetadata(
                    credentialID: id, publicKey: .init(repeating: 9, count: 600), usesPRF: usesPRF,
                    isBackupEligible: isBackupEligible)
                #expect(PasskeyMetadata(metadata.bytes) == metadata)
                #expect(metadata.bytes.count <= ExternalKeySlot.metadataLimit)
                for length in 0...4 + id.count { #expect(PasskeyMetadata(Array(metadata.bytes.prefix(length))) == nil) }
                var other = metadata.bytes
                other[0] = 2
                #expect(PasskeyMetadata(other) == nil)
                other = metadata.bytes
                other[1] |= 4
                #expect(PasskeyMetadata(other) == nil)
            }
        }
    }
}

@Suite struct ChallengeBookTests {
    private let clock = SteppedClock()
    private let browser = CookieToken.random()

    @Test("A challenge is valid once, unchanged, for its browser and store")
    func challengeIsItsBrowsersAndItsBooks() throws {
        let book = ChallengeStore(clock: clock)
        let challenge = book.challenge(for: browser)
        #expect(challenge.count == 56 && challenge != book.challenge(for: browser))
        #expect(book.isOpen(challenge, for: browser))
        #expect(!book.isOpen(challenge, for: .random()))
        #expect(!ChallengeStore(clock: clock).isOpen(challenge, for: browser))
        for bit in 0..<challenge.count * 8 {
            var changed = challenge
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!book.isOpen(changed, for: browser))
            #expect(try !book.spend(changed, for: browser))
        }
        for length in 0..<challenge.count { #expect(!book.isOpen(Array(challenge.prefix(length)), for: browser)) }
        #expect(!book.isOpen(challenge + [0], for: browser))
        #expect(try book.spend(challenge, for: browser))
        #expect(!book.isOpen(challenge, for: browser))
        #expect(try !book.spend(challenge, for: browser))
    }

    /// Issued challenges and wrong answers take no memory. Correct answers take memory for at most five minutes.
    @Test("Only accepted challenges take memory, for at most five minutes") func onlyRightAnswersTakeRoom() throws {
        let book = ChallengeStore(clock: clock, limit: 3)
        for _ in 0..<1000 { #expect(book.isOpen(book.challenge(for: browser), for: browser)) }
        let challenges = (0..<5).map { _ in book.challenge(for: browser) }
        for challenge in challenges.prefix(3) { #expect(try book.spend(challenge, for: browser)) }
        #expect(throws: AccountError.busy) { try book.spend(challenges[3], for: browser) }
        #expect(book.isOpen(challenges[3], for: browser))
        clock.advance(seconds: 301)
        #expect(!book.isOpen(challenges[3], for: browser))
        #expect(try !book.spend(challenges[3], for: browser))
        #expect(try book.spend(book.challenge(for: browser), for: browser))
    }
}
