// SPDX-License-Identifier: MIT
#if os(Linux) || os(macOS)
    import Foundation

    extension Process {
        /// Waits until the process has ended, and blocks the thread meanwhile.
        ///
        /// `waitUntilExit` keeps a processor busy on Linux while it waits on a thread without a run loop.
        public func waitForExit() {
            while isRunning { usleep(2_000) }
        }
    }
#endif
