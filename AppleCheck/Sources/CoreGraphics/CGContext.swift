// SPDX-License-Identifier: MIT
import CCairo

/// A context that draws with Cairo. The origin is at the bottom left and y grows upwards, as in CoreGraphics. UIKit's
/// double flips it.
public class CGContext {
    public let width: Int
    public let height: Int
    let _surface: OpaquePointer
    let _cairo: OpaquePointer
    public private(set) var _depth = 0
    /// The number of fills, strokes and images so far.
    public private(set) var _drawn = 0
    private struct State {
        var fill: [CGFloat] = [0, 0, 0, 1]
        var stroke: [CGFloat] = [0, 0, 0, 1]
        var alpha: CGFloat = 1
        var interpolation = CGInterpolationQuality.default
    }
    private var state = State()
    private var saved: [State] = []

    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        guard bitsPerComponent == 8, width > 0, height > 0,
            bitmapInfo & 0x1F == CGImageAlphaInfo.premultipliedLast.rawValue
                || bitmapInfo & 0x1F == CGImageAlphaInfo.premultipliedFirst.rawValue
        else { return nil }
        self.width = width
        self.height = height
        if let data {
            guard
                bitmapInfo
                    == CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
            else { return nil }
            _surface = cairo_image_surface_create_for_data(
                data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
                Int32(bytesPerRow))
        } else {
            _surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        }
        _cairo = cairo_create(_surface)
        cairo_set_antialias(_cairo, CAIRO_ANTIALIAS_BEST)
        cairo_set_tolerance(_cairo, 0.01)
        cairo_translate(_cairo, 0, Double(height))
        cairo_scale(_cairo, 1, -1)
    }

    deinit {
        cairo_surface_flush(_surface)
        cairo_destroy(_cairo)
        cairo_surface_destroy(_surface)
    }

    // MARK: State

    public func saveGState() {
        _depth += 1
        saved.append(state)
        cairo_save(_cairo)
    }
    public func restoreGState() {
        precondition(_depth > 0, "restoreGState without saveGState")
        _depth -= 1
        state = saved.removeLast()
        cairo_restore(_cairo)
    }
    public func concatenate(_ transform: CGAffineTransform) {
        var matrix = transform._cairo
        cairo_transform(_cairo, &matrix)
    }
    public func translateBy(x: CGFloat, y: CGFloat) { cairo_translate(_cairo, x, y) }
    public func scaleBy(x: CGFloat, y: CGFloat) { cairo_scale(_cairo, x, y) }
    public func rotate(by angle: CGFloat) { cairo_rotate(_cairo, angle) }
    public var ctm: CGAffineTransform {
        var m = cairo_matrix_t()
        cairo_get_matrix(_cairo, &m)
        return CGAffineTransform(
            a: m.xx, b: -m.yx, c: m.xy, d: -m.yy, tx: m.x0, ty: CGFloat(height) - m.y0)
    }
    public func setFillColor(_ color: CGColor) { state.fill = color.components ?? state.fill }
    public func setStrokeColor(_ color: CGColor) { state.stroke = color.components ?? state.stroke }
    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha }
    public func setLineWidth(_ width: CGFloat) { cairo_set_line_width(_cairo, width) }
    public func setLineCap(_ cap: CGLineCap) {
        cairo_set_line_cap(
            _cairo, cap == .round ? CAIRO_LINE_CAP_ROUND : cap == .butt ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_SQUARE)
    }
    public func setLineJoin(_ join: CGLineJoin) {
        cairo_set_line_join(
            _cairo,
            join == .round ? CAIRO_LINE_JOIN_ROUND : join == .miter ? CAIRO_LINE_JOIN_MITER : CAIRO_LINE_JOIN_BEVEL)
    }
    public func setBlendMode(_ mode: CGBlendMode) {
        cairo_set_operator(_cairo, mode == .plusLighter ? CAIRO_OPERATOR_ADD : CAIRO_OPERATOR_OVER)
    }
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    // MARK: Paths

    public func beginPath() { cairo_new_path(_cairo) }
    public func addPath(_ path: CGPath) {
        for element in path._elements {
            switch element {
            case .move(let p): cairo_move_to(_cairo, p.x, p.y)
            case .line(let p): cairo_line_to(_cairo, p.x, p.y)
            case .ellipse(let r):
                cairo_save(_cairo)
                cairo_translate(_cairo, r.midX, r.midY)
                cairo_scale(_cairo, r.width / 2, r.height / 2)
                cairo_new_sub_path(_cairo)
                cairo_arc(_cairo, 0, 0, 1, 0, 2 * .pi)
                cairo_restore(_cairo)
                cairo_close_path(_cairo)
            case .close: cairo_close_path(_cairo)
            }
        }
    }
    public func fillPath(using rule: CGPathFillRule = .winding) {
        cairo_set_fill_rule(_cairo, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        source(state.fill)
        cairo_fill(_cairo)
        _drawn += 1
    }
    public func strokePath() {
        source(state.stroke)
        cairo_stroke(_cairo)
        _drawn += 1
    }
    public func fill(_ rect: CGRect) {
        cairo_new_path(_cairo)
        cairo_rectangle(_cairo, rect.minX, rect.minY, rect.width, rect.height)
        source(state.fill)
        cairo_fill(_cairo)
        _drawn += 1
    }
    public func clip(using rule: CGPathFillRule = .winding) {
        cairo_set_fill_rule(_cairo, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        cairo_clip(_cairo)
    }
    public func clip(to rect: CGRect) {
        cairo_new_path(_cairo)
        cairo_rectangle(_cairo, rect.minX, rect.minY, rect.width, rect.height)
        cairo_clip(_cairo)
    }
    public func clear(_ rect: CGRect) {
        cairo_save(_cairo)
        cairo_set_operator(_cairo, CAIRO_OPERATOR_CLEAR)
        cairo_new_path(_cairo)
        cairo_rectangle(_cairo, rect.minX, rect.minY, rect.width, rect.height)
        cairo_fill(_cairo)
        cairo_restore(_cairo)
    }

    private func source(_ color: [CGFloat]) {
        cairo_set_source_rgba(_cairo, color[0], color[1], color[2], color[3] * state.alpha)
    }

    // MARK: Images

    /// Draws an image upright where y grows upwards, and upside down where the context is flipped.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        _drawn += 1
        image._withSurface { surface in
            cairo_save(_cairo)
            defer { cairo_restore(_cairo) }
            if !byTiling {
                cairo_new_path(_cairo)
                cairo_rectangle(_cairo, rect.minX, rect.minY, rect.width, rect.height)
                cairo_clip(_cairo)
            }
            cairo_translate(_cairo, rect.minX, rect.maxY)
            cairo_scale(_cairo, rect.width / CGFloat(image.width), -rect.height / CGFloat(image.height))
            cairo_set_source_surface(_cairo, surface, 0, 0)
            let pattern = cairo_get_source(_cairo)
            cairo_pattern_set_extend(pattern, byTiling ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
            cairo_pattern_set_filter(
                pattern, state.interpolation == .none ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
            cairo_paint_with_alpha(_cairo, state.alpha)
        }
    }

    public func makeImage() -> CGImage? {
        cairo_surface_flush(_surface)
        let stride = Int(cairo_image_surface_get_stride(_surface)) / 4
        guard let data = cairo_image_surface_get_data(_surface) else { return nil }
        return data.withMemoryRebound(to: UInt32.self, capacity: stride * height) { pixels in
            var words: [UInt32] = []
            for y in 0..<height { words += UnsafeBufferPointer(start: pixels + y * stride, count: width) }
            return CGImage(_words: words, width: width, height: height)
        }
    }
}

extension CGContext {
    /// Fills a radial gradient, for SwiftUI's double.
    public func _fillRadially(
        _ stops: [(CGFloat, CGColor)], center: CGPoint, from inner: CGFloat, to outer: CGFloat
    ) {
        let pattern = cairo_pattern_create_radial(center.x, center.y, inner, center.x, center.y, outer)
        for (location, color) in stops {
            let c = color.components ?? [0, 0, 0, 0]
            cairo_pattern_add_color_stop_rgba(pattern, location, c[0], c[1], c[2], c[3])
        }
        cairo_set_source(_cairo, pattern)
        cairo_fill(_cairo)
        cairo_pattern_destroy(pattern)
    }
}
