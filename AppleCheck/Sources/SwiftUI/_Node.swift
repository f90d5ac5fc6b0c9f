// SPDX-License-Identifier: MIT
import UIKit

/// What a view amounts to, for a test to look at and to act on.
@MainActor public final class _Node {
    public var kind: String
    public var text: String?
    public var attributes: [String: String] = [:]
    public var actions: [String: () -> Void] = [:]
    public var drag: (([CGPoint], [Date]) -> Void)?
    public var keyPress: ((KeyPress) -> Bool)?
    /// Draws a canvas into a context of UIKit's.
    public var draw: ((CGContext, CGSize) -> Void)?
    public var typed: ((String) -> Void)?
    public var uiView: UIView?
    public var controller: UIViewController?
    public var children: [_Node]

    public init(_ kind: String, text: String? = nil, _ children: [_Node] = []) {
        self.kind = kind
        self.text = text
        self.children = children
    }

    /// What VoiceOver says, where there is something to say.
    public var label: String? {
        attributes["label"] ?? text ?? (children.count == 1 ? children[0].label : nil)
    }
    public func all() -> [_Node] { [self] + children.flatMap { $0.all() } }
    public func dump(_ depth: Int = 0) -> String {
        let listed = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return String(repeating: "  ", count: depth) + kind + (text.map { " \"\($0)\"" } ?? "") + listed + "\n"
            + children.map { $0.dump(depth + 1) }.joined()
    }
}
