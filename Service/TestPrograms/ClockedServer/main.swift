// SPDX-License-Identifier: MIT
import Foundation
import InkLockService
import LockFlow
import LockVault
import Synchronization

// Serves a site with accounts by a clock that the tests move: clocked-server SITE FOLDER
// Passcodes cost next to nothing here, so that tests need not wait. Prints its address, then reads lines: `advance SECONDS` moves the clock and answers `advanced`.

/// The machine's clock, and so much later.
final class MovedClock: VaultClock {
    private let offset = Mutex<Int64>(0)

    func advance(seconds: Int64) { offset.withLock { $0 += seconds * 1000 } }

    func now() -> Moment {
        let offset = offset.withLock { $0 }
        var moment = SystemVaultClock().now()
        moment.uptimeMilliseconds += offset
        moment.wallMilliseconds += offset
        return moment
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let site = Site(folder: arguments[1]) else { exit(64) }
let clock = MovedClock()
var parameters = Accounts.Parameters()
parameters.vault.cost = ScryptCost(logN: 1, blockSize: 1, parallelism: 1) ?? .standard
let accounts = try await AccountService(
    folder: arguments[2], pictures: PictureCatalogue(site: site), parameters: parameters, clock: clock)
let reader = Thread {
    while let line = readLine() {
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "advance", let seconds = Int64(words[1]) else { continue }
        clock.advance(seconds: seconds)
        FileHandle.standardOutput.write(Data("advanced\n".utf8))
    }
    // Whoever started this is gone.
    exit(0)
}
reader.start()
try await SiteServer(site: site, host: "127.0.0.1", port: 0, accounts: accounts).run { address in
    FileHandle.standardOutput.write(Data("InkLock is at \(address)\n".utf8))
}
