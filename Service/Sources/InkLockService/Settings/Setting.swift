// SPDX-License-Identifier: MIT

/// A setting of the server. Its raw value is its name in a settings file, and as an option after `--`.
enum Setting: String, CaseIterable, Sendable {
    case host
    case port
    case socket
    case site
    case data
    case database
    case deviceKey = "device-key"
    case origin
    case behindProxy = "behind-proxy"
    case trustedProxy = "trusted-proxy"
    case storageLimit = "storage-limit"
    case newAccounts = "new-accounts"
    case securityContact = "security-contact"
    case metrics
    case traceEndpoint = "trace-endpoint"
    case logFormat = "log-format"
    case logLevel = "log-level"
    case accessLog = "access-log"

    /// The type of a setting's value.
    enum Kind: Sendable {
        case text
        case number
        case boolean
        case texts
    }

    var kind: Kind {
        switch self {
        case .port, .storageLimit: .number
        case .behindProxy, .newAccounts: .boolean
        case .trustedProxy: .texts
        default: .text
        }
    }

    /// The name of the environment variable, such as `INKLOCK_DEVICE_KEY`.
    var variable: String { "INKLOCK_" + rawValue.uppercased().replacing("-", with: "_") }

    /// A Boolean value that indicates whether a running server can take a new value. Other settings need a restart.
    var isReloadable: Bool {
        switch self {
        case .behindProxy, .trustedProxy, .newAccounts, .securityContact, .logFormat, .logLevel, .accessLog: true
        default: false
        }
    }
}

/// The value of a setting.
enum SettingValue: Hashable, Sendable, CustomStringConvertible {
    case text(String)
    case number(Int)
    case boolean(Bool)
    case texts([String])

    /// Reads the value of an environment variable. Several texts are separated by commas.
    init?(_ text: String, _ kind: Setting.Kind) {
        switch kind {
        case .text: self = .text(text)
        case .number:
            guard let number = Int(text) else { return nil }
            self = .number(number)
        case .boolean:
            guard let value = Bool(text) else { return nil }
            self = .boolean(value)
        case .texts:
            self = .texts(text.split(separator: ",").map { String($0.drop { $0 == " " }) })
        }
    }

    var kind: Setting.Kind {
        switch self {
        case .text: .text
        case .number: .number
        case .boolean: .boolean
        case .texts: .texts
        }
    }

    /// The value in TOML.
    var description: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .texts(let texts): "[\(texts.map(Self.quoted).joined(separator: ", "))]"
        }
    }

    /// Returns a basic string of TOML 1.0.0.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}": "\\u00" + Hexadecimal.text([UInt8(scalar.value)])
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
