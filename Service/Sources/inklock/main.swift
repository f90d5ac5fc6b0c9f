// SPDX-License-Identifier: MIT
import Foundation
import InkLockService

exit(await InkLockCommand.run(Array(CommandLine.arguments.dropFirst())))
