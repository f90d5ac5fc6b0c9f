// SPDX-License-Identifier: MIT
import AppKit
import InkLock
import LockFlow

@testable import InkLockUI
@testable import SwiftUI
@testable import UIKit

/// A scene of the app under test, with its windows, or a window on a Mac. Its content is one text that the lock
/// protects.
@MainActor final class WalkedScene {
    enum Kind {
        /// A UIKit app that keeps a `LockCover`.
        case cover
        /// A SwiftUI app with the `appLock` modifier.
        case modifier
        /// A SwiftUI app with a `LockedView`.
        case lockedView
        /// A window on a Mac with the `appLock` modifier.
        case onMac
        /// A window on a Mac with a `LockedView`.
        case lockedViewOnMac

        static let onPhone: [Kind] = [.cover, .modifier, .lockedView]
        static let onDesktop: [Kind] = [.onMac, .lockedViewOnMac]
    }

    let kind: Kind
    let secret: String
    let scene = UIWindowScene()
    let window: UIWindow
    /// The cover of a UIKit app; `nil` once the app has given it up.
    var cover: LockCover?
    let page: WalkedPage
    /// The SwiftUI content.
    let host: _Host<WalkedRoot>?
    /// The windows that the app has added, the newest last.
    var added: [UIWindow] = []
    /// The window of the app that was last key.
    weak var lastKeyWindow: UIWindow?
    /// The windows that the app itself hides from VoiceOver.
    var ownSilent: [UIWindow] = []
    /// A Boolean value that indicates whether the lock covered inactive windows at the last change of the phase.
    var coversWhenInactive = true
    /// The SwiftUI content of the last frame.
    private(set) var root: _Node?
    /// The largest number of digits that the screen of the cover may show.
    var typed: Int?

    init(_ kind: Kind, number: Int, lock: AppLock) {
        self.kind = kind
        secret = "Secret \(number)"
        page = WalkedPage(secret, lock: lock, isLockedView: [.lockedView, .lockedViewOnMac].contains(kind))
        window = UIWindow(windowScene: scene)
        switch kind {
        case .cover:
            window.rootViewController = WalkedController(secret)
            host = nil
        case .modifier, .lockedView:
            let controller = UIHostingController(rootView: WalkedRoot(page: page))
            window.rootViewController = controller
            host = controller._host
        case .onMac, .lockedViewOnMac: host = _Host(WalkedRoot(page: page))
        }
        host?.environment.scenePhase = .background
        lastKeyWindow = window
    }

    /// A Boolean value that indicates whether the lock knows the scene.
    var isRegistered: Bool { kind == .cover ? cover?.scene != nil : page.hasLock }
    /// The number of covers.
    var registrations: Int { isRegistered ? (kind == .modifier && page.hasSheet ? 2 : 1) : 0 }
    var isOnMac: Bool { Kind.onDesktop.contains(kind) }
    var phase: WindowPhase {
        guard let host, isOnMac else { return WindowPhase(scene.activationState) }
        let app = NSApplication.shared
        if app.isHidden || host.environment.scenePhase == .background { return .background }
        return app.isActive && host.environment.scenePhase == .active ? .active : .inactive
    }
    var isActive: Bool { phase == .active }
    var isInForeground: Bool { phase != .background }

    var coverWindows: [LockCoverWindow] { scene.windows.compactMap { $0 as? LockCoverWindow } }
    var appWindows: [UIWindow] { scene.windows.filter { !($0 is LockCoverWindow) } }
    /// The screen of the cover, if it is up.
    var screen: (any WalkedScreen)? {
        if isOnMac { return host?.find("inklock.cover") == nil ? nil : host }
        let shown = coverWindows.first { !$0.isHidden }
        return (shown?.rootViewController?.children.first as? UIHostingController<LockCoverView>)?._host
    }

    /// The controller at the top of the app's own window.
    var top: UIViewController? {
        var top = window.rootViewController
        while let next = top?.presentedViewController { top = next }
        return top
    }

    /// The views of the app that take keys.
    var fields: [WalkedController.Field] {
        appWindows.filter { !$0.isHidden }.flatMap { $0._all() }.compactMap { $0 as? WalkedController.Field }
    }

    /// Shows a frame of the content: evaluates the views that have changed.
    func render() {
        if !isOnMac {
            let phases: [WindowPhase: ScenePhase] = [.active: .active, .inactive: .inactive, .background: .background]
            host?.environment.scenePhase = phases[phase]!
        }
        root = host?.render()
    }

    /// Returns whether a person sees the content or a part of it.
    var isSeen: Bool {
        if isOnMac { return contentIsSeen }
        let order = scene.windows.enumerated().filter { !$1.isHidden }.sorted {
            ($0.element.windowLevel.rawValue, $0.offset) > ($1.element.windowLevel.rawValue, $1.offset)
        }
        for (_, window) in order {
            if !(window is LockCoverWindow), window._words.contains(where: { $0.contains(secret) }) { return true }
            if window._hidesWhatIsBelow { return false }
        }
        return false
    }

    /// Returns whether a frame since the last evaluation has shown SwiftUI's content.
    var contentIsSeen: Bool { host?._frames.joined().contains { $0.contains(secret) } ?? false }

    /// Returns whether SwiftUI's content can be operated; `nil` if there is none.
    var isUsable: Bool? {
        root?.all().first { $0.kind == "Button" && $0.label == "Burn" }.map { $0.attributes["disabled"] == nil }
    }

    /// Returns whether VoiceOver reads a part of SwiftUI's content.
    var isSpoken: Bool {
        root?.all().contains {
            ($0.text == secret || $0.kind == "Button" && $0.label == "Burn") && $0.attributes["silent"] == nil
        } ?? false
    }

    func makeKey(_ window: UIWindow) {
        lastKeyWindow = window
        window.makeKeyAndVisible()
    }
}

/// A host whose tree contains the cover.
@MainActor protocol WalkedScreen {
    func find(_ name: String) -> _Node?
    var filledMarks: Int { get }
}

extension _Host: WalkedScreen {}

/// The state of a SwiftUI app's window.
@MainActor final class WalkedPage {
    let secret: String
    let lock: AppLock
    let isLockedView: Bool
    var hasLock = true
    /// A Boolean value that indicates whether a sheet with a lock of its own is presented.
    var hasSheet = false

    init(_ secret: String, lock: AppLock, isLockedView: Bool) {
        self.secret = secret
        self.lock = lock
        self.isLockedView = isLockedView
    }
}

struct WalkedRoot: View {
    let page: WalkedPage

    var body: some View {
        if !page.hasLock {
            Text("Welcome")
        } else if page.isLockedView {
            LockedView(page.lock, options: .harbour) { _ in content }
        } else {
            content.sheet(isPresented: .constant(page.hasSheet)) {
                Text("Sheet of " + page.secret).appLock(page.lock, options: .harbour)
            }
            .appLock(page.lock, options: .harbour)
        }
    }

    private var content: some View {
        VStack {
            Text(page.secret)
            Button("Burn") {}
        }
    }
}

/// A screen of a UIKit app with a text and a field.
final class WalkedController: UIViewController {
    final class Field: UIView {
        override var canBecomeFirstResponder: Bool { true }
    }
    let field = Field(frame: .zero)
    private let text: String

    init(_ text: String) {
        self.text = text
        super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override var _words: [String] { [text] }
    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(field)
    }
}
