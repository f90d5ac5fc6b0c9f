// SPDX-License-Identifier: MIT
import HTTPTypes
import NIOCore
import Testing

@testable import InkLockService

@Suite struct ClientAddressTests {
    @Test(
        "Addresses are written in their canonical form",
        arguments: [
            ("2001:db8:0:0:0:0:0:1", "2001:db8::1", "2001:db8::/64"), ("::1", "::1", "::1"), ("::", "::", "::/64"),
            ("2001:DB8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("192.0.2.1", "192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"),
        ])
    func addressesAreWrittenAsStandardSays(text: String, address: String, network: String) throws {
        let parsed = try #require(IPAddress(text))
        #expect(parsed.description == address)
        #expect(parsed.network == network)
        #expect(IPAddress(try SocketAddress(ipAddress: text, port: 1)) == parsed)
    }

    @Test(
        "Malformed addresses are refused",
        arguments: ["", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "[::1]", "::1%lo", "a.b", "1.2.3.4 ", "::1\u{301}"])
    func othersAreNoAddresses(text: String) { #expect(IPAddress(text) == nil) }

    @Test("A range contains exactly its addresses") func rangesHoldTheirAddresses() throws {
        let range = try #require(IPAddressRange("10.1.0.0/15"))
        for (text, isIn) in [
            ("10.0.255.255", true), ("10.1.2.3", true), ("10.2.0.0", false), ("11.1.0.0", false), ("::1", false),
        ] { #expect(range.contains(try #require(IPAddress(text))) == isIn, "\(text)") }
        #expect(try #require(IPAddressRange("0.0.0.0/0")).contains(try #require(IPAddress("8.8.8.8"))))
        for text in ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "x", "/8", "::/129"] {
            #expect(IPAddressRange(text) == nil, "\(text)")
        }
    }

    private func client(
        _ fields: HTTPFields, from peer: String? = "127.0.0.1", proxies: [String] = ["127.0.0.0/8", "10.0.0.0/8"]
    ) throws -> String {
        TrustedProxies(ranges: proxies.compactMap { IPAddressRange($0) })
            .client(fields, from: try peer.map { try SocketAddress(ipAddress: $0, port: 4000) }).network
    }

    private static let plain = HTTPField.Name("X-Forwarded-For")!
    private static let standard = HTTPField.Name("Forwarded")!

    @Test(
        "The last forwarded address that is not a proxy is the client",
        arguments: [
            ("198.51.100.7", "198.51.100.7"), ("198.51.100.7:4711", "198.51.100.7"), ("2001:db8::1", "2001:db8::/64"),
            ("[2001:db8::1]", "2001:db8::/64"), ("[2001:db8::1]:4711", "2001:db8::/64"),
            ("203.0.113.1, 198.51.100.7", "198.51.100.7"), ("198.51.100.7, 10.1.1.1", "198.51.100.7"),
            ("203.0.113.1,198.51.100.7:1, 10.1.1.1 ,10.2.2.2", "198.51.100.7"), ("10.1.1.1", "10.1.1.1"),
            ("unknown", "unknown"), ("198.51.100.7, unknown", "unknown"), ("198.51.100.7:x", "unknown"),
            ("", "127.0.0.1"),
            ("a\u{301}", "unknown"), ("198.51.100.7:123456", "unknown"),
        ])
    func lastAddressThatIsNoProxyCounts(field: String, client: String) throws {
        #expect(try self.client([Self.plain: field]) == client)
    }

    @Test(
        "The client's address is also read from the Forwarded field",
        arguments: [
            ("for=198.51.100.7", "198.51.100.7"), ("For=\"198.51.100.7:80\";proto=https", "198.51.100.7"),
            ("proto=https; for=\"[2001:db8::1]:4711\"", "2001:db8::/64"),
            ("for=203.0.113.1, for=198.51.100.7", "198.51.100.7"),
            ("for=198.51.100.7, for=10.1.1.1;by=10.0.0.1", "198.51.100.7"), ("for=_hidden", "unknown"),
            ("for=unknown", "unknown"),
            ("proto=https", "unknown"),
        ])
    func standardFieldCountsAsWell(field: String, client: String) throws {
        #expect(try self.client([Self.standard: field]) == client)
    }

    @Test("A trusted peer that names no client is noticed") func silentProxiesAreNoticed() throws {
        let (near, far) = (
            try SocketAddress(ipAddress: "127.0.0.1", port: 1), try SocketAddress(ipAddress: "203.0.113.9", port: 1)
        )
        let file = try SocketAddress(unixDomainSocketPath: "/s")
        let proxies = TrustedProxies(ranges: ["127.0.0.0/8"].compactMap { IPAddressRange($0) })
        for (socket, isNoticed) in [(near, true), (file, true), (far, false)] {
            #expect(proxies.lacksForwarding([:], from: socket) == isNoticed)
            #expect(!TrustedProxies.none.lacksForwarding([:], from: socket))
            for name in [Self.plain, Self.standard] {
                #expect(!proxies.lacksForwarding([name: "for=198.51.100.7"], from: socket))
            }
        }
    }

    @Test("Untrusted or contradictory forwarded addresses are ignored") func fieldsOfOthersDoNotCount() throws {
        let fields: HTTPFields = [Self.plain: "198.51.100.7"]
        #expect(try client(fields, from: "203.0.113.9") == "203.0.113.9")
        #expect(try client(fields, from: "2001:db8::5") == "2001:db8::/64")
        #expect(try client(fields, proxies: []) == "127.0.0.1")
        // The proxy wrote one of the two, the client the other.
        #expect(try client([Self.plain: "198.51.100.7", Self.standard: "for=203.0.113.1"]) == "127.0.0.1")
        #expect(try client([Self.plain: "198.51.100.7", Self.standard: "for=198.51.100.7"]) == "198.51.100.7")
        #expect(try client([Self.plain: String(repeating: "1.1.1.1,", count: 400)]) == "unknown")
    }
}
