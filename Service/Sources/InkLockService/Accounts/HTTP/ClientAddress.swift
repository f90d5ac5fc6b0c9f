// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import NIOCore

/// The address that a request came from, as far as one client has it: whole for IPv4, the first 64 bits for IPv6.
enum ClientAddress {
    /// - Parameter trustsProxy: whether a proxy in front adds the address that it saw to `X-Forwarded-For`. The last one
    ///   counts: those before it are the client's word.
    static func of(_ request: Request, _ context: ServiceContext, trustsProxy: Bool) -> String {
        if trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[values: name].last?.split(separator: ",").last
        {
            let text = last.filter { !$0.isWhitespace }
            if let address = try? SocketAddress(ipAddress: text, port: 0) { return word(for: address) }
        }
        return context.remoteAddress.map(word) ?? "unknown"
    }

    private static func word(for address: SocketAddress) -> String {
        switch address {
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            guard !isMapped else { return bytes.suffix(4).map(String.init).joined(separator: ".") }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        default: return address.ipAddress ?? "local"
        }
    }
}
