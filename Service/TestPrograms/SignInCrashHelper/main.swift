// SPDX-License-Identifier: MIT
import Foundation
import InkLockService
import InkTestSupport

// Does what a browser asks for until it is killed, and says before and after each what it does.
//
// sign-in-crash-helper FOLDER NAME SEED FIRST [NOW]: tries passcodes, numbered from FIRST on. With NOW, in
// milliseconds, only wrong ones are tried, at that moment.
// sign-in-crash-helper FOLDER NAME recover CODE PASSCODE: recovers the account.
// sign-in-crash-helper FOLDER NAME change: sets the passcode that it has, again and again.
// sign-in-crash-helper FOLDER NAME delete: removes the account.

/// Writes a line immediately, in one piece.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
let now = UInt64(arguments[3]) != nil && arguments.count > 5 ? Int64(arguments[5]) : nil
let accounts = try await KilledService(
    folder: arguments[1], name: arguments[2], now: now.map(StandingClock.init(milliseconds:)))
say("ready")
switch arguments[3] {
case "recover" where arguments.count == 6:
    say(await accounts.recover(code: arguments[4], passcode: arguments[5]) ? "done" : "lost")
case "change":
    while await accounts.changePasscode() { say("done") }
    say("lost")
case "delete": say(await accounts.delete() ? "done" : "lost")
default:
    guard arguments.count >= 5, let seed = UInt64(arguments[3]), var number = Int(arguments[4]) else { exit(64) }
    var random = SplitMix64(seed: seed)
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
}
// Until it is killed.
while true { sleep(60) }
