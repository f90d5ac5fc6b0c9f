// SPDX-License-Identifier: MIT
import Crypto
import InkBytes
import PicturePassword

/// The slot of a picture password: the data key and the template, sealed together.
///
/// A drawing is matched approximately, so it cannot be a key itself. The device key opens the slot, and the vault gives
/// the data key out if the drawing matches the template.
struct PictureSlot: KeySlot {
    typealias Credential = DeviceSecrets

    static let method = KeySlotMethod.picture

    /// More than ``WrappedKey/sealedByteCount`` bytes.
    var sealed: [UInt8]

    /// The maximum number of bytes of a template.
    static let templateLimit = 1 << 18
    /// Contents are padded to multiples of this number of bytes, so that the length reveals little about the drawing.
    private static let granularity = 2048

    func wrappingKey(for secrets: DeviceSecrets, in vault: VaultID) -> SymmetricKey { secrets.pictureKey(vault) }
}

extension PictureSlot {
    /// The contents of an opened slot.
    struct Contents: Sendable {
        /// The key that a matching drawing releases.
        let key: WrappedKey
        let template: GestureTemplate
    }

    init(
        _ contents: Contents, with secrets: DeviceSecrets, in vault: VaultID, random: inout some RandomNumberGenerator
    ) {
        self.init(sealed: [])
        var writer = ByteWriter()
        writer.counted(contents.template.encoded())
        writer.append([UInt8](repeating: 0, count: Self.granularity - writer.bytes.count % Self.granularity))
        wrap(contents.key, followedBy: writer.bytes, for: secrets, in: vault, random: &random)
    }

    /// Returns the contents of the slot; `nil` if this device's key does not open it.
    func opened(with secrets: DeviceSecrets, in vault: VaultID) -> Contents? {
        guard let (key, bytes) = contents(with: secrets, in: vault) else { return nil }
        var reader = ByteReader<RecordDecodingError>(bytes)
        guard let encoded = try? reader.counted(limit: Self.templateLimit),
            let template = try? GestureTemplate(decoding: encoded)
        else { return nil }
        return Contents(key: key, template: template)
    }
}

extension PictureSlot {
    func write(to writer: inout ByteWriter) { writer.counted(sealed) }

    /// Reads the slot; `nil` if the record has none.
    init?(from reader: inout ByteReader<RecordDecodingError>) throws(RecordDecodingError) {
        let sealed = try reader.counted(limit: VaultRecord.byteLimit)
        guard sealed.isEmpty || sealed.count > WrappedKey.sealedByteCount else {
            throw .invalid(offset: reader.offset)
        }
        guard !sealed.isEmpty else { return nil }
        self.init(sealed: sealed)
    }
}
