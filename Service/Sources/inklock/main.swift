// SPDX-License-Identifier: MIT
import Foundation
import InkLockService

// Top-level code that awaits would begin after the runtime has opened descriptors of its own.
InkLockCommand.reserveStandardStreams()
Task.detached { exit(await InkLockCommand.runProcess()) }
while true { pause() }
