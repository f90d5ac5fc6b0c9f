// SPDX-License-Identifier: MIT
import HTTPTypes
import Hummingbird
import NIOCore

/// The means by which a test reaches an application.
enum TestingSetup: Sendable {
    /// Hands requests to the router, without a socket.
    case router
    /// Sends requests over a socket on loopback.
    case live
}

/// The answer of an application to a request of a test.
struct TestResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer
}

/// Sends the requests of a test to an application.
protocol TestClientProtocol: Sendable {
    /// The port on loopback at which the application listens; `nil` without a socket.
    var port: Int? { get }

    /// Sends a request and returns the whole answer.
    func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse
}

extension TestClientProtocol {
    func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await execute(uri: uri, method: method, headers: headers, body: nil)
    }
}

extension ApplicationProtocol {
    /// Starts the application's services, hands a client to the body of a test, and ends the services.
    func test<Value: Sendable>(
        _ setup: TestingSetup, _ body: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        switch setup {
        case .router: try await withRouterClient(body)
        case .live: try await withLiveClient(body)
        }
    }
}
