// SPDX-License-Identifier: MIT
import NIOCore
import Testing

@testable import InkLockService

@Suite struct HostTests {
    private static let socket = try! SocketAddress(ipAddress: "127.0.0.1", port: 8080)

    private func status(
        _ fields: [String], host: String = "127.0.0.1", origin: String? = nil, target: String? = nil,
        socket: SocketAddress? = Self.socket, isHealthCheck: Bool = false
    ) -> Int {
        do throws(APIError) {
            _ = try HostRule(publicOrigin: origin, host: host).authority(
                fields, target: target, socket: socket, isHealthCheck: isHealthCheck)
        } catch {
            return error.status.code
        }
        return 200
    }

    @Test(
        "The server's own addresses are accepted as Host",
        arguments: [
            "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:8080",
        ])
    func ownAddressesAreTaken(host: String) { #expect(status([host]) == 200) }

    @Test(
        "Other hosts are refused as misdirected",
        arguments: [
            "evil.example", "evil.example:8080", "localhost", "localhost:80", "localhost:8081", "127.0.0.1",
            "127.0.0.2:8080",
            "localhost.evil.example:8080", "localhost.:8080", "192.168.1.1:8080", "[::2]:8080", "0.0.0.0:8080",
        ])
    func othersAreMisdirected(host: String) { #expect(status([host]) == 421) }

    @Test(
        "Missing, repeated or malformed Host fields are refused",
        arguments: [
            [], [""], ["a b"], ["localhost:8080", "localhost:8080"], ["localhost:8080", "evil.example"], ["localhost:"],
            ["localhost:0"], ["localhost:65536"], ["localhost:8080x"], ["[::1"], ["[::g]"], ["[]"], ["::1"],
            ["user@localhost"],
            ["localhost/"], ["local\u{301}host"], ["<>"], [String(repeating: "a", count: 300)], ["localhost:080800"],
        ])
    func malformedHostsAreRefused(fields: [String]) { #expect(status(fields) == 400, "\(fields)") }

    @Test("The configured host and the reached address are accepted") func whatTheOperatorSaysIsTaken() throws {
        #expect(status(["ink.local:8080"], host: "ink.local") == 200)
        #expect(status(["INK.local:8080"], host: "ink.local") == 200)
        #expect(status(["[2001:db8::1]:8080"], host: "2001:db8::1") == 200)
        // The address that the client reached, where all are listened at.
        let reached = try SocketAddress(ipAddress: "192.0.2.7", port: 8080)
        #expect(status(["192.0.2.7:8080"], host: "0.0.0.0", socket: reached) == 200)
        #expect(status(["192.0.2.8:8080"], host: "0.0.0.0", socket: reached) == 421)
        let mapped = try SocketAddress(ipAddress: "::ffff:192.0.2.7", port: 8080)
        #expect(status(["192.0.2.7:8080"], host: "::", socket: mapped) == 200)
        #expect(status(["localhost"], socket: try SocketAddress(ipAddress: "127.0.0.1", port: 80)) == 200)
    }

    @Test("With a public origin, only its host is accepted") func withAnOriginOnlyItsHostIsTaken() {
        let origin = "https://ink.example"
        #expect(status(["ink.example"], origin: origin) == 200)
        #expect(status(["ink.example:443"], origin: origin) == 200)
        for host in ["ink.example:8080", "localhost:8080", "127.0.0.1:8080", "evil.example"] {
            #expect(status([host], origin: origin) == 421, "\(host)")
        }
        #expect(status(["127.0.0.1:8080"], origin: origin, isHealthCheck: true) == 200)
        #expect(status(["evil.example"], origin: origin, isHealthCheck: true) == 421)
        #expect(status(["ink.example:8443"], origin: "https://ink.example:8443") == 200)
        #expect(status(["ink.example"], origin: "https://ink.example:8443") == 421)
    }

    @Test("An absolute request target must match the Host field") func absoluteTargetAndHostAgree() {
        #expect(status(["localhost:8080"], target: "localhost:8080") == 200)
        #expect(status(["localhost:8080"], target: "evil.example") == 400)
        #expect(status(["evil.example"], target: "localhost:8080") == 400)
    }
}
