// SPDX-License-Identifier: MIT
import InkExchange
import InkStroke
import PicturePassword

/// Begins to play the template, else the first drawing taken, else what is drawn. 1 when there is something to play.
@_expose(wasm, "pic_replay") @c(pic_replay)
public func picReplay(_ speed: Double) -> Int32 {
    picReplayStop()
    guard let gesture = pad.template?.model ?? pad.drawn.first ?? (pad.recorder.isEmpty ? nil : pad.recorder.gesture)
    else { return 0 }
    pad.replay = GestureReplay(gesture, speed: speed)
    pad.replayPartCount = gesture.parts.count
    return 1
}

/// Ends the replay, and takes away what is seen of it.
@_expose(wasm, "pic_replay_stop") @c(pic_replay_stop)
public func picReplayStop() {
    guard pad.replay != nil else { return }
    pad.replay = nil
    pad.replayedPart = 0
    pad.trail.clear()
}

/// Sets how many of its seconds are played in one.
@_expose(wasm, "pic_replay_speed") @c(pic_replay_speed)
public func picReplaySpeed(_ speed: Double) { pad.replay?.speed = speed }

/// Plays on by so many seconds, and shows it on the trail, whose clock says `now`. 1 while there is more to come.
@_expose(wasm, "pic_replay_advance") @c(pic_replay_advance)
public func picReplayAdvance(_ seconds: Double, _ now: Double) -> Int32 {
    guard let touches = pad.replay?.advance(by: seconds), let frame = pad.recorder.frame else { return 0 }
    for touch in touches {
        touch.show(on: &pad.trail, over: frame, now: now)
        pad.replayedPart = touch.part + 1
    }
    return pad.replay?.isFinished == false ? 1 : 0
}

/// How much was played, in seconds as it was drawn; 0 without a replay.
@_expose(wasm, "pic_replay_time") @c(pic_replay_time)
public func picReplayTime() -> Double { pad.replay?.time ?? 0 }

/// How long it takes as it was drawn, in seconds; 0 without a replay.
@_expose(wasm, "pic_replay_duration") @c(pic_replay_duration)
public func picReplayDuration() -> Double { pad.replay?.duration ?? 0 }

/// Which part was played last, from 1; 0 before the first.
@_expose(wasm, "pic_replay_part") @c(pic_replay_part)
public func picReplayPart() -> Int32 { Int32(clamping: pad.replayedPart) }

/// How many parts it has.
@_expose(wasm, "pic_replay_part_count") @c(pic_replay_part_count)
public func picReplayPartCount() -> Int32 { pad.replay == nil ? 0 : Int32(clamping: pad.replayPartCount) }
