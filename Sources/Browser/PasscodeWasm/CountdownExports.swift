// SPDX-License-Identifier: MIT
import Passcode
import WasmBridge

/// Starts the countdown of a lockout. A duration of 0 or less ends it. Both times are in seconds.
@_expose(wasm, "code_countdown_start") @c(code_countdown_start)
public func codeCountdownStart(_ seconds: Double, _ now: Double) {
    screen.countdown = Countdown(seconds: seconds, at: now)
}

/// Returns the whole seconds until the end of the lockout, rounded up, or 0 if there is none.
@_expose(wasm, "code_countdown_seconds") @c(code_countdown_seconds)
public func codeCountdownSeconds(_ now: Double) -> Int32 { Int32(clamping: screen.countdown?.seconds(at: now) ?? 0) }

/// Stores a waiting time as it is displayed: the amount and the `WaitingTime.Unit`. Returns their byte count, or 0 if
/// there is nothing to wait for.
@_expose(wasm, "code_waiting_time") @c(code_waiting_time)
public func codeWaitingTime(_ seconds: Double) -> Int32 {
    guard let time = WaitingTime(seconds: seconds) else { return 0 }
    return Exchange.give([Double(time.amount), Double(time.unit.number)])
}
