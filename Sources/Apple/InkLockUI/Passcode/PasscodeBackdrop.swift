// SPDX-License-Identifier: MIT
#if canImport(UIKit)
    import Passcode
    import SwiftUI
    import UIKit

    /// The background of a passcode screen, which hides the app's content: the theme's colour, over a blur if it is
    /// translucent.
    final class PasscodeBackdrop: UIView {
        private let blur = UIVisualEffectView(effect: nil)
        private let veil = UIView(frame: .zero)
        private let style: PasscodeStyle
        private var isShown = false

        init(style: PasscodeStyle) {
            self.style = style
            super.init(frame: .zero)
            for view in [blur, veil] {
                view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                addSubview(view)
            }
            registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (view: PasscodeBackdrop, _) in
                view.show(view.isShown)
            }
        }

        @available(*, unavailable) required init?(coder: NSCoder) { fatalError("not in storyboards") }

        func show(_ isShown: Bool) {
            self.isShown = isShown
            let theme = style.theme(traitCollection.userInterfaceStyle == .dark ? .dark : .light)
            blur.effect = isShown && theme.isTranslucent ? UIBlurEffect(style: .systemMaterial) : nil
            veil.backgroundColor = isShown ? UIColor(theme.backdrop) : .clear
        }
    }

    extension UIColor {
        convenience init(_ color: ThemeColor) {
            let channel = { (shift: UInt32) in CGFloat(color.rgba >> shift & 0xFF) / 255 }
            self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: CGFloat(color.alpha))
        }
    }
#endif
