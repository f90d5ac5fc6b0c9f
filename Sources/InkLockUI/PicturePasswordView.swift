// SPDX-License-Identifier: MIT
import PicturePassword
import SwiftUI

/// A screen to define a picture password, or to be let in by one.
///
/// ```swift
/// PicturePasswordView(picture: picture, mode: .verify { gesture in
///     await vault.opens(with: gesture) ? .accepted : .rejected
/// }) { isOpen in showsContent = isOpen }
/// ```
///
/// Controls never cover the picture. Whoever cannot draw takes the other way that `onOther` opens.
public struct PicturePasswordView: View {
    private let picture: LoginPicture
    private let onOther: (@MainActor () -> Void)?
    private let onFinish: (Bool) -> Void
    private let allowsCancel: Bool
    @State private var pad: PicturePad
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    /// - Parameters:
    ///   - picture: what is drawn on. It is judged once, so keep it rather than make it anew with every body.
    ///   - mode: whether a password is defined, and by which verifier, or somebody is to be let in.
    ///   - reader: makes taps, paths and an app's own kinds of what fingers did. Define and check with the same.
    ///   - trail: what is seen of fingers: fire, a line, nothing, against onlookers, or the app's own.
    ///   - onOther: opens another way in, for those who cannot draw, or have forgotten; `nil` where there is none.
    ///   - onFinish: true once the password is set, or was right; false when the person gave up.
    public init(
        picture: LoginPicture, mode: PictureMode, reader: any GestureReading = GestureReader(),
        trail: PictureTrail = .fire, onOther: (@MainActor () -> Void)? = nil, onFinish: @escaping (Bool) -> Void
    ) {
        self.init(
            picture: picture, mode: mode, reader: reader, trail: trail, allowsCancel: true, onOther: onOther,
            onFinish: onFinish)
    }

    init(
        picture: LoginPicture, mode: PictureMode, reader: any GestureReading, trail: PictureTrail, allowsCancel: Bool,
        onOther: (@MainActor () -> Void)?, onFinish: @escaping (Bool) -> Void
    ) {
        self.allowsCancel = allowsCancel
        self.picture = picture
        self.onOther = onOther
        self.onFinish = onFinish
        _pad = State(initialValue: PicturePad(picture, mode, reader: reader, look: trail))
    }

    public var body: some View {
        VStack(spacing: 12) {
            Text(verbatim: title).font(.title2.weight(.semibold)).accessibilityAddTraits(.isHeader)
            message.font(.body).multilineTextAlignment(.center).accessibilityIdentifier("inklock.message")
            PictureSurface(picture: picture, pad: pad)
            if let strength = pad.strength { meter(strength) }
            tools
        }
        .padding(12)
        .sensoryFeedback(.error, trigger: pad.failures)
        .sensoryFeedback(.success, trigger: pad.successes)
        .onChange(of: pad.note) { _, note in
            if let note { AccessibilityNotification.Announcement(Wording.say(note)).post() }
        }
        .onChange(of: reduceMotion, initial: true) { _, isReduced in pad.use(reducedMotion: isReduced) }
        .onAppear { pad.onFinish = onFinish }
        .privacySensitive()
    }

    private var title: String {
        guard let remaining = pad.remaining else { return Wording.drawPassword }
        return Wording.drawAgain(remaining)
    }

    @ViewBuilder private var message: some View {
        if pad.isBusy {
            Text(verbatim: Wording.oneMoment)
        } else if let lockedUntil = pad.lockedUntil {
            CountdownText(until: lockedUntil) { pad.unlockIfDue(at: $0) }
        } else if let note = pad.note {
            Text(verbatim: Wording.say(note))
        } else if pad.isDefining {
            Text(verbatim: pad.remaining == nil ? Wording.defineHint : Wording.againHint).foregroundStyle(.secondary)
        }
    }

    private func meter(_ strength: Strength) -> some View {
        HStack(spacing: 8) {
            Text(verbatim: Wording.strength(strength.level)).font(.headline)
            Text(verbatim: Wording.advice(strength.advice)).font(.footnote)
        }
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("inklock.strength")
    }

    private var tools: some View {
        HStack(spacing: 8) {
            if allowsCancel { Button(Wording.cancel) { onFinish(false) } }
            Button(Wording.undoPart) { pad.removeLastPart() }.disabled(!pad.hasDrawing || !pad.isOpen)
            Button(Wording.fromTheStart) { pad.startOver() }.disabled(!pad.isOpen)
            Spacer()
            if let onOther { Button(Wording.otherWay, action: onOther) }
            Button(Wording.submit) { Task { await pad.submit() } }
                .disabled(!pad.hasDrawing || !pad.isOpen)
                .accessibilityIdentifier("inklock.submit")
        }
        .buttonStyle(.bordered)
    }
}
