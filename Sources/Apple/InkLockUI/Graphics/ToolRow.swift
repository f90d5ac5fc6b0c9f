// SPDX-License-Identifier: MIT
import SwiftUI

/// Buttons in a row that fits: words in one row or two or, where they are too wide, symbols.
///
/// The buttons have labels with words and symbols. Assistive technologies read the words of both.
struct ToolRow<Leading: View, Trailing: View>: View {
    @ViewBuilder let leading: Leading
    @ViewBuilder let trailing: Trailing

    var body: some View {
        ViewThatFits(in: .horizontal) {
            one.labelStyle(.titleOnly)
            two.labelStyle(.titleOnly)
            one.labelStyle(.iconOnly)
            two.labelStyle(.iconOnly)
        }
        .buttonStyle(.bordered)
    }

    private var one: some View {
        HStack(spacing: Self.spacing) {
            leading
            Spacer()
            trailing
        }
    }

    private var two: some View {
        VStack(spacing: Self.spacing) {
            HStack(spacing: Self.spacing) {
                leading
                Spacer()
            }
            HStack(spacing: Self.spacing) {
                Spacer()
                trailing
            }
        }
    }

    private static var spacing: CGFloat { 8 }
}

/// A button with words and a symbol, of which ``ToolRow`` shows one.
struct ToolButton: View {
    private let title: String
    private let symbol: String
    private let role: ButtonRole?
    private let action: @MainActor () -> Void

    /// - Parameter symbol: The name of an SF Symbol.
    init(_ title: String, symbol: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.symbol = symbol
        self.role = role
        self.action = action
    }

    var body: some View {
        Button(role: role, action: action) { Label(title, systemImage: symbol).lineLimit(1) }
    }
}
