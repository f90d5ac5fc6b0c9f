// SPDX-License-Identifier: MIT
import Foundation

/// The reason why the server cannot listen.
enum SiteServerError: Error, Hashable, CustomStringConvertible {
    case portTaken(Int)
    case portForbidden(Int)
    case unknownHost(String)
    case notThisMachine(String)
    /// The path of a socket is not free, or cannot be used, for the reason with the system's number.
    case socket(String, errorNumber: Int32)
    /// The server cannot listen at the place for monitors, for the reason with the system's number.
    case monitors(ListeningAddress, errorNumber: Int32)
    /// Another server listens at the socket.
    case socketTaken(String)
    /// The path is not that of a socket.
    case notASocket(String)
    /// Any other error of the operating system, with its number.
    case unexpected(errorNumber: Int32)

    init(errorNumber: Int32, host: String, port: Int) {
        switch errorNumber {
        case EADDRINUSE: self = .portTaken(port)
        case EACCES: self = .portForbidden(port)
        case EADDRNOTAVAIL: self = .notThisMachine(host)
        default: self = .unexpected(errorNumber: errorNumber)
        }
    }

    var description: String {
        switch self {
        case .portTaken(let port): "port \(port) is taken by another program; choose one with --port, or 0 for any"
        case .portForbidden(let port): "port \(port) is not open to this user; choose one above 1023 with --port"
        case .unknownHost(let host): "there is no address for the host \(host); choose one with --host"
        case .notThisMachine(let host): "\(host) is not an address of this machine; choose one with --host"
        case .socket(let path, let number): "\(path): the system makes no socket here: \(SystemError(number: number))"
        case .monitors(let place, let number):
            "\(place): the system does not let it listen here: \(SystemError(number: number)); choose another --metrics"
        case .socketTaken(let path): "\(path): another server listens here; end that one, or choose another path"
        case .notASocket(let path): "\(path) is not a socket; remove it, or choose another path"
        case .unexpected(let number): "the system does not let it listen: \(SystemError(number: number))"
        }
    }
}
