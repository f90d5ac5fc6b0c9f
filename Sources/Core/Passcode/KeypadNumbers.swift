// SPDX-License-Identifier: MIT
import InkGeometry

/// A layout as a list of numbers, for interfaces with other languages.
///
/// The list has the number of each ``Size``, a rectangle for each ``Frame``, the number of marks and that of keys, a
/// rectangle for each mark, and for each key its digit and a rectangle. A rectangle is x, y, width and height, all NaN
/// if there is none.
package enum KeypadNumbers {
    /// A number of the layout. Its raw value is its place.
    package enum Size: Int, CaseIterable {
        case width, height, keyCorner, digitSize, letterSize, titleSize, messageSize

        fileprivate func number(in layout: KeypadLayout) -> Double {
            switch self {
            case .width: layout.contentSize.width
            case .height: layout.contentSize.height
            case .keyCorner: layout.keyCorner
            case .digitSize: layout.digitSize
            case .letterSize: layout.letterSize
            case .titleSize: layout.titleSize
            case .messageSize: layout.messageSize
            }
        }
    }

    /// A part of the screen of which there is at most one.
    package enum Frame: Int, CaseIterable {
        case icon, title, message, corner, accessory, field, submit

        /// The place of the rectangle.
        package var place: Int { Size.allCases.count + perFrame * rawValue }

        fileprivate func rect(in layout: KeypadLayout) -> InkRect? {
            switch self {
            case .icon: layout.icon
            case .title: layout.title
            case .message: layout.message
            case .corner: layout.corner
            case .accessory: layout.accessory
            case .field: layout.field
            case .submit: layout.submit
            }
        }
    }

    /// The count of numbers of a rectangle.
    package static var perFrame: Int { 4 }
    /// The count of numbers of a key.
    package static var perKey: Int { 1 + perFrame }
    /// The place of the number of marks.
    package static var markCount: Int { Size.allCases.count + perFrame * Frame.allCases.count }
    /// The place of the number of keys.
    package static var keyCount: Int { markCount + 1 }
    /// The place of the first mark. The keys follow the marks.
    package static var marks: Int { keyCount + 1 }

    /// Returns the list of a layout.
    package static func encode(_ layout: KeypadLayout) -> [Double] {
        var numbers = Size.allCases.map { $0.number(in: layout) }
        func add(_ rect: InkRect?) {
            guard let rect else {
                numbers += [.nan, .nan, .nan, .nan]
                return
            }
            numbers += [rect.minX, rect.minY, rect.width, rect.height]
        }
        for frame in Frame.allCases { add(frame.rect(in: layout)) }
        numbers += [Double(layout.marks.count), Double(layout.keys.count)]
        for mark in layout.marks { add(mark) }
        for key in layout.keys {
            numbers.append(Double(key.digit))
            add(key.frame)
        }
        return numbers
    }
}
