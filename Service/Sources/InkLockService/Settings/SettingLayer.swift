// SPDX-License-Identifier: MIT
import Foundation

/// The settings from one source.
struct SettingLayer: Sendable {
    /// The source of settings.
    enum Source: Hashable, Sendable {
        case arguments
        case environment
        /// A file, with its path.
        case file(String)

        /// Returns the name of a setting for messages.
        func name(of setting: Setting) -> String {
            switch self {
            case .arguments: "--\(setting.rawValue)"
            case .environment: setting.variable
            case .file(let path): "\(path): \(setting.rawValue)"
            }
        }

        /// The exit status for a wrong setting in this source.
        var status: CommandError.Status {
            if case .file = self { .malformedInput } else { .usage }
        }
    }

    let source: Source
    let values: [Setting: SettingValue]

    /// The maximum number of bytes of a settings file.
    static let fileLimit = 1 << 16

    init(arguments values: [Setting: SettingValue]) {
        source = .arguments
        self.values = values
    }

    /// Reads the variables of the settings. An empty variable counts as absent.
    /// - Throws: ``CommandError`` if a variable is not of its setting's type.
    init(environment: [String: String]) throws(CommandError) {
        source = .environment
        var values: [Setting: SettingValue] = [:]
        for setting in Setting.allCases {
            guard let text = environment[setting.variable], !text.isEmpty else { continue }
            guard let value = SettingValue(text, setting.kind) else {
                throw Self.wrongType(setting, source)
            }
            values[setting] = value
        }
        self.values = values
    }

    /// Reads a file in TOML; see ``SettingsText``.
    /// - Parameter isReload: A Boolean value that indicates whether a running server reads it, which must not wait for
    ///   a pipe. A start may read one.
    /// - Throws: ``CommandError`` if the file cannot be read, is not TOML, or has an unknown setting or a wrong type.
    init(file path: String, isReload: Bool = false) throws(CommandError) {
        source = .file(path)
        var values: [Setting: SettingValue] = [:]
        for (key, value) in try Self.pairs(path, isReload) {
            guard let setting = Setting(rawValue: key) else {
                let names = Setting.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandError(
                    .malformedInput, "\(path): there is no setting '\(TerminalText.name(key))': there are \(names)")
            }
            guard value.kind == setting.kind else { throw Self.wrongType(setting, source) }
            values[setting] = value
        }
        self.values = values
    }

    private static func pairs(
        _ path: String, _ isReload: Bool
    ) throws(CommandError) -> [(key: String, value: SettingValue)] {
        let bytes: [UInt8]?
        let isReadable: Bool
        do throws(SystemError) {
            let file = try OpenFile(reading: path, waits: !isReload)
            isReadable = !isReload || file.isRegular
            bytes = isReadable ? try file.readAll(limit: fileLimit) : []
        } catch {
            throw CommandError(.noInput, "\(path): \(error)")
        }
        guard isReadable else { throw CommandError(.noInput, "\(path): only a file can be read again") }
        guard let bytes else {
            throw CommandError(.malformedInput, "\(path): larger than the \(fileLimit >> 10) KiB that are read")
        }
        do throws(SettingsTextError) { return try SettingsText.read(bytes) } catch {
            throw CommandError(
                .malformedInput,
                "\(path): line \(error.line) is not a setting, as 'name = \"text\"' or 'name = true' is, or is there twice"
            )
        }
    }

    private static func wrongType(_ setting: Setting, _ source: Source) -> CommandError {
        let type =
            switch setting.kind {
            case .text: "text in quotation marks"
            case .number: "a number"
            case .boolean: "true or false"
            case .texts: "a list of texts"
            }
        return CommandError(source.status, "\(source.name(of: setting)) must be \(type)")
    }
}
