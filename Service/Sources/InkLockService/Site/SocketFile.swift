// SPDX-License-Identifier: MIT
import Foundation
import NIOCore

/// A socket of the file system at which a server listens.
struct SocketFile {
    let path: String

    /// Makes sure that the path is free, or has a socket that an ended server has left behind. Only the user and the
    /// group of this process can connect to sockets that it creates afterwards.
    /// - Throws: ``SiteServerError``.
    func prepare() throws(SiteServerError) {
        guard (try? SocketAddress(unixDomainSocketPath: path)) != nil else {
            throw .socket(path, errorNumber: ENAMETOOLONG)
        }
        umask(0o007)
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .socket(path, errorNumber: errno) }
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        switch connectionError() {
        case 0, EAGAIN: throw .socketTaken(path)
        case ECONNREFUSED: return
        case let number: throw .socket(path, errorNumber: number)
        }
    }

    /// Removes the socket, unless another server listens at it by now.
    func remove() {
        if connectionError() == ECONNREFUSED { unlink(path) }
    }

    /// Connects to the socket, and returns the system's number of the error: 0 if a server answers, and `EAGAIN` if one
    /// has too many callers.
    private func connectionError() -> Int32 {
        guard let address = try? SocketAddress(unixDomainSocketPath: path) else { return ENAMETOOLONG }
        #if os(Linux)
            let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return errno }
        defer { _ = close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return address.withSockAddr { connect(descriptor, $0, socklen_t($1)) == 0 ? 0 : errno }
    }
}
