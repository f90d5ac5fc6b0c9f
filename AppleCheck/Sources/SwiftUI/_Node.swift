// SPDX-License-Identifier: MIT
import UIKit

/// A node of an evaluated view tree, which tests inspect and act on.
@MainActor public final class _Node {
    public var kind: String
    public var text: String?
    public var attributes: [String: String] = [:]
    public var actions: [String: () -> Void] = [:]
    public var drag: (([CGPoint], [Date]) -> Void)?
    public var keyPress: ((KeyPress) -> Bool)?
    /// A closure that draws a canvas into a UIKit context.
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

    /// The text that VoiceOver reads, or `nil` if there is none.
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
