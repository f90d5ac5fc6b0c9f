// SPDX-License-Identifier: MIT
import InkBytes
import PicturePassword

/// A template with the key that a match releases, under the device's key.
struct PictureSlot {
    let key: WrappedKey
    let template: GestureTemplate

    /// The most bytes of a template.
    static let byteLimit = 1 << 18
    /// Templates are filled up to multiples of so many bytes, so that the length hardly tells what was drawn.
    private static let granularity = 2048

    init(key: WrappedKey, template: GestureTemplate) {
        self.key = key
        self.template = template
    }

    /// - Returns: `nil` if the record has no picture that this device's key opens.
    init?(_ record: VaultRecord, _ secrets: DeviceSecrets) {
        guard let sealed = record.picture,
            let (key, bytes) = WrappedKey.open(
                sealed, under: secrets.pictureKey(record.id), context: record.context(.picture))
        else { return nil }
        var reader = ByteReader<RecordDecodingError>(bytes)
        guard let encoded = try? reader.counted(limit: Self.byteLimit),
            let template = try? GestureTemplate(decoding: encoded)
        else { return nil }
        self.init(key: key, template: template)
    }

    func sealed(
        _ record: VaultRecord, _ secrets: DeviceSecrets, random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.counted(template.encoded())
        writer.append([UInt8](repeating: 0, count: Self.granularity - writer.bytes.count % Self.granularity))
        return key.sealed(
            under: secrets.pictureKey(record.id), context: record.context(.picture), followedBy: writer.bytes,
            random: &random)
    }
}
