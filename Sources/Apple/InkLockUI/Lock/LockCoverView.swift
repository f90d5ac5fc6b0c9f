// SPDX-License-Identifier: MIT
import LockFlow
import Passcode
import SwiftUI

/// The view of a cover. It hides the content, shows the lock's state and offers the unlock methods.
struct LockCoverView: View {
    let window: LockWindow
    let options: LockOptions
    @Environment(\.colorScheme) private var colorScheme

    private var theme: PasscodeTheme { options.passcode.style.theme(colorScheme) }
    private var appName: String? { options.passcode.appName }

    var body: some View {
        // A new round discards what is entered, also between two seconds of a countdown.
        let _ = window.round
        ZStack {
            Color(theme.backdrop.opaque).ignoresSafeArea()
            // The same view with and without a countdown, so that what is typed stays.
            TimelineView(.animation(minimumInterval: 1, paused: !window.content.countsDown)) { timeline in
                let _ = timeline.date
                screen(window.content)
            }
        }
        .contentShape(Rectangle())
        .onTapGesture { window.tapped() }
        .accessibilityElement(children: .contain)
        .accessibilityAddTraits(.isModal)
        .accessibilityIdentifier("inklock.cover")
        .privacySensitive()
    }

    private func screen(_ content: LockCoverContent) -> some View {
        VStack(spacing: 16) {
            switch content.presentedMethod {
            case .passcode:
                if let kind = content.passcodeKind { passcode(kind, content.message) }
            case .picture:
                if let picture = options.picture { drawing(picture, content.message) } else { sheet(content) }
            default: sheet(content)
            }
            otherMethods(content)
            options.footer.environment(\.appLock, window.lock).environment(\.lockSnapshot, window.snapshot)
                .id(window.openings)
        }
        // Here, because time alone evaluates no more than the timeline's content.
        .onChange(of: content.message) { last, message in announce(message, after: last) }
    }

    // MARK: The screens of methods

    @ViewBuilder private func passcode(_ kind: PasscodeKind, _ message: LockCoverContent.Message?) -> some View {
        if let message { text(message) }
        PasscodeView(kind: kind, options: options.entry, hasBackdrop: false) { passcode in
            await window.submit(passcode: passcode)
        } onFinish: { _ in
        }
        .id(Entry(kind: kind, round: window.round))
    }

    @ViewBuilder private func drawing(
        _ picture: PasswordPicture, _ message: LockCoverContent.Message?
    ) -> some View {
        if let message { text(message) }
        PicturePasswordView(
            picture: picture,
            mode: .verify { gesture in
                await window.submit(gesture: gesture, on: picture.digest)
            },
            // The cover has a button for each other method.
            parser: options.parser, trail: options.trail, allowsCancel: false, onUseAnotherMethod: nil,
            onFinish: { _ in }
        )
        .id(Entry(kind: nil, round: window.round))
        .foregroundStyle(Color(theme.text))
        .tint(Color(theme.accent))
        .environment(\.colorScheme, theme.colorScheme)
    }

    /// The identity of a partial entry. A change discards the entry.
    private struct Entry: Hashable {
        let kind: PasscodeKind?
        let round: Int
    }

    // MARK: Cover

    /// The cover's own screen, which scrolls where large text or the keyboard leaves it too little space.
    private func sheet(_ content: LockCoverContent) -> some View {
        GeometryReader { proxy in
            ScrollView {
                parts(content).frame(maxWidth: .infinity, minHeight: proxy.size.height)
            }
            .scrollBounceBehavior(.basedOnSize)
        }
    }

    private func parts(_ content: LockCoverContent) -> some View {
        VStack(spacing: 16) {
            Spacer()
            options.passcode.titleView?.accessibilityHidden(true)
            Text(verbatim: Wording.title(for: content.title, of: appName))
                .font(.title2.weight(.semibold))
                .foregroundStyle(Color(theme.text))
                .multilineTextAlignment(.center)
                .accessibilityAddTraits(.isHeader)
                .accessibilityIdentifier("inklock.title")
            if content.presentedMethod == .picture {
                text(Wording.noScreen)
            } else if let message = content.message {
                text(message)
            }
            if content.presentedMethod == .recoveryCode {
                RecoveryCodeEntry(theme: theme) { await window.submit(recoveryCode: $0) }.id(window.round)
            }
            if let best = content.best {
                button(Wording.use(best, of: appName), id: "inklock.unlock") { window.unlock() }
            } else if content.canRetryLoading {
                button(Wording.tryAgain, id: "inklock.unlock") { window.tapped() }
            }
            Spacer()
        }
        .padding(24)
    }

    @ViewBuilder private func otherMethods(_ content: LockCoverContent) -> some View {
        let others = content.listedMethods
        if !content.others.isEmpty {
            VStack(spacing: 4) {
                if content.offersRecoveryCode { other(.recoveryCode, Wording.forgotPasscode) }
                if others.count > 1 {
                    Menu {
                        ForEach(others, id: \.self) { other($0, Wording.use($0, of: appName)) }
                    } label: {
                        Text(verbatim: Wording.useAnotherMethod)
                    }
                    .foregroundStyle(Color(theme.text))
                    .frame(minHeight: Self.minimumTarget)
                } else if let method = others.first {
                    other(method, Wording.use(method, of: appName))
                }
            }
            .padding(8)
            .accessibilityElement(children: .contain)
            .accessibilityLabel(Wording.otherMethods)
        }
    }

    private func other(_ method: UnlockMethod, _ title: String) -> some View {
        Button(title) { window.unlock(method) }
            .foregroundStyle(Color(theme.text))
            .frame(minHeight: Self.minimumTarget)
            .accessibilityIdentifier("inklock.use.\(method)")
    }

    private func button(_ title: String, id: String, action: @escaping @MainActor () -> Void) -> some View {
        Button(title, action: action)
            .buttonStyle(.borderedProminent)
            .tint(Color(theme.accent))
            .frame(minHeight: Self.minimumTarget)
            .accessibilityIdentifier(id)
    }

    private func text(_ message: LockCoverContent.Message) -> some View { text(Wording.message(for: message)) }

    private func text(_ words: String) -> some View {
        Text(verbatim: words)
            .foregroundStyle(Color(theme.quietText))
            .multilineTextAlignment(.center)
            .accessibilityIdentifier("inklock.cover.message")
    }

    private func announce(_ message: LockCoverContent.Message?, after last: LockCoverContent.Message?) {
        guard let message, message.announced != last?.announced else { return }
        AccessibilityNotification.Announcement(Wording.message(for: message)).post()
    }

    /// The minimum height of a tap target in points.
    private static let minimumTarget: CGFloat = 44
}
