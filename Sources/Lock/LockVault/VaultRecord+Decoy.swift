// SPDX-License-Identifier: MIT
import InkGeometry
import Passcode
import PicturePassword

extension VaultRecord {
    /// Creates the record of an account that does not exist. The same name always gives the same record, and no
    /// credential opens it.
    init(
        decoyFor name: [UInt8], _ secrets: DeviceSecrets, cost: ScryptCost, kind: PasscodeKind?,
        pictureDigest: [UInt8]?
    ) {
        var random = KeyedStream(key: secrets.decoyKey, name: name)
        self.init(id: VaultID(random: &random), cost: cost, random: &random)
        deviceKeyName = secrets.name(in: id)
        passcodeKind = kind
        recovery = RecoverySlot(sealed: random.bytes(WrappedKey.sealedByteCount))
        guard let pictureDigest else { return }
        let key = WrappedKey(role: .none, key: random.key())
        guard let template = GestureTemplate(decoyOn: pictureDigest, random: &random) else { return }
        let contents = PictureSlot.Contents(key: key, template: template)
        picture = PictureSlot(contents, with: secrets, in: id, random: &random)
    }
}

extension GestureTemplate {
    /// Creates a template that takes about as long to compare as a person's: three drawings of two paths and a tap.
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
    /// Returns a path of small steps with 60 points a second, which starts at `start` seconds.
    fileprivate static func decoy(
        points count: Int, start: Double, random: inout some RandomNumberGenerator
    ) -> FingerPath {
        var position = InkPoint(x: .random(in: 0...320, using: &random), y: .random(in: 0...320, using: &random))
        return FingerPath(
            (0..<count).map { i in
                position =
                    position + InkPoint(x: .random(in: -8...8, using: &random), y: .random(in: -8...8, using: &random))
                return GesturePoint(position, time: start + Double(i) / 60)
            })
    }
}
