// SPDX-License-Identifier: MIT
import Foundation
import InkGeometry
import Passcode
import SwiftUI

/// The layout of a passcode screen: icon, title, marks or text field, message, keys, corner buttons and accessories.
struct PasscodeFrame: View {
    let screen: PasscodeScreen
    let title: String
    let options: PasscodeOptions
    /// A Boolean value that indicates whether this view draws the background. Otherwise a view controller does.
    var hasBackdrop = true
    /// A closure that performs an accessory's action, or `nil` to show no accessories.
    var useAccessory: (@MainActor (PasscodeAccessory) -> Void)?
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @ScaledMetric(relativeTo: .body) private var textScale: CGFloat = 1
    @State private var order = KeypadOrder.ordered
    @State private var typed = ""
    @FocusState private var isTyping: Bool

    private var theme: PasscodeTheme { options.style.theme(colorScheme) }
    private var motion: PasscodeMotion { reduceMotion ? .reduced : .standard }

    var body: some View {
        VStack(spacing: 0) {
            if options.allowsCancel, options.secondAccessory != nil, useAccessory != nil { cancelAtTheTop }
            GeometryReader { proxy in
                let layout = layout(in: proxy.size)
                ScrollView {
                    // The layout is already mirrored for right-to-left languages.
                    ZStack { parts(layout).environment(\.layoutDirection, .leftToRight) }
                        .frame(width: layout.contentSize.width, height: layout.contentSize.height)
                }
                // Keys that fit respond immediately, and a finger that slides on one does not move them.
                .scrollDisabled(layout.contentSize.height <= Double(proxy.size.height))
            }
        }
        .background { backdrop }
        .background { keyboard }
        .sensoryFeedback(.error, trigger: screen.failures)
        .sensoryFeedback(.success, trigger: screen.successes)
        .onChange(of: screen.note) { _, note in announce(note) }
        .onChange(of: screen.clearings) { typed = "" }
        .onAppear { if options.isScrambled { order = .scrambled() } }
        .privacySensitive()
    }

    private func layout(in size: CGSize) -> KeypadLayout {
        KeypadLayout(
            size: InkSize(size),
            contents: KeypadContents(
                kind: screen.kind, hasIcon: options.titleView != nil, messageLines: 2, textScale: Double(textScale),
                isRightToLeft: layoutDirection == .rightToLeft, order: order))
    }

    @ViewBuilder private func parts(_ layout: KeypadLayout) -> some View {
        if let icon = layout.icon, let titleView = options.titleView {
            titleView.accessibilityHidden(true).placed(icon)
        }
        Text(verbatim: title)
            .font(.system(size: layout.titleSize, weight: .semibold))
            .foregroundStyle(Color(theme.text))
            .multilineTextAlignment(.center)
            .minimumScaleFactor(0.5)
            .environment(\.layoutDirection, layoutDirection)
            .accessibilityAddTraits(.isHeader)
            .placed(layout.title)
        if screen.kind == .alphanumeric, let field = layout.field {
            textField.placed(field)
        } else {
            PasscodeMarks(screen: screen, layout: layout, theme: theme, motion: motion)
        }
        if let submit = layout.submit {
            Button(Wording.submit) { screen.submit() }
                .buttonStyle(.borderedProminent)
                .tint(Color(theme.accent))
                .disabled(!screen.canSubmit || !screen.isOpen)
                .accessibilityIdentifier("inklock.submit")
                .placed(submit)
        }
        message(layout).placed(layout.message)
        PasscodeKeys(screen: screen, layout: layout, theme: theme, showsLetters: options.showsLetters)
        PasscodeCorners(screen: screen, layout: layout, theme: theme, options: options, use: useAccessory)
    }

    /// The Cancel button when accessories occupy both corners. It has its own row above the keys, so that it does not
    /// overlap the title.
    private var cancelAtTheTop: some View {
        HStack {
            Button(Wording.cancel) { screen.leave() }
                .foregroundStyle(Color(theme.text))
                .accessibilityIdentifier("inklock.cancel")
            Spacer()
        }
        .padding(8)
    }

    private var textField: some View {
        SecureField(Wording.passcode, text: $typed)
            .onChange(of: typed) { _, text in screen.replace(with: text) }
            .onSubmit {
                screen.submit()
                isTyping = true
            }
            .focused($isTyping)
            .onAppear { isTyping = true }
            .onChange(of: screen.isOpen) { _, isOpen in if isOpen { isTyping = true } }
            // During a check it stays enabled, because a disabled field loses the keyboard.
            .disabled(screen.isLockedOut)
            .padding(.horizontal, PasscodeMetrics.fieldCorner)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .background(Color(theme.key), in: RoundedRectangle(cornerRadius: PasscodeMetrics.fieldCorner))
            .foregroundStyle(Color(theme.text))
            .accessibilityIdentifier("inklock.field")
    }

    @ViewBuilder private func message(_ layout: KeypadLayout) -> some View {
        Group {
            if screen.isChecking {
                Text(verbatim: Wording.oneMoment).foregroundStyle(Color(theme.quietText))
            } else if screen.lockout != nil {
                CountdownText(left: { screen.waitingTime }, onTick: { screen.unlockIfDue() })
                    .foregroundStyle(Color(theme.warning))
            } else if let note = screen.note {
                Text(verbatim: Wording.message(for: note)).foregroundStyle(Color(theme.warning))
            }
        }
        .font(.system(size: layout.messageSize))
        .multilineTextAlignment(.center)
        .environment(\.layoutDirection, layoutDirection)
        .accessibilityIdentifier("inklock.message")
    }

    @ViewBuilder private var backdrop: some View {
        if hasBackdrop {
            Rectangle().fill(Color(theme.backdrop)).background(
                .regularMaterial, in: Rectangle()
            ).ignoresSafeArea()
        }
    }

    @ViewBuilder private var keyboard: some View {
        if screen.kind.isNumeric { KeyCatcher { screen.press($0) } }
    }

    private func announce(_ note: PasscodeScreen.Note?) {
        guard let note else { return }
        let message =
            if note == .lockedOut, let left = screen.waitingTime {
                Wording.tryAgain(in: left)
            } else {
                Wording.message(for: note)
            }
        AccessibilityNotification.Announcement(message).post()
    }
}
