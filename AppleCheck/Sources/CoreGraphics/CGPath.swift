// SPDX-License-Identifier: MIT

public class CGPath: @unchecked Sendable {
    public enum _Element: Equatable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case ellipse(CGRect)
        case close
    }

    public fileprivate(set) var _elements: [_Element] = []

    fileprivate init(_: Void) {}

    public var isEmpty: Bool { _elements.isEmpty }
}

public final class CGMutablePath: CGPath, @unchecked Sendable {
    public init() { super.init(()) }

    public func move(to point: CGPoint) { _elements.append(.move(point)) }
    public func addLine(to point: CGPoint) { _elements.append(.line(point)) }
    public func addEllipse(in rect: CGRect) { _elements.append(.ellipse(rect)) }
    public func addRect(_ rect: CGRect) {
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        closeSubpath()
    }
    public func addPath(_ path: CGPath) { _elements += path._elements }
    public func closeSubpath() { _elements.append(.close) }
}
