// SPDX-License-Identifier: MIT

public struct StrokeStyle: Equatable, Sendable {
    public var lineWidth: CGFloat
    public var lineCap: CGLineCap
    public var lineJoin: CGLineJoin
    public init(lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
    }
}
public struct Path: Sendable {
    let cgPath: CGPath
    public init() { cgPath = CGMutablePath() }
    public init(_ path: CGPath) { cgPath = path }
    public init(_ rect: CGRect) {
        let path = CGMutablePath()
        path.addRect(rect)
        cgPath = path
    }
    public init(ellipseIn rect: CGRect) {
        let path = CGMutablePath()
        path.addEllipse(in: rect)
        cgPath = path
    }
}
