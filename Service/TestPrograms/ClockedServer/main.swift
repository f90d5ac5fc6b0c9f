// SPDX-License-Identifier: MIT
import Foundation
import InkLockService
import LockFlow
import LockVault
import Synchronization

// Serves a site with accounts, with a clock that the tests control: clocked-server SITE FOLDER
// or, on its own clock, as one of several at a proxy: clocked-server SITE DATABASE KEY PORT ORIGIN [unlimited]
//
// With `unlimited`, a benchmark may ask as often as it can: no limit of rate is reached.
// In a database, wrong passcodes have no delays: a test reaches the limit of an account immediately.
// Passcodes are cheap to derive. Prints the site's address, then reads commands: `advance SECONDS` moves the clock
// forward and prints `advanced`.

/// The system clock plus an adjustable offset.
final class MovedClock: VaultClock {
    private let offset = Mutex<Int64>(0)

    func advance(seconds: Int64) { offset.withLock { $0 += seconds * 1000 } }

    func now() -> ClockReading {
        let offset = offset.withLock { $0 }
        var moment = SystemVaultClock().now()
        moment.uptimeMilliseconds += offset
        moment.wallMilliseconds += offset
        return moment
    }
}

extension AccountAPI.Settings {
    /// Raises the limits of known devices and of new accounts out of reach. Requests are counted all the same.
    mutating func liftLimits() {
        let limits: [WritableKeyPath<Self, ClientThrottle.Parameters>] = [
            \.creations, \.networkCreations, \.allCreations, \.members, \.devices, \.reads, \.noteReads, \.notes,
            \.noteClients,
        ]
        for limit in limits { self[keyPath: limit].burst = 1_000_000_000 }
    }
}

let arguments = CommandLine.arguments
let isUnlimited = arguments.count == 7 && arguments[6] == "unlimited"
guard [3, 6].contains(arguments.count) || isUnlimited, let site = Site(folder: arguments[1]) else { exit(64) }
let clock = MovedClock()
var parameters = Accounts.Parameters()
parameters.vault.cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1) ?? .standard
if arguments.count > 3 {
    guard let port = Int(arguments[4]) else { exit(64) }
    parameters.vault.lockout = LockoutPolicy(passcodeDelaysMilliseconds: [])
    var settings = AccountAPI.Settings(publicOrigin: arguments[5], trustsProxy: true)
    if isUnlimited { settings.liftLimits() }
    let shared = try await AccountService(
        database: try PostgresAddress(arguments[2]), key: arguments[3], pictures: PictureCatalogue(site: site),
        parameters: parameters, settings: settings)
    try await SiteServer(site: site, host: "127.0.0.1", port: port, accounts: shared).run { address in
        FileHandle.standardOutput.write(Data("InkLock is at \(address)\n".utf8))
    }
    exit(0)
}
let accounts = try await AccountService(
    folder: arguments[2], pictures: PictureCatalogue(site: site), parameters: parameters, clock: clock)
let reader = Thread {
    while let line = readLine() {
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "advance", let seconds = Int64(words[1]) else { continue }
        clock.advance(seconds: seconds)
        FileHandle.standardOutput.write(Data("advanced\n".utf8))
    }
    // The parent process has exited.
    exit(0)
}
reader.start()
try await SiteServer(site: site, host: "127.0.0.1", port: 0, accounts: accounts).run { address in
    FileHandle.standardOutput.write(Data("InkLock is at \(address)\n".utf8))
}
