// SPDX-License-Identifier: MIT
import CPostgres
import Foundation

/// The reason why a text is not a ``PostgresAddress``.
package enum PostgresAddressError: Error, Hashable, Sendable {
    case notAURI
    /// The text has a password, which other users of the machine can see in a list of processes.
    case password
}

/// The place of a PostgreSQL database: a connection URI (PostgreSQL 15 §34.1.1.2) without a password.
///
/// libpq reads the password from the file that PGPASSFILE names, or from `passfile` in the URI.
package struct PostgresAddress: Hashable, Sendable {
    let uri: String

    package init(_ text: String) throws(PostgresAddressError) {
        guard Self.schemes.contains(where: text.hasPrefix) else { throw .notAURI }
        // libpq's own message could repeat a password.
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(text, &message)
        if let message { PQfreemem(message) }
        guard let options else { throw .notAURI }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if option.pointee.val != nil, Self.secrets.contains(String(cString: keyword)) {
                throw .password
            }
            option += 1
        }
        uri = text
    }

    /// The parameters that libpq 18 and earlier take as secrets.
    private static let secrets = [
        "password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key",
    ]

    static let schemes = ["postgres://", "postgresql://"]
}
