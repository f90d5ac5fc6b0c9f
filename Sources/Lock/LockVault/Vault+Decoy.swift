// SPDX-License-Identifier: MIT
import Crypto
import InkGeometry
import LockFlow
import Passcode
import PicturePassword

extension Vault {
    /// A decoy account's vault, for a name without an account: nothing opens it, and trying takes the same work, the same
    /// writing in the ledger and the same answers, lockouts included, as with a vault of this kind.
    ///
    /// A server that signs people in uses it, so that it does not tell which accounts exist. For a name it is always the same.
    /// - Parameters:
    ///   - name: what was typed as the account's name, in the form that accounts are looked up by.
    ///   - ledger: where attempts at this name are counted; a missing or foreign ledger begins from nothing.
    ///   - deviceKey: the one of the vaults that there are.
    ///   - kind: the passcode's kind that is shown.
    ///   - pictureDigest: of the picture that is shown; `nil` if none is.
    ///   - parameters: those of the vaults that there are, or they can be told apart.
    ///   - deriver: theirs too, so that both wait alike.
    ///   - clock: what penalties are measured by.
    /// - Throws: what the device key throws.
    public static func decoy(
        for name: [UInt8], ledger: any AttemptLedger, deviceKey: any DeviceKey, kind: PasscodeKind?,
        pictureDigest: [UInt8]? = nil, parameters: Parameters = Parameters(),
        deriver: any Deriver = DerivationQueue.shared, clock: any VaultClock = SystemVaultClock()
    ) async throws(VaultError) -> Vault {
        let secrets = try DeviceSecrets(try await deviceKey.load())
        let record = VaultRecord(
            decoyFor: name, secrets, cost: parameters.cost, kind: kind, pictureDigest: pictureDigest)
        return Vault(
            store: InMemoryStorage(record.encoded(secrets)), ledger: ledger, deviceKey: deviceKey,
            parameters: parameters,
            deriver: deriver, counter: nil, clock: clock, random: SystemRandomNumberGenerator(), isDecoy: true)
    }
}

extension VaultRecord {
    init(
        decoyFor name: [UInt8], _ secrets: DeviceSecrets, cost: ScryptCost, kind: PasscodeKind?,
        pictureDigest: [UInt8]?
    ) {
        var random = KeyedStream(key: secrets.decoyKey, name: name)
        self.init(id: VaultID(random: &random), cost: cost, random: &random)
        deviceKeyName = secrets.name(in: id)
        passcodeKind = kind
        recovery = random.bytes(WrappedKey.sealedByteCount)
        let key = WrappedKey(holder: .none, key: random.key())
        guard let pictureDigest, let template = GestureTemplate(decoyOn: pictureDigest, random: &random) else { return }
        picture = PictureSlot(key: key, template: template).sealed(self, secrets, random: &random)
    }
}

extension GestureTemplate {
    /// About as much to compare with as what people draw: three drawings of two paths and a tap.
    fileprivate init?(decoyOn pictureDigest: [UInt8], random: inout some RandomNumberGenerator) {
        var samples: [PictureGesture] = []
        for _ in 0..<3 {
            let paths = (0..<2).map { part in
                GesturePart(.path(isClosed: false), fingers: [.decoy(points: 60, start: Double(part), random: &random)])
            }
            let tap = GesturePart(.tap(count: 1), fingers: [.decoy(points: 1, start: 2, random: &random)])
            samples.append(PictureGesture(paths + [tap]))
        }
        self.init(pictureDigest: pictureDigest, samples: samples)
    }
}

extension FingerPath {
    /// A path of small steps, at 60 points a second from `start` on, in seconds.
    fileprivate static func decoy(
        points count: Int, start: Double, random: inout some RandomNumberGenerator
    ) -> FingerPath {
        var position = Point(x: .random(in: 0...320, using: &random), y: .random(in: 0...320, using: &random))
        return FingerPath(
            (0..<count).map { i in
                position =
                    position + Point(x: .random(in: -8...8, using: &random), y: .random(in: -8...8, using: &random))
                return GesturePoint(position, time: start + Double(i) / 60)
            })
    }
}
