// SPDX-License-Identifier: MIT
import HummingbirdCore

/// A place at which a server listens: an address and a port, or a socket of the file system.
enum ListeningAddress: Hashable, Sendable, CustomStringConvertible {
    case port(Int, host: String)
    case socket(String)

    /// Reads the path of a socket, which begins with a slash, or a host and a port, as in `127.0.0.1:9464` and
    /// `[::1]:9464`. Returns `nil` for anything else.
    init?(_ text: String) {
        if text.hasPrefix("/") {
            self = .socket(text)
            return
        }
        guard let authority = Authority(text), let port = authority.port else { return nil }
        self = .port(
            port,
            host: authority.ipAddress == nil ? authority.host : String(authority.host.filter { !"[]".contains($0) }))
    }

    /// A Boolean value that indicates whether only this machine can reach the place.
    var isLocal: Bool {
        switch self {
        case .port(_, let host): host == "localhost" || IPAddress(host)?.isLoopback ?? false
        case .socket: true
        }
    }

    var bindAddress: BindAddress {
        switch self {
        case .port(let port, let host): .hostname(host, port: port)
        case .socket(let path): .unixDomainSocket(path: path)
        }
    }

    /// The place as the beginning of a URL, or as `unix:` and a path.
    var description: String {
        switch self {
        case .port(let port, let host): "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .socket(let path): "unix:\(path)"
        }
    }
}
