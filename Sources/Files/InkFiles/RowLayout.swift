// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke

/// The meaning of the numbers in a drawing's rows, which is ambiguous for rows of four.
///
/// The third number is the pressure if all third numbers are valid pressures; otherwise the fourth is, if all fourth
/// numbers are valid pressures.
struct RowLayout {
    private let isPressureThird: Bool

    init(_ strokes: [JSONValue], at place: DrawingFileError.Place) throws(DrawingFileError) {
        var canThird = true
        var canFourth = true
        for stroke in strokes {
            for row in stroke.array ?? [] {
                guard let numbers = row.array, numbers.count == 4 else { continue }
                canThird = canThird && Self.isPressure(numbers[2])
                canFourth = canFourth && Self.isPressure(numbers[3])
            }
        }
        guard canThird || canFourth else {
            throw .invalidContent(
                at: place, reason: "rows of four numbers need a pressure within 0 ... 1 in the third or fourth place.")
        }
        isPressureThird = canThird
    }

    /// Returns the sample of one row. Its time is 0 in rows of two numbers.
    func sample(_ row: [JSONValue], at place: DrawingFileError.Place) throws(DrawingFileError) -> StrokePoint {
        let numbers = row.compactMap(\.number)
        guard numbers.count == row.count && 2...4 ~= row.count else {
            throw .invalidContent(at: place, reason: "a row has to be two to four numbers.")
        }
        let position = InkPoint(x: numbers[0], y: numbers[1])
        switch row.count {
        case 2: return StrokePoint(position, time: 0)
        case 3: return StrokePoint(position, time: numbers[2])
        default:
            let pressure = numbers[isPressureThird ? 2 : 3]
            return StrokePoint(position, time: numbers[isPressureThird ? 3 : 2], pressure: pressure)
        }
    }

    private static func isPressure(_ value: JSONValue) -> Bool {
        guard let number = value.number else { return false }
        return 0...1 ~= number
    }
}
