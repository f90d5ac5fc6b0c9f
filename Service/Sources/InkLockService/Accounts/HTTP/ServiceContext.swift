// SPDX-License-Identifier: MIT
import Hummingbird
import NIOCore

/// The context of a request: its connection's remote and local addresses.
struct ServiceContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// The local address of the connection, or `nil` without a socket.
    let localAddress: SocketAddress?

    var localPort: Int? { localAddress?.port }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        localAddress = source.channel.localAddress
    }
}
