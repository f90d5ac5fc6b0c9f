// SPDX-License-Identifier: MIT
import Foundation
import NIOCore

/// The rule for the addresses of this service that a request may name. If a page of another site lets its own name
/// point to this machine, its requests carry that name and are refused.
struct HostRule: Sendable {
    /// The address at which browsers reach the service through a proxy, `https://ink.example` for example. It is `nil`
    /// for plain HTTP at this machine's own addresses.
    let publicOrigin: String?
    /// The operator's name for this machine: a host name or an address.
    let host: String

    /// Checks the authority that a request's target and `Host` fields name.
    /// - Parameters:
    ///   - fields: The values of all `Host` fields.
    ///   - target: The authority of a target in absolute form, or `nil` for any other target.
    ///   - socket: The local address that received the request, or `nil` in tests without a socket. Local names are
    ///     then accepted too.
    ///   - isHealthCheck: A Boolean value that indicates whether the request is a health check, for which local names
    ///     are accepted too.
    /// - Returns: The authority in lower case.
    /// - Throws: ``APIError``: 400 without one well-formed host, 421 for another service's host.
    func authority(
        _ fields: [String], target: String?, socket: SocketAddress?, isHealthCheck: Bool
    ) throws(APIError) -> String {
        guard fields.count == 1,
            let authority = Authority(fields[0]), target.map({ Authority($0) == authority }) ?? true
        else {
            throw APIError(.badRequest, .malformedHost, "Send one Host field with this service's address.")
        }
        guard isOwn(authority, socket) || (isHealthCheck || socket == nil) && isLocal(authority, socket) else {
            throw APIError(
                .misdirectedRequest, .otherHost,
                "This service is not at that address. Its operator sets --host and --origin.")
        }
        return authority.text
    }

    /// Returns the value of the Origin field for pages of this service.
    func origin(for authority: String) -> String {
        // Browsers leave out the scheme's own port.
        publicOrigin ?? "http://\(authority.hasSuffix(":80") ? String(authority.dropLast(3)) : authority)"
    }

    private func isOwn(_ authority: Authority, _ socket: SocketAddress?) -> Bool {
        guard let publicOrigin else { return isLocal(authority, socket) }
        let parts = publicOrigin.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        guard let own = Authority(String(Substring(parts))) else { return false }
        let port = publicOrigin.hasPrefix("https:") ? 443 : 80
        return own.host == authority.host && own.port ?? port == authority.port ?? port
    }

    private func isLocal(_ authority: Authority, _ socket: SocketAddress?) -> Bool {
        if let port = socket?.port, authority.port ?? 80 != port { return false }
        if ["localhost", "127.0.0.1", "[::1]"].contains(authority.host) { return true }
        if Authority(host.contains(":") ? "[\(host)]" : host)?.host == authority.host { return true }
        // An address, unlike a name, cannot be made to point here by its owner.
        guard let own = socket.flatMap({ IPAddress($0) }), let named = authority.ipAddress else { return false }
        return named == own
    }
}

/// A host with an optional port, as in `Host` (RFC 9112 §3.2).
struct Authority: Hashable, Sendable {
    /// The host in lower case. IPv6 addresses are in brackets.
    let host: String
    let port: Int?

    var text: String { port.map { "\(host):\($0)" } ?? host }

    /// Returns `nil` unless the text is an ASCII name or an address, with an optional port from 1 to 65535.
    init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 255 else { return nil }
        var port: Int?
        let bracket = bytes.lastIndex(of: UInt8(ascii: "]"))
        if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > bracket ?? -1 {
            let digits = bytes[(colon + 1)...]
            guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(number)
            else { return nil }
            port = number
            bytes.removeSubrange(colon...)
        }
        for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
        let isAddress = bytes.first == UInt8(ascii: "[")
        if isAddress {
            guard bytes.last == UInt8(ascii: "]"), bytes.count > 2,
                bytes[1..<bytes.count - 1].allSatisfy(Self.isAddressByte)
            else { return nil }
        } else {
            guard !bytes.isEmpty, bytes.allSatisfy(Self.isNameByte) else { return nil }
        }
        host = String(decoding: bytes, as: UTF8.self)
        self.port = port
        guard !isAddress || ipAddress != nil else { return nil }
    }

    /// The host as an address; `nil` if it is a name.
    var ipAddress: IPAddress? {
        IPAddress(host.utf8.first == UInt8(ascii: "[") ? String(host.dropFirst().dropLast()) : host)
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == 0x3A || byte == 0x2E
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
}
