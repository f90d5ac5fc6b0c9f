// SPDX-License-Identifier: MIT
import Foundation
import Logging

/// The settings of a server, from all sources, checked.
struct ServerSettings: Sendable {
    /// The allowed storage limits in GiB, up to one PiB.
    private static let storageLimits = 1...1 << 20

    /// The settings that are not defaults, each from its strongest source.
    private let chosen: [Setting: (value: SettingValue, source: SettingLayer.Source)]

    /// - Parameter layers: The sources, the strongest first.
    /// - Throws: A ``CommandError`` that names the wrong setting as its source does.
    init(_ layers: [SettingLayer]) throws(CommandError) {
        var chosen: [Setting: (value: SettingValue, source: SettingLayer.Source)] = [:]
        for layer in layers {
            for (setting, value) in layer.values where chosen[setting] == nil {
                chosen[setting] = (value, layer.source)
            }
        }
        self.chosen = chosen
        try checkPlace()
        try check(.origin, "must be https:// or http:// and a host in lower case, without a path") {
            origin.map(Self.isOrigin) ?? true
        }
        try checkProxies()
        try check(.securityContact, "must begin with mailto:, https:// or tel: and contain no spaces") {
            securityContact.map(Self.isContact) ?? true
        }
        try check(.metrics, "is an address and a port, 127.0.0.1:9464 for example, or the path of a socket") {
            text(.metrics) == nil || metrics != nil
        }
        // The last server to start would replace the other's socket.
        try check(.metrics, "must not be the path of \(word(.socket, beside: .metrics))") {
            socket == nil || text(.metrics) != socket
        }
        try check(
            .traceEndpoint, "must be http://, a host, and optionally a port and a path: http://127.0.0.1:4318"
        ) {
            text(.traceEndpoint) == nil || traceCollector != nil
        }
        try check(.logFormat, "is \(Self.list(LogFormat.allCases))") { choice(.logFormat, or: LogFormat.text) != nil }
        try check(.logLevel, "is \(Self.list(Logger.Level.allCases))") {
            choice(.logLevel, or: Logger.Level.info) != nil
        }
        try check(.accessLog, "is \(Self.list(AccessLog.Choice.allCases))") {
            choice(.accessLog, or: AccessLog.Choice.off) != nil
        }
        try check(.storageLimit, "is a number of GiB, between 1 and \(Self.storageLimits.upperBound)") {
            number(.storageLimit).map(Self.storageLimits.contains) ?? true
        }
        try check(
            .storageLimit, "needs \(word(.data, beside: .storageLimit)) or \(word(.database, beside: .storageLimit))"
        ) {
            data != nil || database != nil
        }
        try checkDatabase()
        try check(.deviceKey, "needs \(word(.data, beside: .deviceKey)) or \(word(.database, beside: .deviceKey))") {
            deviceKey == nil || data != nil || database != nil
        }
    }

    var host: String { text(.host) ?? "127.0.0.1" }
    var port: Int { number(.port) ?? 8080 }
    var socket: String? { text(.socket) }
    var site: String? { text(.site) }
    var data: String? { text(.data) }
    /// The PostgreSQL database of the accounts.
    var database: PostgresAddress? { text(.database).flatMap { try? PostgresAddress($0) } }
    var deviceKey: String? { text(.deviceKey) }
    /// The maximum size of the accounts in bytes.
    var storageLimit: Int64? { number(.storageLimit).map { Int64($0) << 30 } }
    var origin: String? { text(.origin) }
    /// The address of the metrics server.
    var metrics: ListeningAddress? { text(.metrics).flatMap { ListeningAddress($0) } }
    /// The collector of traces.
    var traceCollector: TraceCollector? { text(.traceEndpoint).flatMap { TraceCollector($0) } }
    private var securityContact: String? { text(.securityContact) }

    /// A Boolean value that indicates whether requests come through a proxy, as they do at a socket of the file system.
    var isBehindProxy: Bool { isBehindProxy(at: socket) }

    private func isBehindProxy(at socket: String?) -> Bool { boolean(.behindProxy) ?? (socket != nil) }

    /// The settings that a running server can change.
    var reloadable: ReloadableSettings { reloadable(at: socket) }

    /// Returns the settings that a running server can change.
    /// - Parameter socket: The socket on which the server listens; `nil` for a port. These settings do not change it.
    func reloadable(at socket: String?) -> ReloadableSettings {
        ReloadableSettings(
            isOpenToNewAccounts: boolean(.newAccounts) ?? true, proxies: proxies(at: socket),
            securityContact: securityContact,
            accessLog: choice(.accessLog, or: .off) ?? .off,
            log: ServiceLog.Choices(
                format: choice(.logFormat, or: .text) ?? .text, level: choice(.logLevel, or: .info) ?? .info))
    }

    private func proxies(at socket: String?) -> TrustedProxies {
        guard isBehindProxy(at: socket) else { return .none }
        let ranges = texts(.trustedProxy).compactMap { IPAddressRange($0) }
        // On a Unix domain socket, every peer is a proxy. An address is a proxy only if the settings name it.
        guard socket == nil else { return TrustedProxies(ranges: ranges, trustsSockets: true) }
        // At a port, a client that disconnected before it was accepted has no address. It is not a proxy.
        return TrustedProxies(ranges: ranges.isEmpty ? IPAddressRange.loopback : ranges, trustsSockets: false)
    }

    /// Returns the settings that differ from a running server's and need a restart.
    func needingRestart(since old: ServerSettings) -> [Setting] {
        Setting.allCases.filter { !$0.isReloadable && chosen[$0]?.value != old.chosen[$0]?.value }
    }

    /// Checks that a reload does not open the service to new accounts only because their setting is missing. A file
    /// that was cut off after a line is still one of settings.
    /// - Parameter current: The settings of the running server.
    /// - Throws: ``CommandError``.
    func checkReload(of current: ReloadableSettings) throws(CommandError) {
        guard !current.isOpenToNewAccounts && chosen[.newAccounts] == nil else { return }
        throw CommandError(
            .malformedInput,
            "new-accounts is missing, and was false: the file may be cut off; 'new-accounts = true' opens the service")
    }

    /// The settings that are not defaults, in the form of a settings file with the source of each.
    var description: String {
        Setting.allCases.compactMap { setting in
            chosen[setting].map { "\(setting.rawValue) = \($0.value)  # \(origin(of: $0.source))\n" }
        }.joined()
    }

    private func origin(of source: SettingLayer.Source) -> String {
        switch source {
        case .arguments: "from the command line"
        case .environment: "from the environment"
        case .file(let path): "from \(TerminalText.name(path))"
        }
    }

    private func checkPlace() throws(CommandError) {
        try check(.port, "must be between 0 and 65535") { (0...65535).contains(port) }
        for setting in [Setting.host, .socket, .site, .data, .deviceKey] {
            try check(setting, "must not be empty") { text(setting) != "" }
        }
        try check(.socket, "takes the place of host and port: give only one") {
            socket == nil || (chosen[.host] == nil && chosen[.port] == nil)
        }
        // A Unix domain socket does not determine the valid Host fields.
        try check(.socket, "needs \(word(.origin, beside: .socket))") { socket == nil || origin != nil }
    }

    private func checkDatabase() throws(CommandError) {
        // The message does not repeat the value, which may contain a password.
        try check(.database, "must not have a password: put it in a file, and name that with PGPASSFILE") {
            text(.database).map { Self.fault($0) != .password } ?? true
        }
        try check(.database, "must be a postgres:// URI, for example postgres://host/name") {
            text(.database) == nil || database != nil
        }
        try check(.database, "takes the place of \(word(.data, beside: .database)): give only one") {
            database == nil || data == nil
        }
        try check(.database, "needs \(word(.deviceKey, beside: .database))") { database == nil || deviceKey != nil }
    }

    private static func fault(_ text: String) -> PostgresAddressError? {
        do throws(PostgresAddressError) { _ = try PostgresAddress(text) } catch { return error }
        return nil
    }

    private func checkProxies() throws(CommandError) {
        try check(.trustedProxy, "needs \(word(.behindProxy, beside: .trustedProxy))") {
            texts(.trustedProxy).isEmpty || isBehindProxy
        }
        try check(.trustedProxy, "is an IP address, or one with a slash and a number of bits") {
            texts(.trustedProxy).allSatisfy { IPAddressRange($0) != nil }
        }
    }

    private func check(
        _ setting: Setting, _ demand: String, _ isMet: () -> Bool
    ) throws(CommandError) {
        guard let source = chosen[setting]?.source, !isMet() else { return }
        throw CommandError(source.status, "\(source.name(of: setting)) \(demand)")
    }

    /// Returns the name of a setting in the form that the source of another setting uses.
    private func word(_ setting: Setting, beside other: Setting) -> String {
        guard let source = chosen[other]?.source else { return setting.rawValue }
        if case .file = source { return setting.rawValue }
        return source.name(of: setting)
    }

    private func number(_ setting: Setting) -> Int? {
        if case .number(let number) = chosen[setting]?.value { number } else { nil }
    }

    private func text(_ setting: Setting) -> String? {
        if case .text(let text) = chosen[setting]?.value { text } else { nil }
    }

    /// Returns the case that a setting names, or `nil` if there is none.
    private func choice<Choice: RawRepresentable<String>>(_ setting: Setting, or preset: Choice) -> Choice? {
        text(setting).map { Choice(rawValue: $0) } ?? preset
    }

    /// Returns the names of all cases: `a, b or c`.
    private static func list(_ choices: [some RawRepresentable<String>]) -> String {
        let names = choices.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    private func boolean(_ setting: Setting) -> Bool? {
        if case .boolean(let value) = chosen[setting]?.value { value } else { nil }
    }

    private func texts(_ setting: Setting) -> [String] {
        if case .texts(let texts) = chosen[setting]?.value { texts } else { [] }
    }

    private static func isContact(_ text: String) -> Bool {
        ["mailto:", "https://", "tel:"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Returns whether a text is an origin in the form of RFC 6454 §6.2: lower case, without a path or the scheme's
    /// default port.
    private static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, let host = url.host else { return false }
        let port = url.port.map { ":\($0)" } ?? ""
        return ["http", "https"].contains(scheme) && text == "\(scheme)://\(host)\(port)" && text == text.lowercased()
            && url.port != (scheme == "https" ? 443 : 80)
    }
}

/// The sources of a server's settings, to be read again when the server reloads.
struct SettingSources: Sendable {
    let arguments: SettingLayer
    let environment: [String: String]
    /// The path of the file, or `nil` without one.
    let file: String?

    /// The variable that names the file.
    static let fileVariable = "INKLOCK_CONFIG"

    /// - Parameter file: The path that the arguments name.
    init(arguments: SettingLayer, environment: [String: String], file: String?) {
        self.arguments = arguments
        self.environment = environment
        self.file = file ?? environment[Self.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variables that look like misspelt settings, in order, each with the variable of the setting.
    var misspeltVariables: [(name: String, setting: String)] {
        let settings = Setting.allCases.map(\.variable) + [Self.fileVariable]
        return environment.keys.filter { $0.utf8.count <= 64 && !settings.contains($0) }.sorted().compactMap { name in
            settings.first { Self.isMisspelt(name, for: $0) }.map { (name, $0) }
        }
    }

    /// Returns whether a variable differs from that of a setting by at most four characters, and half of the setting's.
    private static func isMisspelt(_ name: String, for setting: String) -> Bool {
        let prefix = "INKLOCK_"
        guard name.hasPrefix(prefix) else { return false }
        let right = setting.dropFirst(prefix.count)
        return name.dropFirst(prefix.count).difference(from: right).count <= min(4, right.count / 2)
    }

    /// Reads all sources. Options are stronger than the environment, and the environment is stronger than the file.
    /// - Parameter isReload: A Boolean value that indicates whether a running server reads them. It refuses a file
    ///   without any setting, as an interrupted change leaves it.
    /// - Throws: ``CommandError``.
    func read(isReload: Bool = false) throws(CommandError) -> ServerSettings {
        var layers = [arguments, try SettingLayer(environment: environment)]
        if let file {
            let layer = try SettingLayer(file: file, isReload: isReload)
            guard !isReload || !layer.values.isEmpty else {
                throw CommandError(.malformedInput, "\(file): there are no settings in this file")
            }
            layers.append(layer)
        }
        return try ServerSettings(layers)
    }
}
