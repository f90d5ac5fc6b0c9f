// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkLock

/// The names of the user's fingers that are enrolled in a reader. fprintd provides no other information about them.
///
/// A finger that is removed and enrolled again under the same name is not detected. Enrolling requires the user's
/// password.
struct EnrolledFingers: Hashable, Sendable {
    /// The path of the reader on the bus.
    let reader: String
    /// The name of the reader's model.
    let model: String
    let names: Set<String>

    /// Returns the readers with the user's fingers; empty if there is none.
    /// - Throws: `OwnerError.unavailable` without fprintd, `OwnerError.system(code:)` with `EAGAIN` if it does not
    ///   answer in time, `OwnerError.cancelled`.
    static func all(
        on address: String?, timeout: Int32 = FingerprintBus.timeout, _ cancellation: BusCancellation? = nil
    ) throws(OwnerError) -> [EnrolledFingers] {
        let bus = try FingerprintBus(address, timeout: timeout, cancellation)
        var found: [EnrolledFingers] = []
        for path in try bus.call("/net/reactivated/Fprint/Manager", "net.reactivated.Fprint.Manager", "GetDevices") {
            let model = try bus.model(of: path)
            var names: [String] = []
            // The user of the caller.
            do throws(OwnerError) {
                names = try bus.call(path, FingerprintBus.device, "ListEnrolledFingers", "")
            } catch .invalidated {}
            found.append(EnrolledFingers(reader: path, model: model, names: Set(names)))
        }
        return found
    }

    /// Returns the first reader that knows a finger; `nil` if there is none.
    static func current(
        on address: String?, timeout: Int32 = FingerprintBus.timeout
    ) throws(OwnerError) -> EnrolledFingers? {
        try all(on: address, timeout: timeout).first { !$0.names.isEmpty }
    }

    /// Two digests of 16 bytes, of the reader's model and of the names, which reveal a change.
    var mark: [UInt8] {
        Self.digest(model) + Self.digest(names.sorted().joined(separator: "\0"))
    }

    /// Returns the reader with these two digests.
    /// - Throws: `OwnerError.invalidated(_:)` if its fingers have changed, `OwnerError.unavailable` if it is not there.
    static func matching(
        _ mark: [UInt8], on address: String?, _ cancellation: BusCancellation
    ) throws(OwnerError) -> EnrolledFingers {
        let ofModel = try all(on: address, cancellation).filter {
            $0.mark.prefix(digestCount) == mark.prefix(digestCount)
        }
        if let same = ofModel.first(where: { $0.mark == mark }) { return same }
        throw ofModel.isEmpty ? .unavailable : .invalidated(.biometricsChanged)
    }

    private static let digestCount = 16

    private static func digest(_ text: String) -> [UInt8] {
        Array(SHA256.hash(data: Data(text.utf8)).prefix(digestCount))
    }
}
