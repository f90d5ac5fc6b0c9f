// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import Testing

@Suite struct DrawingClockTests {
    private var editor = DrawingEditor(size: InkSize(width: 100, height: 50), displayScale: 1)
    private var clock = DrawingClock()

    /// Draws a stroke of a second that begins at a device's time, on the date 1000 seconds after the device's origin.
    private mutating func draw(at time: Double) throws {
        try clock.begin(&editor, brush: .pen, at: time, date: 1000 + time)
        for time in [time, time + 1] { try editor.append(clock.toStroke(StrokePoint(.zero, time: time))) }
        try editor.end()
    }

    private var starts: [Double] { editor.strokes.map { $0.stroke.start } }

    private func line(start: Double, seconds: Double) throws -> Stroke {
        try Stroke([StrokePoint(.zero, time: 0), StrokePoint(.zero, time: seconds)], start: start)
    }

    @Test("A drawing begins with its first stroke, even if that is removed") mutating func beginning() throws {
        try draw(at: 100)
        try editor.clear()
        try draw(at: 103)
        #expect(starts == [3] && editor.date == 1100 && clock.origin == 100 && clock.strokeStart == 103)
        #expect(editor.strokes.map { $0.stroke.points.map { $0.time } } == [[0, 1]])
    }

    @Test("Strokes follow those of a drawing that was loaded, whose date stays") mutating func loaded() throws {
        editor.load(Drawing(strokes: [try line(start: 1, seconds: 4), try line(start: 2, seconds: 1)], date: 7))
        try draw(at: 100)
        try draw(at: 103)
        #expect(starts == [1, 2, 5, 8] && editor.date == 7)
    }

    @Test("A stroke on strokes that were typed dates the drawing from their beginning") mutating func typed() throws {
        try editor.replaceAll(with: [try line(start: 0, seconds: 10)])
        #expect(editor.date == nil)
        try draw(at: 100)
        #expect(starts == [0, 10] && editor.date == 1090)
    }

    @Test("Strokes that follow loaded ones give them no date") mutating func undated() throws {
        editor.load(Drawing(strokes: [try line(start: 0, seconds: 10)]))
        try draw(at: 100)
        #expect(starts == [0, 10] && editor.date == nil)
        try editor.clear()
        try draw(at: 103)
        #expect(starts == [13] && editor.date == nil)
    }

    @Test("A stroke that begins at the end of time hinders no other") mutating func endOfTime() throws {
        editor.load(Drawing(strokes: [try line(start: .infinity, seconds: 1)]))
        try draw(at: 100)
        #expect(starts.last == Stroke.startLimit)
    }

    @Test("A stroke follows others that take longer than the time since the beginning, and keeps its own date")
    mutating func replaced() throws {
        try draw(at: 100)
        try editor.replaceAll(with: [try line(start: 0, seconds: 10)])
        try draw(at: 103)
        #expect(starts == [0, 10] && editor.date == 1093)
        // Another device may count from an earlier time.
        try draw(at: 50)
        #expect(starts == [0, 10, 11] && editor.date == 1039)
    }

    @Test("A stroke that cannot begin changes nothing", arguments: [101, .nan, .infinity, -Double.infinity])
    mutating func refused(time: Double) throws {
        if time.isFinite { try clock.begin(&editor, brush: .pen, at: 100, date: 5) }
        let (before, drawing) = (clock, editor.drawing)
        #expect(throws: StrokeError.self) { try clock.begin(&editor, brush: .pen, at: time, date: 6) }
        #expect(throws: StrokeError.self) { try clock.begin(&editor, brush: .pen, at: 100, date: .nan) }
        #expect(clock == before && editor.drawing == drawing && editor.isDrawing == time.isFinite)
        if editor.isDrawing { try editor.cancel() }
        try draw(at: 102)
        try draw(at: 104)
        let earlier = starts
        #expect(throws: StrokeError.self) { try clock.begin(&editor, brush: .pen, at: -.infinity, date: 6) }
        #expect(starts == earlier && editor.date == (time.isFinite ? 5 : 1102))
    }
}
