// SPDX-License-Identifier: MIT
#if !hasFeature(Embedded)
    import InkGeometry
    import InkStroke

    extension Rendering {
        /// Renders a drawing in parts, which may be painted at the same time. Each part has some of the rows, and about
        /// the same work.
        ///
        /// The result equals that of ``bitmap(_:)``.
        /// - Parameters:
        ///   - drawing: The drawing.
        ///   - partCount: The maximum number of parts, at least 1.
        ///   - perform: A function that takes a number of parts and a closure. It calls the closure once with the index
        ///     of each part, in any order and on any thread, and returns after the last of these calls.
        /// - Throws: The errors of ``bitmap(_:)``.
        package func bitmap(
            _ drawing: InkedDrawing, partCount: Int, perform: (Int, @Sendable (Int) -> Void) -> Void
        ) throws(RasterError) -> Bitmap {
            let frame = try frame(of: drawing.drawing)
            // The parts also clear their rows, which takes a tenth of the time.
            let color = background.image == nil ? Bitmap.pixel(background.color) : nil
            var bitmap = try color == nil ? blank(frame) : Bitmap(uninitializedWidth: frame.width, height: frame.height)
            let painter = painter(frame)
            let ends = ends(of: drawing, frame, partCount: max(1, partCount))
            let width = Int(frame.width)
            bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
                // Parts have no pixel in common.
                nonisolated(unsafe) let pixels = pixels
                perform(ends.count) { part in
                    var painter = painter
                    let minY = part == 0 ? 0 : ends[part - 1]
                    let clip = PixelRect(minX: 0, minY: minY, maxX: frame.width, maxY: ends[part])
                    if let color {
                        let rows = (Int(clip.minY) * width)..<(Int(clip.maxY) * width)
                        UnsafeMutableBufferPointer(rebasing: pixels[rows]).update(repeating: color)
                    }
                    for stroke in drawing.strokes {
                        painter.paint(stroke.outline, stroke.stroke.brush, clip: clip, into: pixels, stride: width)
                    }
                }
            }
            return bitmap
        }

        /// Returns the rows at which parts with about the same work end, in order. The last one ends at the height.
        private func ends(of drawing: InkedDrawing, _ frame: Frame, partCount: Int) -> [Int32] {
            // The work of a row: about the number of pixel borders that the edges which begin in it cross. Clearing a
            // row takes as long as a few of these.
            var works = [Double](repeating: 4, count: Int(frame.height))
            for stroke in drawing.strokes {
                var last = stroke.outline.ribs.first?.left ?? .zero
                for rib in stroke.outline.ribs {
                    let step = rib.left - last
                    last = rib.left
                    let row = (last.y * scale).rounded(.down) - Double(frame.originY)
                    guard row >= 0 && row < Double(frame.height) else { continue }
                    works[Int(row)] += 2 + 2 * scale * (abs(step.x) + abs(step.y))
                }
            }
            let total = works.reduce(0, +)
            var ends: [Int32] = []
            var sum = 0.0
            for (row, work) in works.enumerated() {
                sum += work
                let isLast = row + 1 == works.count
                if isLast || sum * Double(partCount) >= total * Double(ends.count + 1) && ends.count + 1 < partCount {
                    ends.append(Int32(row + 1))
                }
            }
            return ends
        }
    }
#endif
