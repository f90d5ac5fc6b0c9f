// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import Observation
import PicturePassword

/// A picture that is drawn on: what fingers do, what is seen of them, and what becomes of it.
@MainActor @Observable final class PicturePad {
    /// What is said above the picture.
    enum Note: Hashable {
        case refused(Enrolment<RasterVerifier>.Refusal)
        case rejected
        case otherPicture
        case lockedOut
        case notSaved
    }

    private(set) var partCount = 0
    private(set) var note: Note?
    private(set) var isBusy = false
    private(set) var isOver = false
    /// How many more drawings are needed to define a password; `nil` before the first was taken, or to be let in.
    private(set) var remaining: Int?
    private(set) var lockedUntil: Date?
    private(set) var isLockedForGood = false
    private(set) var strength: Strength?
    private(set) var failures = 0
    private(set) var successes = 0
    /// Whether frames have to be drawn.
    private(set) var isAnimated = false

    @ObservationIgnored var trail: BuiltInTrail
    @ObservationIgnored private var recorder = GestureRecorder()
    @ObservationIgnored private var enrolment: Enrolment<RasterVerifier>?
    @ObservationIgnored private let picture: LoginPicture
    @ObservationIgnored private let mode: PictureMode
    @ObservationIgnored var onFinish: ((Bool) -> Void)?
    @ObservationIgnored private let clock: () -> Date

    init(_ picture: LoginPicture, _ mode: PictureMode, trail: TrailStyle, clock: @escaping () -> Date = { Date() }) {
        self.picture = picture
        self.mode = mode
        self.clock = clock
        self.trail = BuiltInTrail(trail, seed: UInt64.random(in: 0...UInt64.max))
        if case .define(let parameters, _) = mode {
            enrolment = Enrolment(pictureDigest: picture.digest, verifier: .directed, parameters: parameters)
        }
    }

    var isOpen: Bool { !isBusy && !isOver && lockedUntil == nil && !isLockedForGood }
    var isDefining: Bool { enrolment != nil }
    var hasDrawing: Bool { partCount > 0 }

    /// Another trail is to be seen.
    func use(_ style: TrailStyle) {
        if style != trail.style { trail = BuiltInTrail(style, seed: UInt64.random(in: 0...UInt64.max)) }
    }

    // MARK: Fingers

    /// The surface has a size; the picture is shown whole, so that every place can be reached on every screen.
    func setSurface(_ size: Size) { recorder.frame = PictureFrame(fitting: picture.size, in: size) }

    func begin(_ finger: UInt32, at position: Point, time: Double) {
        guard isOpen, let place = recorder.begin(finger, at: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
        note = nil
        isAnimated = true
    }

    func move(_ finger: UInt32, to position: Point, time: Double) {
        guard let place = recorder.move(finger, to: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
    }

    func end(_ finger: UInt32, time: Double) {
        recorder.end(finger, time: time)
        trail.lift(finger, time: time)
        count()
    }

    func cancel(_ finger: UInt32, time: Double) {
        recorder.cancel(finger)
        trail.lift(finger, time: time)
        count()
    }

    /// A frame was drawn: rests once nothing is seen any more.
    func rest() { if trail.isQuiet { isAnimated = false } }

    func removeLastPart() {
        _ = recorder.removeLastPart()
        count()
    }

    func startOver() {
        clearDrawing()
        note = nil
        guard enrolment != nil else { return }
        enrolment?.removeAll()
        remaining = nil
    }

    private func count() {
        guard !recorder.isTouched else { return }
        let gesture = recorder.gesture
        partCount = gesture.parts.count
        strength = isDefining && partCount > 0 ? Strength(of: gesture, over: picture.interest) : nil
    }

    private func clearDrawing() {
        recorder.removeAll()
        trail.clear()
        partCount = 0
        strength = nil
    }

    // MARK: Verdicts

    /// The drawing is complete.
    func submit() async {
        guard isOpen, hasDrawing else {
            if isOpen { note = .refused(.empty) }
            return
        }
        let gesture = recorder.gesture
        clearDrawing()
        switch mode {
        case .define(_, let save): await add(gesture, save)
        case .verify(let check):
            isBusy = true
            follow(await check(gesture))
        }
    }

    private func add(_ gesture: Gesture, _ save: @MainActor (GestureTemplate) async -> PictureAnswer) async {
        do throws(Enrolment<RasterVerifier>.Refusal) {
            switch try enrolment?.add(gesture) {
            case .remaining(let count): remaining = count
            case .complete(let template):
                isBusy = true
                let answer = await save(template)
                if answer != .accepted {
                    enrolment?.removeAll()
                    remaining = nil
                }
                follow(answer)
            case nil: break
            }
        } catch {
            note = .refused(error)
            failures += 1
        }
    }

    private func follow(_ answer: PictureAnswer) {
        isBusy = false
        switch answer {
        case .accepted:
            isOver = true
            successes += 1
            onFinish?(true)
            return
        case .rejected: note = .rejected
        case .otherPicture: note = .otherPicture
        case .lockedOut(let seconds):
            note = .lockedOut
            lockedUntil = seconds.map { clock().addingTimeInterval($0) }
            isLockedForGood = seconds == nil
        case .unavailable:
            note = .notSaved
            return
        }
        failures += 1
    }

    func unlockIfDue(at date: Date) {
        guard let lockedUntil, date >= lockedUntil else { return }
        self.lockedUntil = nil
        note = nil
    }
}
