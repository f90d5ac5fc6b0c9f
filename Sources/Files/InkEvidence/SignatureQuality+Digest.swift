// SPDX-License-Identifier: MIT
import Crypto
import Foundation
import InkStroke

extension SignatureQuality {
    /// Returns the SHA-256 digest (FIPS 180-4) of a signature's `fingerprint(of:)`.
    ///
    /// No hand repeats a signature so exactly, so equal digests mean a replay. The digest does not reveal the samples.
    ///
    /// - Complexity: O(samples).
    public static func digest(of drawing: Drawing) -> [UInt8] {
        Array(SHA256.hash(data: Data(fingerprint(of: drawing))))
    }

    /// Returns the flaws of a signature, in the order of the cases.
    /// - Parameters:
    ///   - drawing: The signature.
    ///   - samplesPerSecond: The rate in hertz at which the device reports samples, or `nil` if it is not known.
    ///   - earlier: The digests of earlier signatures; see ``digest(of:)``.
    /// - Complexity: O(samples)
    public func flaws(
        of drawing: Drawing, samplesPerSecond: Double? = nil, earlier: Set<[UInt8]>
    ) -> [SignatureFlaw] {
        flaws(
            of: drawing, samplesPerSecond: samplesPerSecond, isRepeated: earlier.contains(Self.digest(of: drawing)))
    }
}
