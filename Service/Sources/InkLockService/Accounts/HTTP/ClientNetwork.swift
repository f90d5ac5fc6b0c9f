// SPDX-License-Identifier: MIT
import NIOCore

/// The network that an address is in: 24 bits of IPv4, 48 of IPv6.
enum ClientNetwork {
    /// Returns the key under which a known device's attempts are counted: its IPv4 address, or 48 bits of IPv6.
    static func client(_ address: String) -> String { address.contains(":") ? of(address) : address }

    /// Returns the network of an address.
    /// - Parameter address: The address in the form of ``ClientAddress``, with or without a length after a slash.
    static func of(_ address: String) -> String {
        let bare = String(address.prefix { $0 != "/" && $0 != "%" })
        switch try? SocketAddress(ipAddress: bare, port: 0) {
        case .v4: return bare.split(separator: ".").prefix(3).joined(separator: ".")
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            return Hexadecimal.text(bytes.prefix(6))
        // Groups of one byte each.
        default: return bare.split(separator: ":").prefix(6).joined(separator: ":")
        }
    }
}
