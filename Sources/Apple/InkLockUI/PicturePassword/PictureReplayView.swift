// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTrail
import Observation
import PicturePassword
import SwiftUI

/// The state of an animation that replays a gesture on its picture.
@MainActor @Observable final class PicturePlayer {
    private(set) var isPlaying = false
    @ObservationIgnored private(set) var trail: any Trail
    @ObservationIgnored private let look: PictureTrail
    @ObservationIgnored private var replay: GestureReplay
    @ObservationIgnored private let gesture: PictureGesture
    @ObservationIgnored private var last: Double?

    init(_ gesture: PictureGesture, look: PictureTrail) {
        self.gesture = gesture
        self.look = look
        trail = look.trail(reducedMotion: false, seed: 1)
        replay = GestureReplay(gesture)
    }

    /// Switches between full and reduced motion.
    func use(reducedMotion: Bool) { trail = look.trail(reducedMotion: reducedMotion, seed: 1) }

    func play() {
        replay = GestureReplay(gesture)
        trail.clear()
        last = nil
        isPlaying = true
    }

    /// Advances the animation to a frame's time in seconds.
    func advance(to time: Double, over frame: PictureFrame) {
        guard isPlaying else { return }
        for touch in replay.advance(by: time - (last ?? time)) { touch.show(on: &trail, over: frame, now: time) }
        last = time
        trail.advance(to: time)
    }

    /// Stops the animation once the gesture is complete and the trail has faded.
    func rest() { if replay.isFinished && trail.isQuiet { isPlaying = false } }
}

/// A view that replays a picture password for its owner.
///
/// A new gesture ends the replay. It is played when the button is pressed again.
public struct PictureReplayView: View {
    private let picture: PasswordPicture
    private let gesture: PictureGesture
    private let trail: PictureTrail

    /// Creates a view that starts to play when its button is pressed.
    /// - Parameters:
    ///   - picture: The picture of the password.
    ///   - gesture: The gesture to play.
    ///   - trail: The trail of its fingers.
    public init(picture: PasswordPicture, gesture: PictureGesture, trail: PictureTrail = .line) {
        self.picture = picture
        self.gesture = gesture
        self.trail = trail
    }

    public var body: some View {
        SingleReplayView(picture: picture, player: PicturePlayer(gesture, look: trail)).id(gesture)
    }
}

/// A view that replays one gesture.
private struct SingleReplayView: View {
    private let picture: PasswordPicture
    @State private var player: PicturePlayer
    @State private var painter = TrailPainter()
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    /// - Parameter player: The state to begin with.
    init(picture: PasswordPicture, player: PicturePlayer) {
        self.picture = picture
        _player = State(initialValue: player)
    }

    var body: some View {
        VStack(spacing: 12) {
            ZStack {
                Image(decorative: picture.image, scale: 1).resizable().aspectRatio(contentMode: .fit)
                TimelineView(.animation(paused: !player.isPlaying)) { timeline in
                    Canvas { context, size in
                        guard let frame = PictureFrame(fitting: picture.size, in: InkSize(size)) else { return }
                        player.advance(to: timeline.date.timeIntervalSinceReferenceDate, over: frame)
                        painter.draw(player.trail, in: context)
                    }
                    .onChange(of: timeline.date) { player.rest() }
                }
            }
            .accessibilityElement()
            .accessibilityLabel(Wording.replay)
            .onChange(of: reduceMotion, initial: true) { _, isReduced in player.use(reducedMotion: isReduced) }
            Button(Wording.replay) { player.play() }.buttonStyle(.bordered).disabled(player.isPlaying)
        }
    }
}
