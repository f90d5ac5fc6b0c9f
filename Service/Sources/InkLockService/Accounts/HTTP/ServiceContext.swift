// SPDX-License-Identifier: MIT
import Hummingbird
import NIOCore

/// What goes with a request: who asks, and where.
struct ServiceContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// The address that the request came to; `nil` where there is no socket.
    let localAddress: SocketAddress?

    var localPort: Int? { localAddress?.port }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        localAddress = source.channel.localAddress
    }
}
