// SPDX-License-Identifier: MIT
import Foundation
import InkLockService
import InkTestSupport

// Tries passcodes of an account until it is killed, and says before and after each what it does:
// attempter FOLDER SEED FIRST, where passcodes are numbered from FIRST on.

/// Written at once, in one piece.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

let arguments = CommandLine.arguments
guard arguments.count == 4, let seed = UInt64(arguments[2]), var number = Int(arguments[3]) else { exit(64) }
var random = SplitMix64(seed: seed)
let accounts = try await KilledService(folder: arguments[1])
say("ready")
while true {
    switch random.next() % 10 {
    case 0:
        say("begin right")
        say(await accounts.tryRight() ? "end right" : "lost")
    case 1:
        say("begin change")
        say(await accounts.changePasscode() ? "end change" : "lost")
    default:
        number += 1
        say("begin wrong \(number)")
        say(await accounts.tryWrong(number) ? "end wrong \(number)" : "lost")
    }
}
