// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import InkStroke
import InkTrail
import Observation
import Passcode
import PicturePassword

/// The state of a picture password screen. It records touches, animates the trail, and submits the gesture.
@MainActor @Observable final class PicturePad {
    /// A message above the picture.
    enum Note: Hashable {
        case refused(EnrolmentError)
        case rejected
        case otherPicture
        case lockedOut
        case notSaved
    }

    /// The parts drawn so far.
    private(set) var drawn = PictureGesture()
    /// The first drawing of a new password, once it is accepted.
    private(set) var first: PictureGesture?
    private(set) var note: Note?
    private(set) var isBusy = false
    private(set) var isOver = false
    /// The number of drawings still needed to define a password. `nil` before the first is accepted, and for
    /// verification.
    private(set) var remaining: Int?
    private(set) var lockout: Countdown?
    private(set) var isLockedForGood = false
    private(set) var strength: Strength?
    private(set) var failures = 0
    private(set) var successes = 0
    /// A Boolean value that indicates whether the trail needs further frames.
    private(set) var isAnimated = false

    @ObservationIgnored var trail: any Trail
    @ObservationIgnored private let look: PictureTrail
    @ObservationIgnored private var isCalm = false
    @ObservationIgnored private var recorder: GestureRecorder<AnyGestureParser>
    /// The complete password, if it could not be saved yet. Submitting saves it without another drawing.
    private var unsaved: GestureTemplate?
    @ObservationIgnored private var enrolment: Enrolment<AnyGestureVerifier>?
    @ObservationIgnored private let picture: PasswordPicture
    @ObservationIgnored private var mode: PictureMode
    @ObservationIgnored var onFinish: ((Bool) -> Void)?
    /// The number of checks that were cancelled. The answer to an earlier one does not count.
    @ObservationIgnored private var cancelCount = 0
    /// The clock of lockouts.
    @ObservationIgnored var clock: () -> Double = { Countdown.now }

    init(_ picture: PasswordPicture, _ mode: PictureMode, parser: any GestureParsing, look: PictureTrail) {
        self.picture = picture
        self.mode = mode
        self.look = look
        trail = Self.trail(look, isCalm: false)
        recorder = GestureRecorder(parser: AnyGestureParser(parser: parser))
        if case .define(let parameters, let verifier, _) = mode {
            let verifier = AnyGestureVerifier(verifier: verifier)
            enrolment = Enrolment(pictureDigest: picture.digest, verifier: verifier, parameters: parameters)
        }
    }

    private static func trail(_ look: PictureTrail, isCalm: Bool) -> any Trail {
        look.trail(reducedMotion: isCalm, seed: UInt64.random(in: 0...UInt64.max))
    }

    var partCount: Int { drawn.parts.count }
    var isOpen: Bool { !isBusy && !isOver && lockout == nil && !isLockedForGood }
    var isDefining: Bool { enrolment != nil }
    /// A Boolean value that indicates whether there is something to submit.
    var hasDrawing: Bool { partCount > 0 || unsaved != nil }
    /// A Boolean value that indicates whether the user can submit, or remove the last part.
    var canSubmit: Bool { hasDrawing && isOpen }

    /// Adopts the closures of another pad of the same mode for later checks and saves.
    func adoptClosures(of other: PicturePad) { mode = other.mode }

    /// Switches between full and reduced motion.
    func use(reducedMotion: Bool) {
        guard reducedMotion != isCalm else { return }
        isCalm = reducedMotion
        trail = Self.trail(look, isCalm: isCalm)
    }

    // MARK: Fingers

    /// Sets the size of the surface. The picture is shown whole, so that every position can be reached on every screen.
    func setSurface(_ size: InkSize) { recorder.frame = PictureFrame(fitting: picture.size, in: size) }

    func begin(_ finger: UInt32, at position: InkPoint, time: Double) {
        guard isOpen, unsaved == nil, let place = recorder.begin(finger, at: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
        note = nil
        isAnimated = true
    }

    func move(_ finger: UInt32, to position: InkPoint, time: Double) {
        guard let place = recorder.move(finger, to: position, time: time) else { return }
        trail.touch(finger, at: place, time: time)
        isAnimated = true
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

    /// Stops the animation once the trail has faded.
    func rest() { if trail.isQuiet { isAnimated = false } }

    func removeLastPart() {
        _ = recorder.removeLastPart()
        count()
    }

    func startOver() {
        clearDrawing()
        note = nil
        guard enrolment != nil else { return }
        forgetDrawings()
    }

    private func forgetDrawings() {
        enrolment?.removeAll()
        unsaved = nil
        first = nil
        remaining = nil
    }

    private func count() {
        guard !recorder.isTouched else { return }
        drawn = recorder.gesture
        strength = partCount > 0 ? enrolment?.strength(of: drawn, over: picture.saliency) : nil
    }

    private func clearDrawing() {
        recorder.removeAll()
        trail.clear()
        drawn = PictureGesture()
        strength = nil
    }

    // MARK: Verdicts

    /// Submits the drawing.
    func submit() async {
        guard isOpen, hasDrawing else {
            if isOpen { note = .refused(.empty) }
            return
        }
        let gesture = recorder.gesture
        switch mode {
        case .define(_, _, let save):
            if let unsaved { await self.save(unsaved, save) } else { await add(gesture, save) }
        case .verify(let check):
            clearDrawing()
            isBusy = true
            let count = cancelCount
            let answer = await check(gesture)
            if count == cancelCount { follow(answer) }
        }
    }

    /// Cancels, and discards the drawing and the check under way. Saving continues.
    func leave() {
        guard !isBusy || !isDefining else { return }
        cancelCount += 1
        isBusy = false
        clearDrawing()
        forgetDrawings()
        onFinish?(false)
    }

    private func add(_ gesture: PictureGesture, _ save: @MainActor (GestureTemplate) async -> PictureAnswer) async {
        do throws(EnrolmentError) {
            let progress = try enrolment?.add(gesture, over: picture.saliency)
            clearDrawing()
            switch progress {
            case .remaining(let count):
                remaining = count
                first = first ?? gesture
            case .complete(let template): await self.save(template, save)
            case nil: break
            }
        } catch {
            // An incomplete drawing stays, so that its owner can add to it.
            if !error.kind.isIncomplete { clearDrawing() }
            note = .refused(error)
            failures += 1
        }
    }

    private func save(
        _ template: GestureTemplate, _ save: @MainActor (GestureTemplate) async -> PictureAnswer
    ) async {
        unsaved = template
        // A message that comes again is a change, which is announced.
        note = nil
        isBusy = true
        let answer = await save(template)
        if answer != .unavailable { forgetDrawings() }
        follow(answer)
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
        case .guessable: note = .refused(.guessable)
        case .lockedOut(let seconds):
            note = .lockedOut
            lockout = seconds.flatMap { Countdown(seconds: $0, at: clock()) }
            isLockedForGood = seconds == nil
        case .unavailable:
            note = .notSaved
            return
        }
        failures += 1
    }

    /// The time until the end of the lockout, or `nil` if it is over or there is none.
    var waitingTime: WaitingTime? { lockout?.remaining(at: clock()) }

    /// Ends the lockout if its time has passed.
    func unlockIfDue() {
        guard lockout != nil, waitingTime == nil else { return }
        lockout = nil
        note = nil
    }
}
