// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// The folder of accounts that an operator's command works on: what `inklock serve` has with the same settings.
struct DataOptions: ParsableArguments {
    @Option(help: "The server's file of settings; INKLOCK_CONFIG names it too.")
    var config: String?

    @Option(help: "The folder of the accounts.")
    var data: String?

    @Option(help: "The file of the accounts' key, if it is not device.key in the folder.")
    var deviceKey: String?

    /// Opens the database beside a running server.
    func database() async throws(CommandError) -> OperatorDatabase {
        ServerProcess.prepare()
        var values: [Setting: SettingValue] = [:]
        values[.data] = data.map { .text($0) }
        values[.deviceKey] = deviceKey.map { .text($0) }
        let settings = try SettingSources(
            arguments: SettingLayer(arguments: values), environment: ProcessInfo.processInfo.environment, file: config
        ).read()
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
}
