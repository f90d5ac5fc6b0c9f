// SPDX-License-Identifier: MIT
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The address that a request comes from.
struct ClientAddress: Hashable, Sendable {
    /// The address; `nil` if there is no socket, or if the proxy does not report it.
    let address: IPAddress?

    /// The key under which requests of one client are counted.
    var network: String { address?.network ?? "unknown" }
}

/// The proxies whose information about the client is trusted.
struct TrustedProxies: Sendable {
    /// The addresses of proxies.
    let ranges: [IPAddressRange]
    /// A Boolean value that indicates whether a peer without an address is a proxy: at a Unix domain socket, whose
    /// permissions decide who connects, or in this process.
    let trustsSockets: Bool

    /// The maximum number of bytes of a field that is read.
    private static let fieldLimit = 2048

    static let none = TrustedProxies(ranges: [])

    /// - Parameter trustsSockets: The default is `true` if there are trusted proxies.
    init(ranges: [IPAddressRange], trustsSockets: Bool? = nil) {
        self.ranges = ranges
        self.trustsSockets = trustsSockets ?? !ranges.isEmpty
    }

    /// Returns a Boolean value that indicates whether a request has fields that name its client, although its peer is
    /// not trusted.
    func ignoresForwarding(_ headers: HTTPFields, from socket: SocketAddress?) -> Bool {
        socket != nil && !trust(socket) && Self.hasForwarding(headers)
    }

    /// Returns a Boolean value that indicates whether a trusted peer does not name its client.
    func lacksForwarding(_ headers: HTTPFields, from socket: SocketAddress?) -> Bool {
        socket != nil && trust(socket) && !Self.hasForwarding(headers)
    }

    private static let forwardingFields = [HTTPField.Name("X-Forwarded-For")!, HTTPField.Name("Forwarded")!]

    private static func hasForwarding(_ headers: HTTPFields) -> Bool {
        forwardingFields.contains { headers[$0] != nil }
    }

    private func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Returns a Boolean value that indicates whether a peer is a trusted proxy.
    func trust(_ peer: SocketAddress?) -> Bool { peer.flatMap { IPAddress($0) }.map(contains) ?? trustsSockets }

    /// Returns the client that sent a request, directly or through trusted proxies.
    ///
    /// The fields are ignored unless the peer is a trusted proxy. Each proxy appends the address of its peer, so the
    /// last address that is not a trusted proxy is the client. Earlier addresses are unverified. A proxy usually sets
    /// either `X-Forwarded-For` or `Forwarded` (RFC 7239) and passes on the other unchanged. If both exist and differ,
    /// both are ignored.
    /// - Complexity: O(bytes of the fields), which are bounded.
    func client(_ headers: HTTPFields, from socket: SocketAddress?) -> ClientAddress {
        let peer = socket.flatMap { IPAddress($0) }
        guard trust(socket) else { return ClientAddress(address: peer) }
        let plain = named(headers, "X-Forwarded-For") { Self.address(Substring($0).utf8) }
        let standard = named(headers, "Forwarded", Self.forwarded)
        switch (plain, standard) {
        case (let plain?, let standard?): return plain == standard ? plain : ClientAddress(address: peer)
        case (let client?, nil), (nil, let client?): return client
        case (nil, nil): return ClientAddress(address: peer)
        }
    }

    /// Returns the client that sent a request whose fields the server library has not converted yet.
    func client(in headers: HTTPHeaders, from socket: SocketAddress?) -> ClientAddress {
        guard trust(socket) else { return ClientAddress(address: socket.flatMap { IPAddress($0) }) }
        var fields = HTTPFields()
        for name in Self.forwardingFields {
            for value in headers[name.rawName] { fields.append(HTTPField(name: name, value: value)) }
        }
        return client(fields, from: socket)
    }

    /// Returns the client's address that a field names, or `nil` if the field is missing.
    private func named(_ headers: HTTPFields, _ name: String, _ read: (String) -> IPAddress?) -> ClientAddress? {
        guard let name = HTTPField.Name(name) else { return nil }
        let fields = headers[values: name]
        guard fields.contains(where: { !$0.isEmpty }) else { return nil }
        guard fields.reduce(0, { $0 + $1.utf8.count }) <= Self.fieldLimit else { return ClientAddress(address: nil) }
        let parts = fields.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
        var last: IPAddress?
        for part in parts.reversed() {
            // Obfuscated or unknown identifiers (RFC 7239 §6) count as one unknown client.
            guard let address = read(String(Substring(part))) else { return ClientAddress(address: nil) }
            last = address
            if !contains(address) { break }
        }
        return ClientAddress(address: last)
    }

    /// Returns an address that may have a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`,
    /// `[2001:db8::1]:80`.
    private static func address(_ text: Substring.UTF8View) -> IPAddress? {
        var text = text.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")), isPort(text[text.index(after: end)...]) else {
                return nil
            }
            text = text[text.index(after: text.startIndex)..<end]
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")), text.lastIndex(of: UInt8(ascii: ":")) == colon {
            guard isPort(text[colon...]) else { return nil }
            text = text[..<colon]
        }
        return IPAddress(String(Substring(text)))
    }

    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        guard let colon = text.first else { return true }
        let digits = text.dropFirst()
        return colon == UInt8(ascii: ":") && (1...5).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns the address after `for=` in one element of `Forwarded`.
    private static func forwarded(_ element: String) -> IPAddress? {
        for pair in element.utf8.split(separator: UInt8(ascii: ";")) {
            let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
            guard pair.count > 4, zip(pair, "for=".utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { continue }
            var value = pair.dropFirst(4)
            while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
            if value.first == UInt8(ascii: "\""), value.count > 1, value.last == UInt8(ascii: "\"") {
                value = value.dropFirst().dropLast()
            }
            return address(value)
        }
        return nil
    }
}
