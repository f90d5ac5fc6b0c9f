// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkGeometry
import InkTestSupport
import LockFlow
import LockVault
import Passcode
import PicturePassword

/// A deterministic vault, with attempts to open it.
struct SeededVault {
    private static let deviceKey = [UInt8](0x40...0x5F)
    private static let cost = ScryptCost(logN: 4, blockSize: 8, parallelism: 1)!
    private static let now = ClockReading(
        uptimeMilliseconds: 5_000_000, boot: BootIdentity(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10),
        wallMilliseconds: 1_700_000_000_000)

    let name: String
    private let random: SeededRandom
    private let store = InMemoryStorage()
    private let ledger: NamedLedger
    private let counter: InMemoryCounter?
    private var attempts: [(name: String, [String: String])] = []

    private init(_ name: String, seed: UInt64, identity: [UInt8] = [], counter: InMemoryCounter? = nil) {
        self.name = name
        ledger = NamedLedger(identity: identity)
        self.counter = counter
        random = SeededRandom(seed: seed)
    }

    /// Returns a vault with a passcode of four digits and a recovery code.
    static func plain() async throws -> SeededVault {
        var seeded = SeededVault("four digits", seed: 1)
        let new = try await seeded.vault.create(passcode: secret("1234"), kind: .fourDigits)
        seeded.attempts = [
            ("the passcode", ["passcode": "1234"]), ("a wrong passcode", ["passcode": "1243"]),
            ("the recovery code", ["recoveryCode": new.recoveryCode!.text]),
            ("the recovery code in small letters", ["recoveryCode": new.recoveryCode!.text.lowercased()]),
            ("another recovery code", ["recoveryCode": "0000-0000-0000-0000-0000-0000-000"]),
            ("a mistyped recovery code", ["recoveryCode": "0000-0000-0000-0000-0000-0000-001"]),
        ]
        return seeded
    }

    /// Returns a vault with every kind of slot. The passcode has letters with two Unicode forms.
    static func full() async throws -> SeededVault {
        var seeded = SeededVault("every key slot", seed: 2)
        let vault = seeded.vault
        let new = try await vault.create(passcode: secret("Zürich 8000"), kind: .alphanumeric)
        try await vault.setDuressPasscode(secret("Genève 1200"), with: new.key)
        let external = [UInt8](0x80...0x9F)
        let slot = try await vault.addExternalKey(
            SymmetricKey(data: external), metadata: Array("a passkey".utf8), with: new.key)
        let template = template
        try await vault.setPicturePassword(template, with: new.key)
        seeded.attempts = [
            ("the passcode, composed", ["passcode": "Z\u{FC}rich 8000"]),
            ("the passcode, decomposed", ["passcode": "Zu\u{308}rich 8000"]),
            ("the passcode without its accent", ["passcode": "Zurich 8000"]),
            ("the duress passcode", ["passcode": "Genève 1200"]),
            ("the device's owner", ["slot": slot.bytes.hex, "externalKey": external.hex]),
            ("another device's owner", ["slot": slot.bytes.hex, "externalKey": deviceKey.hex]),
            ("a slot that there is not", ["slot": deviceKey.prefix(16).map { $0 }.hex, "externalKey": external.hex]),
            ("the picture's template", ["template": template.encoded().hex]),
        ]
        return seeded
    }

    /// Returns a vault with a duress passcode inside the empty vault, which equals that of the empty vault if `isSame`.
    static func inner(isSame: Bool) async throws -> SeededVault {
        var seeded = SeededVault("with \(isSame ? "the same" : "another") passcode inside", seed: isSame ? 7 : 6)
        let vault = seeded.vault
        let new = try await vault.create(passcode: secret("1234"), kind: .fourDigits)
        try await vault.setDuressPasscode(secret("5678"), with: new.key)
        try await vault.setDuressPasscode(secret("9012"), with: try await vault.unlock(passcode: secret("5678")))
        if isSame {
            let key = try await vault.unlock(passcode: secret("9012"))
            try await vault.setPasscode(secret("5678"), kind: .fourDigits, with: key)
        }
        seeded.attempts = [
            ("the owner's passcode", ["passcode": "1234"]), ("the duress passcode", ["passcode": "5678"]),
            ("the one inside", ["passcode": "9012"]),
        ]
        return seeded
    }

    /// Returns a vault after four wrong guesses.
    static func lockedOut() async throws -> SeededVault {
        var seeded = SeededVault("after four failures", seed: 3)
        let vault = seeded.vault
        let new = try await vault.create(passcode: secret("123456"), kind: .sixDigits)
        for guess in ["111111", "222222", "333333", "444444"] { _ = try? await vault.unlock(passcode: secret(guess)) }
        seeded.attempts = [
            ("the right passcode", ["passcode": "123456"]), ("a wrong passcode", ["passcode": "000000"]),
            ("the recovery code", ["recoveryCode": new.recoveryCode!.text]),
        ]
        return seeded
    }

    /// Returns a vault with a new data key, before the app has resealed its data.
    static func renewed() async throws -> SeededVault {
        var seeded = SeededVault("with a renewed key", seed: 4, identity: Array("device 3".utf8))
        let vault = seeded.vault
        let new = try await vault.create(passcode: secret("1234"), kind: .fourDigits)
        try await vault.setPicturePassword(template, with: new.key)
        let renewed = try await vault.renewDataKey(passcode: secret("5678"), kind: .fourDigits, with: new.key)
        seeded.attempts = [
            ("the passcode", ["passcode": "5678"]), ("the old passcode", ["passcode": "1234"]),
            ("the recovery code", ["recoveryCode": renewed.recoveryCode!.text]),
            ("the old recovery code", ["recoveryCode": new.recoveryCode!.text]),
            ("the picture's template", ["template": template.encoded().hex]),
        ]
        return seeded
    }

    /// Returns vectors with restored older copies after two wrong guesses: the ledger alone, the ledger and the record
    /// beside a counter, and the ledger of another identity; and with a missing record.
    static func putBack() async throws -> [Vector] {
        var seeded = SeededVault("after two failures", seed: 5, counter: InMemoryCounter(17))
        let vault = seeded.vault
        _ = try await vault.create(passcode: secret("1234"), kind: .fourDigits)
        let record = try await seeded.store.load()
        let ledger = try await seeded.ledger.load()
        for guess in ["1111", "2222"] { _ = try? await vault.unlock(passcode: secret(guess)) }
        seeded.attempts = [("the passcode", ["passcode": "1234"])]
        let whole = try await seeded.vectors()[0]
        let unknown = ["error": "recoveryRequired", "reason": "attemptsUnknown"]
        func vector(_ name: String, _ answer: [String: String], _ change: (inout Vector) -> Void) -> Vector {
            var vector = whole
            vector.name = "after two failures, \(name)"
            vector.answer = answer
            change(&vector)
            return vector
        }
        return [
            whole,
            vector("with the ledger from before", unknown) { $0.ledger = .init(ledger) },
            vector("with the ledger from before, without a counter", unknown) {
                $0.ledger = .init(ledger)
                $0.counter = nil
            },
            vector("with record and ledger from before", unknown) {
                $0.record = .init(record)
                $0.ledger = .init(ledger)
            },
            vector("with a counter that was set back", unknown) { $0.counter = "3" },
            vector("in another ledger", unknown) { $0.identity = Array("device 4".utf8).hex },
            vector("without a record", ["error": "recoveryRequired", "reason": "vaultVanished"]) { $0.record = nil },
            vector("without a record and a ledger", ["error": "missing"]) {
                $0.record = nil
                $0.ledger = nil
            },
        ]
    }

    /// Returns vectors with one fault each.
    static func injured() async throws -> [Vector] {
        let seeded = try await plain()
        let whole = try await seeded.vectors()[0]
        let ledger = whole.ledger!
        func vector(_ name: String, _ answer: [String: String], _ change: (inout Vector) -> Void) -> Vector {
            var vector = whole
            vector.name = "four digits, \(name)"
            vector.answer = answer
            change(&vector)
            return vector
        }
        func flipped(_ hex: String, _ byte: Int) -> String {
            var digits = Array(hex)
            digits[2 * byte + 1] = digits[2 * byte + 1] == "0" ? "1" : "0"
            return String(digits)
        }
        let unknown = ["error": "recoveryRequired", "reason": "attemptsUnknown"]
        return [
            vector("cut short", ["error": "damaged"]) { $0.record!.bytes.removeLast(2) },
            vector("with a byte too many", ["error": "damaged"]) { $0.record!.bytes += "00" },
            vector("of a later version", ["error": "unsupportedVersion"]) {
                $0.record!.bytes = $0.record!.bytes.replacing("494e4b5601", with: "494e4b5602", maxReplacements: 1)
            },
            vector("with a byte changed in a cell", ["error": "recoveryRequired", "reason": "vaultDamaged"]) {
                $0.record!.bytes = flipped($0.record!.bytes, 100)
            },
            vector("under another version than its own", ["error": "damaged"]) { $0.record!.version += 1 },
            vector("without a ledger", unknown) { $0.ledger = nil },
            vector("with a byte changed in the ledger", unknown) { $0.ledger!.bytes = flipped(ledger.bytes, 40) },
            vector("with a ledger under another version", unknown) { $0.ledger!.version += 1 },
            vector("on another device", ["error": "recoveryRequired", "reason": "deviceKeyChanged"]) {
                $0.deviceKey = [UInt8](0x41...0x60).hex
            },
        ]
    }

    /// Returns a vector for each attempt on the vault's current state.
    func vectors() async throws -> [Vector] {
        let record = try await store.load()
        let counted = try await ledger.load()
        let raised = counter?.value()
        let identity = ledger.identity
        var vectors: [Vector] = []
        for (name, attempt) in attempts {
            let vault = Self.vault(
                InMemoryStorage(record), NamedLedger(identity: identity, counted), raised.map { InMemoryCounter($0) },
                random)
            vectors.append(
                Vector(
                    name: "\(self.name), \(name)", deviceKey: Self.deviceKey.hex, record: .init(record),
                    ledger: .init(counted), identity: identity.isEmpty ? nil : identity.hex,
                    counter: raised.map { "\($0)" },
                    now: [
                        "uptime": "\(Self.now.uptimeMilliseconds)", "wall": "\(Self.now.wallMilliseconds)",
                        "boot": "0102030405060708090a0b0c0d0e0f10",
                    ], attempt: attempt, answer: await Self.answer(vault, attempt)))
        }
        return vectors
    }

    private var vault: Vault { Self.vault(store, ledger, counter, random) }

    private static func vault(
        _ store: InMemoryStorage, _ ledger: NamedLedger, _ counter: InMemoryCounter?, _ random: SeededRandom
    ) -> Vault {
        Vault(
            store: store, ledger: ledger, deviceKey: MemoryDeviceKey(SecretBytes(deviceKey)),
            parameters: Vault.Parameters(cost: cost), counter: counter, clock: StoppedClock(moment: now), random: random
        )
    }

    private static func secret(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

    private static var template: GestureTemplate {
        let path = (0..<24).map { i in
            GesturePoint(InkPoint(x: 40 + 8 * Double(i), y: 120 + Double(i * i % 23)), time: Double(i) / 60)
        }
        let part = GesturePart(.path(isClosed: false), fingers: [FingerPath(path)])
        return GestureTemplate(
            pictureDigest: [1, 2, 3, 4], samples: [PictureGesture([part])], verifier: .raster)!.quantised()
    }

    private static func answer(_ vault: Vault, _ attempt: [String: String]) async -> [String: String] {
        do throws(VaultError) {
            let key: DataKey
            if let passcode = attempt["passcode"] {
                key = try await vault.unlock(passcode: secret(passcode))
            } else if let code = attempt["recoveryCode"] {
                key = try await vault.unlock(recoveryCode: code)
            } else if let slot = attempt["slot"], let external = attempt["externalKey"] {
                key = try await vault.unlock(
                    slot: SlotID([UInt8](hex: slot))!, externalKey: SymmetricKey(data: [UInt8](hex: external)))
            } else {
                // Another gesture that is similar enough.
                var near = template.typicalSample
                for i in near.parts[0].fingers[0].points.indices { near.parts[0].fingers[0].points[i].position.x += 2 }
                key = try await vault.unlock(gesture: near, on: [1, 2, 3, 4], verifier: RasterVerifier.undirected)
            }
            var answer = ["key": key.hex]
            answer["previous"] = try await vault.previousDataKey(with: key)?.hex
            return answer
        } catch {
            return error.words
        }
    }
}

extension DataKey {
    fileprivate var hex: String { symmetricKey!.withUnsafeBytes { Array($0).hex } }
}

/// A ledger in memory with an identity.
private struct NamedLedger: AttemptLedger {
    let identity: [UInt8]
    private let place: InMemoryStorage

    init(identity: [UInt8], _ stored: StoredBytes? = nil) {
        self.identity = identity
        place = InMemoryStorage(stored)
    }

    func load() async throws(VaultError) -> StoredBytes { try await place.load() }
    func save(_ new: StoredBytes, replacing old: UInt64?) async throws(VaultError) {
        try await place.save(new, replacing: old)
    }
    func remove() async { await place.remove() }
}

/// One sequence of random numbers for several vaults.
final class SeededRandom: RandomNumberGenerator, @unchecked Sendable {
    private let lock = NSLock()
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    func next() -> UInt64 { lock.withLock { random.next() } }
}

private struct StoppedClock: VaultClock {
    let moment: ClockReading
    func now() -> ClockReading { moment }
}

extension VaultError {
    /// The error in the vectors' terms.
    fileprivate var words: [String: String] {
        switch self {
        case .rejected: ["error": "rejected"]
        case .refused(.lockedOut(let seconds)): ["error": "lockedOut", "seconds": "\(seconds)"]
        case .refused(.recoveryRequired(let reason)): ["error": "recoveryRequired", "reason": "\(reason)"]
        case .malformedRecoveryCode(let fault): ["error": "malformedRecoveryCode", "reason": "\(fault)"]
        default: ["error": "\(self)"]
        }
    }
}

extension [UInt8] {
    fileprivate init(hex: String) {
        self.init()
        var rest = hex[...]
        while !rest.isEmpty {
            append(UInt8(rest.prefix(2), radix: 16)!)
            rest = rest.dropFirst(2)
        }
    }
}
