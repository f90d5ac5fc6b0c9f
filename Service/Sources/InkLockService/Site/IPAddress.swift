// SPDX-License-Identifier: MIT
import Foundation
import NIOCore

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) equals the IPv4 address.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The 4 or 16 bytes in network order.
    let bytes: [UInt8]

    private static let textLimit = 45

    /// Parses a numeric address. Returns `nil` for any other text, such as one with brackets, a port or a zone.
    init?(_ text: String) {
        guard (2...Self.textLimit).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) else {
            return nil
        }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = Self.unwrapped(withUnsafeBytes(of: &six) { Array($0) })
        } else {
            return nil
        }
    }

    /// Creates the address of a socket. Returns `nil` for a Unix domain socket.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let address): bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): bytes = Self.unwrapped(withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: return nil
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The network of one client: an IPv4 address, or the first 64 bits of an IPv6 address (`2001:db8::/64`).
    var network: String {
        guard bytes.count == 16, !isLoopback else { return description }
        return "\(IPAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8)))/64"
    }

    /// The text of the address as in RFC 5952.
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns a Boolean value that indicates whether another address of the same kind has the same first `count` bits.
    func shares(_ count: Int, with other: IPAddress) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        for index in bytes.indices {
            let bits = min(8, max(0, count - index * 8))
            guard (bytes[index] ^ other.bytes[index]) >> (8 - bits) == 0 || bits == 0 else { return false }
        }
        return true
    }
}

/// A range of addresses with a common prefix, such as `10.0.0.0/8`. A single address is a range with all its bits.
struct IPAddressRange: Hashable, Sendable {
    let address: IPAddress
    let bits: Int

    static let loopback = [IPAddressRange("127.0.0.0/8")!, IPAddressRange("::1")!]

    /// Parses an address, or an address, a slash and the number of its prefix bits. Returns `nil` for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = IPAddress(String(parts[0])) else { return nil }
        let width = address.bytes.count * 8
        if parts.count == 2 {
            guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let bits = Int(parts[1]),
                (0...width).contains(bits)
            else { return nil }
            self.bits = bits
        } else {
            bits = width
        }
        self.address = address
    }

    func contains(_ other: IPAddress) -> Bool { address.shares(bits, with: other) }
}
