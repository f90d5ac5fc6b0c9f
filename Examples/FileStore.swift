// SPDX-License-Identifier: MIT
import Foundation
import InkLock

/// A template store in one file. A template is as secret as the password, so the app encrypts its bytes with a key that
/// is stored elsewhere.
struct FileStore: TemplateStore {
    enum Failure: Error {
        case file(any Error)
        case seal(any Error)
        case damaged(GestureDecodingError)
    }

    let url: URL
    let seal: @Sendable (Data) throws -> Data
    let open: @Sendable (Data) throws -> Data

    func load() throws(Failure) -> GestureTemplate? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let sealed: Data
        let bytes: Data
        do { sealed = try Data(contentsOf: url) } catch { throw .file(error) }
        do { bytes = try open(sealed) } catch { throw .seal(error) }
        do { return try GestureTemplate(decoding: bytes) } catch { throw .damaged(error) }
    }

    func save(_ template: GestureTemplate) throws(Failure) {
        let sealed: Data
        do { sealed = try seal(Data(template.encoded())) } catch { throw .seal(error) }
        do { try sealed.write(to: url, options: .atomic) } catch { throw .file(error) }
    }

    func remove() throws(Failure) {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do { try FileManager.default.removeItem(at: url) } catch { throw .file(error) }
    }
}
