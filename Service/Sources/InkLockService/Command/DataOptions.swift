// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// The folder of accounts that an operator's command works on: the same as that of `inklock serve` with the same
/// settings.
struct DataOptions: ParsableArguments {
    @Option(help: "The server's file of settings; INKLOCK_CONFIG names it too.")
    var config: String?

    @Option(help: "The folder of the accounts.")
    var data: String?

    @Option(help: "The file of the accounts' key, if it is not device.key in the folder.")
    var deviceKey: String?

    /// Opens the database, which a running server may use.
    func database() async throws(CommandError) -> OperatorDatabase {
        let settings = try settings()
        guard settings.database == nil else {
            throw CommandError(
                .usage,
                "this command works on a folder of accounts; pg_dump and pg_basebackup back up a database")
        }
        guard let folder = settings.data else {
            throw CommandError(.usage, "name the folder of the accounts with --data or --config")
        }
        return try await OperatorDatabase(folder: folder, key: settings.deviceKey)
    }

    /// Reads the settings from all sources.
    /// - Parameter database: The value of an option `--database`.
    fileprivate func settings(database: String? = nil) throws(CommandError) -> ServerSettings {
        ServerProcess.prepare()
        var values: [Setting: SettingValue] = [:]
        values[.data] = data.map { .text($0) }
        values[.database] = database.map { .text($0) }
        values[.deviceKey] = deviceKey.map { .text($0) }
        return try SettingSources(
            arguments: SettingLayer(arguments: values), environment: ProcessInfo.processInfo.environment, file: config
        ).read()
    }
}

/// The accounts that an operator's command works on, in a folder or in a shared database.
struct AccountsOptions: ParsableArguments {
    @OptionGroup var folder: DataOptions

    @Option(help: "The PostgreSQL database of the accounts instead; needs --device-key.")
    var database: String?

    /// Opens a shared database, which running servers may use.
    /// - Returns: `nil` if the accounts are in a folder.
    func shared() async throws(CommandError) -> OperatorAccounts? {
        let settings = try folder.settings(database: database)
        if let place = settings.database, let key = settings.deviceKey {
            return try await OperatorAccounts(place, key: key)
        }
        guard settings.data != nil else {
            throw CommandError(.usage, "name the folder of the accounts with --data or --config")
        }
        return nil
    }

    /// Opens the accounts, which running servers may use.
    func accounts() async throws(CommandError) -> OperatorAccounts {
        if let shared = try await shared() { return shared }
        return try await OperatorAccounts(try await folder.database())
    }
}
