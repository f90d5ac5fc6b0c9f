// SPDX-License-Identifier: MIT

/// What the service answers, for programs and people: OpenAPI 3.1.
enum OpenAPIDescription {
    static let path = "/api/openapi.json"

    /// The file `openapi.json` of the sources.
    static var json: [UInt8] { PackageResources.openapi_json }
}
