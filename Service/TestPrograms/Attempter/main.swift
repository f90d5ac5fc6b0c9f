// SPDX-License-Identifier: MIT
import Foundation
import InkLockService
import InkTestSupport

// Tries passcodes of an account until it is killed, and says before and after each what it does:
// attempter FOLDER NAME SEED FIRST [NOW], where passcodes are numbered from FIRST on. With NOW, in milliseconds, only wrong ones are
// tried, at that moment.

/// Written at once, in one piece.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

let arguments = CommandLine.arguments
guard arguments.count >= 5, let seed = UInt64(arguments[3]), var number = Int(arguments[4]) else { exit(64) }
let now = arguments.count > 5 ? Int64(arguments[5]) : nil
var random = SplitMix64(seed: seed)
let accounts = try await KilledService(
    folder: arguments[1], name: arguments[2], now: now.map(StandingClock.init(milliseconds:)))
say("ready")
while true {
    switch now == nil ? random.next() % 10 : 9 {
    case 0:
        say("begin right")
        say(await accounts.tryRight() ? "end right" : "lost")
    case 1:
        say("begin change")
        say(await accounts.changePasscode() ? "end change" : "lost")
    default:
        number += 1
        say("begin wrong \(number)")
        switch await accounts.tryWrong(number) {
        case .wrong: say("end wrong \(number)")
        case .refused: say("refused")
        case .lost: say("lost")
        }
    }
}
