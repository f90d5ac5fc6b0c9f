// SPDX-License-Identifier: MIT
import InkStroke
import InkTrail
import PicturePassword
import WasmBridge

/// Starts to play the template, otherwise the first enrolled drawing, otherwise the current drawing. Returns 1 if there
/// is something to play.
@_expose(wasm, "pic_replay") @c(pic_replay)
public func picReplay(_ speed: Double) -> Int32 {
    picReplayStop()
    guard
        let gesture = pad.template?.typicalSample ?? pad.drawn.first
            ?? (pad.recorder.isEmpty ? nil : pad.recorder.gesture)
    else { return 0 }
    pad.replay = GestureReplay(gesture, speed: speed)
    pad.replayPartCount = gesture.parts.count
    return 1
}

/// Ends the replay and clears its trail.
@_expose(wasm, "pic_replay_stop") @c(pic_replay_stop)
public func picReplayStop() {
    guard pad.replay != nil else { return }
    pad.replay = nil
    pad.replayedPart = 0
    pad.trail.clear()
}

/// Sets the playback speed.
@_expose(wasm, "pic_replay_speed") @c(pic_replay_speed)
public func picReplaySpeed(_ speed: Double) { pad.replay?.speed = speed }

/// Advances the replay by `seconds` and shows it on the trail, whose clock is at `now`. Returns 1 until the replay is
/// finished.
@_expose(wasm, "pic_replay_advance") @c(pic_replay_advance)
public func picReplayAdvance(_ seconds: Double, _ now: Double) -> Int32 {
    guard let touches = pad.replay?.advance(by: seconds), let frame = pad.recorder.frame else { return 0 }
    for touch in touches {
        touch.show(on: &pad.trail, over: frame, now: now)
        pad.replayedPart = touch.part + 1
    }
    return pad.replay?.isFinished == false ? 1 : 0
}

/// Returns the playback position in seconds at recorded speed, or 0 without a replay.
@_expose(wasm, "pic_replay_time") @c(pic_replay_time)
public func picReplayTime() -> Double { pad.replay?.time ?? 0 }

/// Returns the duration in seconds at recorded speed, or 0 without a replay.
@_expose(wasm, "pic_replay_duration") @c(pic_replay_duration)
public func picReplayDuration() -> Double { pad.replay?.duration ?? 0 }

/// Returns the last played part, from 1, or 0 before the first.
@_expose(wasm, "pic_replay_part") @c(pic_replay_part)
public func picReplayPart() -> Int32 { Int32(clamping: pad.replayedPart) }

/// Returns the number of parts in the replay.
@_expose(wasm, "pic_replay_part_count") @c(pic_replay_part_count)
public func picReplayPartCount() -> Int32 { pad.replay == nil ? 0 : Int32(clamping: pad.replayPartCount) }
