// SPDX-License-Identifier: MIT
import Foundation

extension Data {
    /// Returns random bytes of the system's generator, which is cryptographically secure.
    /// - Parameter count: The number of bytes, 0 or more.
    static func random(count: Int) -> Data {
        // The system is asked once for each eight bytes.
        var generator = SystemRandomNumberGenerator()
        var bytes = Data(capacity: count + 8)
        while bytes.count < count { Swift.withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
        return bytes.prefix(count)
    }
}
