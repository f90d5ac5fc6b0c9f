// SPDX-License-Identifier: MIT
import CGTK
import Foundation
import InkGeometry
import InkLock
import InkRaster
import InkStroke
import LockFlow
import Passcode
import Testing

@testable import InkLockGTK
@testable import private_notes

@Suite("Widgets") struct WidgetTests {
    @Test("Every text exists in every language, with the same places for arguments") func texts() {
        #expect(LocalizedText.keys.count > 100)
        for key in LocalizedText.keys {
            let all = ["en", "de", "ar", "es", "fr", "it", "ja"].map { LocalizedText.text(key, in: $0) }
            #expect(!all.contains(key), "\(key)")
            let places = Set(all.map { $0.filter { $0 == "%" }.count })
            #expect(places.count == 1, "\(key)")
        }
    }

    @Test("Counts have the plural forms of their language") func plurals() {
        let forms = [0, 1, 2, 5, 11, 100, 103].map { LocalizedText.pluralForm(of: $0, in: "ar") }
        #expect(forms == ["zero", "one", "two", "few", "many", "other", "few"])
        #expect([0, 1, 2].map { LocalizedText.pluralForm(of: $0, in: "fr") } == ["one", "one", "other"])
        #expect([0, 1, 2].map { LocalizedText.pluralForm(of: $0, in: "de") } == ["other", "one", "other"])
        #expect(LocalizedText.pluralForm(of: 1, in: "ja") == "other")
        #expect(LocalizedText.text("signature.strokes %lld", count: 2, in: "ar") == "خطان")
        #expect(LocalizedText.counted(4, in: "ar", ["few": "# a", "other": "# b"]) == "4 a")
        #expect(LocalizedText.counted(40, in: "ar", ["few": "# a", "other": "# b"]) == "40 b")
    }

    @Test("Texts contain their arguments in order, and have a form for one") func arguments() {
        #expect(Wording.entered(2, of: .sixDigits).contains("2") && Wording.entered(2, of: .sixDigits).contains("6"))
        #expect(Wording.leftOut(1) != Wording.leftOut(2))
        #expect(Wording.leftOut(12).hasPrefix("12 "))
        #expect(Wording.use(.passcode, of: "Boats").contains("Boats"))
        #expect(!Wording.debugRow(part: 1, squares: 2, hits: 3).contains("%"))
    }

    @Test("A pen's tilt on two axes becomes an angle and a direction") func tilt() throws {
        let place = StrokePoint(.init(x: 1, y: 2), time: 3).position
        let right = PointerInput.sample(place, 3, 0.5, 0.5, 0)
        #expect(right.pressure == 0.5 && right.time == 3 && right.position == place)
        #expect(abs(try #require(right.tilt) - .pi / 4) < 1e-9)
        #expect(abs(try #require(right.azimuth)) < 1e-9)
        let down = PointerInput.sample(place, 3, nil, 0, 0.5)
        #expect(down.pressure == nil)
        #expect(abs(try #require(down.azimuth) - .pi / 2) < 1e-9)
        let upright = PointerInput.sample(place, 3, 0.5, 0, 0)
        #expect(upright.tilt == nil && upright.azimuth == nil)
    }

    @Test("What a pen is expected to draw is shown while it moves, and never kept") @MainActor func prediction() throws
    {
        let model = SignatureModel()
        model.adopt(InkSize(width: 300, height: 100))
        model.prediction = 0.02
        let samples = (0...20).map { StrokePoint(InkPoint(x: 20 + Double($0) * 10, y: 50), time: Double($0) / 120) }
        model.begin(samples[0])
        model.append(Array(samples.dropFirst()))
        model.predict(isMoving: true)
        let moving = try reach(model)
        model.predict(isMoving: false)
        let resting = try reach(model)
        #expect(moving > 226 && resting < 224, "\(moving), \(resting)")
        model.predict(isMoving: true)
        model.end(samples[20])
        #expect(try reach(model) < 224)
        #expect(model.drawing.strokes.first?.points == samples)
        let background = SignaturePaper.background(model.size, scale: 1)
        #expect(try model.bitmap == Rendering(background: background).bitmap(model.drawing))
    }

    @Test("A drawing in place of another one has its own beginning") @MainActor func ownBeginning() {
        let model = SignatureModel()
        model.adopt(InkSize(width: 300, height: 100))
        for time in [100.0, 700] {
            model.begin(StrokePoint(InkPoint(x: 20, y: 50), time: time))
            model.end(StrokePoint(InkPoint(x: 40, y: 50), time: time + 1))
            #expect(model.drawing.date != nil && model.drawing.strokes.map { $0.start } == [0], "\(time)")
            model.drawing = Drawing()
        }
    }

    @Test("A second stroke does not begin while another is drawn, and does not change it") @MainActor
    func secondStroke() {
        let model = SignatureModel()
        model.adopt(InkSize(width: 300, height: 100))
        #expect(model.begin(StrokePoint(InkPoint(x: 20, y: 50), time: 100)))
        #expect(!model.begin(StrokePoint(InkPoint(x: 90, y: 90), time: 101)))
        model.end(StrokePoint(InkPoint(x: 40, y: 50), time: 102))
        #expect(model.drawing.strokes.map { $0.points.map { $0.time } } == [[0, 2]])
    }

    @Test("Strokes begin after those of a drawing that was loaded or written") @MainActor func laterStrokes() throws {
        let model = SignatureModel()
        model.adopt(InkSize(width: 300, height: 100))
        func draw(at time: Double) {
            model.begin(StrokePoint(InkPoint(x: 20, y: 50), time: time))
            model.end(StrokePoint(InkPoint(x: 40, y: 50), time: time + 1))
        }
        let line = [StrokePoint(.zero, time: 0), StrokePoint(InkPoint(x: 9, y: 9), time: 2)]
        let loaded = Drawing(
            size: InkSize(width: 300, height: 100),
            strokes: try [Stroke(line, start: 1), Stroke(Array(line.prefix(1)), start: 2), Stroke(start: .infinity)],
            date: 7)
        for isUsed in [false, true] {
            if isUsed { draw(at: 50) }
            model.drawing = Drawing(size: loaded.size, strokes: Array(loaded.strokes.dropLast()), date: 7)
            draw(at: 51)
            draw(at: 55)
            #expect(model.drawing.strokes.map { $0.start } == [1, 2, 3, 7] && model.drawing.date == 7, "\(isUsed)")
        }
        model.drawing = loaded
        draw(at: 60)
        #expect(model.strokeCount == 4, "a stroke that begins at the end of time hinders no other")
        model.drawing = Drawing()
        model.write("Ada")
        let end = model.drawing.strokes.reduce(0) { max($0, $1.start + ($1.points.last?.time ?? 0)) }
        draw(at: 70)
        let drawn = try #require(model.drawing.strokes.last)
        #expect(end > 0 && abs(drawn.start - end) < 1e-9)
        model.drawing = Drawing()
        draw(at: 80)
        let date = try #require(model.drawing.date)
        model.write("Ada")
        draw(at: 81.5)
        let (last, moved) = (try #require(model.drawing.strokes.last), try #require(model.drawing.date))
        #expect(abs(moved + last.start - date - 1.5) < 1e-5, "the time at which the stroke was drawn")
    }

    @Test("A name that cannot be written is told from one with characters left out") @MainActor func unknownNames() {
        let model = SignatureModel()
        model.adopt(InkSize(width: 300, height: 100))
        #expect(model.writeReporting("雪 山") == (false, 2))
        #expect(model.writeReporting("Ada 雪") == (true, 1))
    }

    @Test("The cross of the paper is where lines begin, also from right to left") @MainActor func rightToLeft() throws {
        let model = SignatureModel()
        model.adopt(InkSize(width: 300, height: 100))
        for isRightToLeft in [false, true, false] {
            _ = model.paint(scale: 1, isRightToLeft: isRightToLeft)
            let background = SignaturePaper.background(model.size, scale: 1, isRightToLeft: isRightToLeft)
            #expect(try model.bitmap == Rendering(background: background).bitmap(model.drawing))
        }
    }

    @Test("Touches whose ends arrive no more are cancelled, and a later finger draws") @MainActor func lostTouches() {
        let receiver = TouchRecorder()
        let touches = TouchesInProgress(receiver)
        let fingers = (1...3).map { PointerTouch(id: $0, kind: .finger) }
        let sample = StrokePoint(InkPoint(x: 1, y: 2), time: 3)
        for finger in fingers { touches.begin(finger, sample) }
        touches.end(fingers[1], sample)
        touches.cancelAll(at: 4)
        #expect(Set(receiver.cancelled) == [fingers[0], fingers[2]])
        touches.cancelAll(at: 5)
        touches.move(fingers[0], [sample])
        touches.end(fingers[0], sample)
        #expect(receiver.cancelled.count == 2 && receiver.ended == [fingers[1]] && receiver.moves == 0)
        touches.begin(fingers[0], sample)
        touches.move(fingers[0], [sample])
        #expect(receiver.moves == 1)
    }

    @Test("A window is out of sight if the display server says so, or says nothing but the focus") func sight() {
        typealias Report = WindowSight.Report
        #expect(Report(display: "GdkX11Display", version: (4, 8)) == .sight)
        #expect(Report(display: "GdkWaylandDisplay", version: (4, 10), shell: 6) == .focus)
        #expect(Report(display: "GdkWaylandDisplay", version: (4, 12), shell: 5) == .focus)
        #expect(Report(display: "GdkWaylandDisplay", version: (4, 12), shell: 6) == .sight)
        #expect(Report(display: "GdkBroadwayDisplay", version: (4, 18)) == .focus)
        for report in Report.allCases {
            func phase(_ change: (inout WindowSight) -> Void) -> WindowPhase {
                var sight = WindowSight(isActive: true, report: report)
                change(&sight)
                return sight.phase
            }
            #expect(phase { _ in } == .active)
            #expect(phase { $0.isMapped = false } == .background)
            #expect(phase { $0.state = WindowSight.minimised } == .background)
            // A dialog over a window that is behind it is in use.
            #expect(phase { $0.state = WindowSight.suspended } == .active)
            #expect(phase { ($0.state, $0.isActive) = (WindowSight.suspended, false) } == .background)
            #expect(phase { $0.isActive = false } == (report == .sight ? .inactive : .background))
            #expect(phase { ($0.showsPrompt, $0.isActive) = (true, false) } == .inactive)
        }
    }

    @Test("A picture that is too large is refused by the size that its file states") @MainActor func largePicture()
        throws
    {
        func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(kind.utf8) + data
            let sum = body.reduce(~UInt32(0)) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
            }
            return [UInt32(data.count)].flatMap(bigEndian) + body + bigEndian(~sum)
        }
        func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        // Its header alone, so that there is nothing to decode.
        let side = bigEndian(30_000)
        let file = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", side + side + [8, 6, 0, 0, 0])
        let size = try #require(PasswordPicture.size(of: file + chunk("IDAT", [])))
        #expect(size.width == 30_000 && size.height == 30_000)
        #expect(PasswordPicture(file: file) == nil)
        #expect(PasswordPicture.size(of: Array("<html>".utf8)) == nil)
        let coast = try #require(Pictures.choices.first)
        #expect(PasswordPicture.size(of: coast.bytes) != nil)
    }

    @Test("A photo is turned upright as its Exif data says") @MainActor func turnedPhoto() throws {
        let plain = try #require(photo())
        // Exif 2.32, 4.5.4: the segment follows the start of the image. Orientation 6 is turned by 90 degrees.
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
        let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        let turned = plain.prefix(2) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + plain.dropFirst(2)

        let upright = try #require(PasswordPicture(file: plain))
        #expect(upright.size == InkSize(width: 32, height: 16))
        #expect(try isLight(upright, x: 4, y: 4) && isLight(upright, x: 4, y: 12) && !isLight(upright, x: 28, y: 4))
        let rotated = try #require(PasswordPicture(file: Array(turned)))
        #expect(rotated.size == InkSize(width: 16, height: 32))
        #expect(try isLight(rotated, x: 4, y: 4) && isLight(rotated, x: 12, y: 4) && !isLight(rotated, x: 4, y: 28))
        #expect(rotated.digest != upright.digest)
        #expect(PasswordPicture(file: Array(plain.dropLast(plain.count / 2))) == nil)
    }

    /// Returns a JPEG file of 32 × 16 pixels whose left half is white and whose right half is black.
    @MainActor private func photo() -> [UInt8]? {
        guard let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 32, 16),
            let left = gdk_pixbuf_new_subpixbuf(pixels, 0, 0, 16, 16)
        else { return nil }
        defer {
            g_object_unref(UnsafeMutableRawPointer(left))
            g_object_unref(UnsafeMutableRawPointer(pixels))
        }
        gdk_pixbuf_fill(pixels, 0)
        gdk_pixbuf_fill(left, 0xFFFF_FFFF)
        var (bytes, count): (UnsafeMutablePointer<gchar>?, gsize) = (nil, 0)
        guard gdk_pixbuf_save_to_bufferv(pixels, &bytes, &count, "jpeg", nil, nil, nil) != 0, let bytes else {
            return nil
        }
        defer { g_free(bytes) }
        return (0..<Int(count)).map { UInt8(bitPattern: bytes[$0]) }
    }

    /// Returns a Boolean value that indicates whether a pixel of a picture is light.
    @MainActor private func isLight(_ picture: PasswordPicture, x: Int, y: Int) throws -> Bool {
        let width = Int(picture.size.width)
        var pixels = [UInt8](repeating: 0, count: 4 * width * Int(picture.size.height))
        gdk_texture_download(picture.texture, &pixels, gsize(4 * width))
        return pixels[4 * (y * width + x)] > 127
    }

    @Test("A connection that has ended calls nothing, keeps nothing, and outlives its object") @MainActor
    func connections() {
        final class Receiver {
            var count = 0
        }
        let list = UnsafeMutableRawPointer(g_list_store_new(g_list_store_get_type())!)
        func change() {
            let item = UnsafeMutableRawPointer(g_list_store_new(g_list_store_get_type())!)
            g_list_store_append(OpaquePointer(list), item)
            g_object_unref(item)
        }
        weak var kept: Receiver?
        var receiver: Receiver? = Receiver()
        kept = receiver
        let connection = connect(list, "items-changed") { [receiver] _ in receiver?.count += 1 }
        receiver = nil
        change()
        #expect(kept?.count == 1)
        connection.disconnect()
        let signal = g_signal_lookup("items-changed", g_list_model_get_type())
        #expect(kept == nil && g_signal_has_handler_pending(list, signal, 0, 1) == 0)
        change()
        connection.disconnect()

        let dropped = Receiver()
        connect(list, "items-changed") { _ in dropped.count += 1 }
        let ended = Receiver()
        var all: SignalConnections? = SignalConnections(connect(list, "items-changed") { _ in ended.count += 1 })
        change()
        _ = all
        all = nil
        change()
        #expect(dropped.count == 2, "a connection that is not kept lasts")
        #expect(ended.count == 1, "connections that are kept end with what keeps them")

        let last = connect(list, "items-changed") { _ in }
        g_object_unref(list)
        last.disconnect()
    }

    @Test("A wrong passcode and both ends of a lockout are announced, and the alert does not count down") @MainActor
    func announcements() {
        typealias Note = PasscodeScreen.Note
        let screen = PasscodeScreen(kind: .sixDigits, allowsCancel: false)
        var now = 100.0
        screen.clock = { now }
        var announced: [String] = []
        let announcements = Announcements<PasscodeScreen.Announced> { announced.append($0) }
        var (alerts, texts): ([String], [String]) = ([], [])
        func look() {
            let message = screen.message
            announcements.follow(screen.announced, message.text)
            if alerts.last != message.alert { alerts.append(message.alert) }
            if texts.last != message.text { texts.append(message.text) }
        }
        look()
        for _ in 0..<2 {
            screen.answer(.rejected)
            look()
            look()
        }
        screen.answer(.lockedOut(seconds: 30))
        for _ in 0..<31 {
            screen.unlockIfDue()
            look()
            now += 1
        }
        screen.begin(.sixDigits, note: .change(.notSaved))
        look()
        let (wrong, over) = (Wording.message(for: Note.wrong), Wording.message(for: Note.mayTryAgain))
        let failed = Wording.message(for: Note.change(.notSaved))
        #expect(announced == [wrong, wrong, Wording.tryAgain(in: WaitingTime(seconds: 30)!), over, failed])
        #expect(alerts == ["", wrong, Wording.message(for: Note.lockedOut), over, failed])
        #expect(texts.count == 34)
        screen.answer(.lockedOut(seconds: nil))
        look()
        #expect(announced.last == Wording.chooseAnotherMethod && alerts.last == Wording.chooseAnotherMethod)
        #expect(!screen.isOpen)
    }

    @Test("A message that comes after the end of its prompt opens no dialog") @MainActor func lateMessage() async {
        await Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            await OwnerDialog().show("Touch the key", isError: false, for: OwnerPrompt("Open the notes"))
        }.value
        #expect(!OwnerDialog.isShown)
    }

    /// Returns the greatest x of a pixel with ink.
    @MainActor private func reach(_ model: SignatureModel) throws -> Int32 {
        _ = model.paint(scale: 1)
        let paper = SignatureModel()
        paper.adopt(model.size)
        _ = paper.paint(scale: 1)
        let (inked, empty) = try (#require(model.bitmap), #require(paper.bitmap))
        return (0..<inked.width).last { x in (0..<inked.height).contains { inked[x, $0] != empty[x, $0] } } ?? 0
    }
}

/// A receiver that remembers what it received.
@MainActor private final class TouchRecorder: PointerReceiver {
    var moves = 0
    var ended: [PointerTouch] = []
    var cancelled: [PointerTouch] = []

    func begin(_ touch: PointerTouch, _ sample: StrokePoint) {}
    func move(_ touch: PointerTouch, _ samples: [StrokePoint]) { moves += 1 }
    func end(_ touch: PointerTouch, _ sample: StrokePoint) { ended.append(touch) }
    func cancel(_ touch: PointerTouch, at time: Double) { cancelled.append(touch) }
    func report(_ kind: PalmGuard.Pointer, at time: Double) {}
}
