// SPDX-License-Identifier: MIT
import PicturePassword
import SwiftUI

/// A screen for defining or drawing a picture password.
///
/// ```swift
/// PicturePasswordView(picture: picture, mode: .verify { gesture in
///     do throws(VaultError) {
///         key = try await vault.unlock(gesture: gesture, on: picture.digest, verifier: TrainedVerifier())
///     } catch { return PictureAnswer(error) }
///     return .accepted
/// }) { isOpen in showsContent = isOpen }
/// ```
///
/// The controls never cover the picture. Users who cannot draw can switch to the unlock method of `onUseAnotherMethod`.
/// After Cancel, the result of a pending check is ignored, and a pending save continues.
///
/// If the picture's digest changes, the view discards the drawing and starts again.
public struct PicturePasswordView: View {
    private let picture: PasswordPicture
    private let mode: PictureMode
    private let parser: any GestureParsing
    private let trail: PictureTrail
    private let allowsCancel: Bool
    private let onUseAnotherMethod: (@MainActor () -> Void)?
    private let onFinish: (Bool) -> Void

    /// Creates a picture password screen.
    /// - Parameters:
    ///   - picture: The picture to draw on. Creating one is expensive, so store it instead of creating it in each
    ///     `body`.
    ///   - mode: The mode: to define a password or to verify the user.
    ///   - parser: The parser that turns touches into a gesture. Use the same parser to define and to check a password.
    ///   - trail: The trail of fingers on the picture.
    ///   - onUseAnotherMethod: A closure that opens another unlock method, for users who have forgotten the password or
    ///     cannot draw, or `nil` if there is none.
    ///   - onFinish: A closure that receives `true` once the password is saved or matched, and `false` if the user
    ///     cancelled.
    public init(
        picture: PasswordPicture, mode: PictureMode, parser: any GestureParsing = GestureParser(),
        trail: PictureTrail = .fire, onUseAnotherMethod: (@MainActor () -> Void)? = nil,
        onFinish: @escaping (Bool) -> Void
    ) {
        self.init(
            picture: picture, mode: mode, parser: parser, trail: trail, allowsCancel: true,
            onUseAnotherMethod: onUseAnotherMethod, onFinish: onFinish)
    }

    init(
        picture: PasswordPicture, mode: PictureMode, parser: any GestureParsing, trail: PictureTrail,
        allowsCancel: Bool, onUseAnotherMethod: (@MainActor () -> Void)?, onFinish: @escaping (Bool) -> Void
    ) {
        self.picture = picture
        self.mode = mode
        self.parser = parser
        self.trail = trail
        self.allowsCancel = allowsCancel
        self.onUseAnotherMethod = onUseAnotherMethod
        self.onFinish = onFinish
    }

    public var body: some View {
        SinglePictureView(
            picture: picture, pad: PicturePad(picture, mode, parser: parser, look: trail), allowsCancel: allowsCancel,
            onUseAnotherMethod: onUseAnotherMethod, onFinish: onFinish
        )
        .id(Identity(picture: picture.digest, isDefining: isDefining))
    }

    private var isDefining: Bool { if case .define = mode { true } else { false } }

    /// The identity of a drawing. A change discards it.
    private struct Identity: Hashable {
        let picture: [UInt8]
        let isDefining: Bool
    }
}

/// A screen for a password on one picture.
private struct SinglePictureView: View {
    private let picture: PasswordPicture
    private let allowsCancel: Bool
    private let onUseAnotherMethod: (@MainActor () -> Void)?
    private let onFinish: (Bool) -> Void
    /// The state with the current closures.
    private let given: PicturePad
    @State private var pad: PicturePad
    @State private var showsFirst = false
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    /// - Parameter pad: The state to begin with.
    init(
        picture: PasswordPicture, pad: PicturePad, allowsCancel: Bool, onUseAnotherMethod: (@MainActor () -> Void)?,
        onFinish: @escaping (Bool) -> Void
    ) {
        self.picture = picture
        self.allowsCancel = allowsCancel
        self.onUseAnotherMethod = onUseAnotherMethod
        self.onFinish = onFinish
        given = pad
        _pad = State(initialValue: pad)
    }

    var body: some View {
        let _ = listen()
        VStack(spacing: 12) {
            Text(verbatim: Wording.drawPassword(pad.remaining))
                .font(.title2.weight(.semibold))
                .accessibilityAddTraits(.isHeader)
            message.font(.body).multilineTextAlignment(.center).accessibilityIdentifier("inklock.message")
            PictureSurface(picture: picture, pad: pad, showsFirst: showsFirst)
            if pad.first != nil { Toggle(Wording.showFirstDrawing, isOn: $showsFirst) }
            if let strength = pad.strength { meter(strength) }
            tools
        }
        .padding(12)
        .sensoryFeedback(.error, trigger: pad.failures)
        .sensoryFeedback(.success, trigger: pad.successes)
        .onChange(of: pad.note) { _, note in
            if let note { AccessibilityNotification.Announcement(Wording.message(for: note)).post() }
        }
        .onChange(of: reduceMotion, initial: true) { _, isReduced in pad.use(reducedMotion: isReduced) }
        .privacySensitive()
    }

    private func listen() {
        pad.onFinish = onFinish
        pad.adoptClosures(of: given)
    }

    @ViewBuilder private var message: some View {
        if pad.isBusy {
            Text(verbatim: Wording.oneMoment)
        } else if pad.lockout != nil {
            CountdownText(left: { pad.waitingTime }, onTick: { pad.unlockIfDue() })
        } else if let note = pad.note {
            Text(verbatim: Wording.message(for: note))
        } else if pad.isDefining {
            Text(verbatim: Wording.defineHint(pad.remaining)).foregroundStyle(.secondary)
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
        ToolRow {
            if allowsCancel { ToolButton(Wording.cancel, symbol: "xmark") { pad.leave() } }
            ToolButton(Wording.undoPart, symbol: "arrow.uturn.backward") { pad.removeLastPart() }
                .disabled(!pad.canSubmit)
            ToolButton(Wording.fromTheStart, symbol: "arrow.counterclockwise") { pad.startOver() }
                .disabled(!pad.isOpen)
        } trailing: {
            if let onUseAnotherMethod {
                ToolButton(Wording.useAnotherMethod, symbol: "ellipsis", action: onUseAnotherMethod)
            }
            ToolButton(Wording.submit, symbol: "checkmark") { Task { await pad.submit() } }
                .disabled(!pad.canSubmit)
                .accessibilityIdentifier("inklock.submit")
        }
    }
}
