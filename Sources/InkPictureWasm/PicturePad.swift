// SPDX-License-Identifier: MIT
import InkExchange
import InkGeometry
import InkStroke
import PicturePassword

/// The state of one picture with fingers on it: what is drawn, what was enrolled, what was tried.
final class PicturePad {
    /// The picture's sides in picture units; `nil` while the pad or its picture has no size.
    var pictureSize: Size?
    var recorder = GestureRecorder()
    var trail = BuiltInTrail(.none, seed: 0)
    /// What the picture's bytes hash to, 32 bytes; empty until it is known.
    var pictureDigest: [UInt8] = []
    let verifier = RasterVerifier.directed
    /// What catches the eye in the picture; `nil` when its pixels could not be read.
    var interest: InterestMap?
    var enrolment: Enrolment<RasterVerifier>?
    /// The drawings that the enrolment has taken.
    var drawn: [Gesture] = []
    var template: GestureTemplate?
    /// What was tried here before; `nil` until the page has given a key.
    var replays: ReplayGuard?
    /// What is being played again, how many parts it has, and which was played last, from 1.
    var replay: GestureReplay?
    var replayPartCount = 0
    var replayedPart = 0
    /// What was handed in last, for its owner's debug view.
    var attempt: Gesture?

    /// Shows a picture of `picture` pixels in a part of the surface.
    func open(_ box: Rect, _ picture: Size, covers: Bool) -> Int32 {
        let inBox =
            covers
            ? PictureFrame(covering: picture, in: box.size) : PictureFrame(fitting: picture, in: box.size)
        let frame = inBox.flatMap {
            PictureFrame(
                Rect(
                    minX: $0.rect.minX + box.minX, minY: $0.rect.minY + box.minY, maxX: $0.rect.maxX + box.minX,
                    maxY: $0.rect.maxY + box.minY))
        }
        recorder.frame = frame
        pictureSize = frame.map {
            Size(width: $0.rect.width * $0.unitsPerPoint, height: $0.rect.height * $0.unitsPerPoint)
        }
        return frame == nil ? Failure.empty : 0
    }
}

// A page is single-threaded, and an instance of the module serves one picture.
nonisolated(unsafe) let pad = PicturePad()

/// Shows a picture of so many pixels in a part of the surface, in points: whole in its middle, or covering it.
@_expose(wasm, "pic_open") @c(pic_open)
public func picOpen(
    _ left: Double, _ top: Double, _ width: Double, _ height: Double, _ pictureWidth: Double,
    _ pictureHeight: Double, _ covers: Int32
) -> Int32 {
    pad.open(
        Rect(minX: left, minY: top, maxX: left + width, maxY: top + height),
        Size(width: pictureWidth, height: pictureHeight), covers: covers != 0)
}

/// Forgets everything about the picture before, and takes the digest of the one that is shown now: so many bytes of the
/// scratch buffer.
@_expose(wasm, "pic_picture") @c(pic_picture)
public func picPicture(_ byteCount: Int32) {
    pad.pictureDigest = Array(Exchange.bytes(byteCount))
    pad.recorder.removeAll()
    pad.enrolment = nil
    pad.drawn = []
    pad.attempt = nil
    pad.interest = nil
}

/// The picture's width in picture units, 0 while it has none.
@_expose(wasm, "pic_width") @c(pic_width)
public func picWidth() -> Double { pad.pictureSize?.width ?? 0 }

/// The picture's height in picture units, 0 while it has none.
@_expose(wasm, "pic_height") @c(pic_height)
public func picHeight() -> Double { pad.pictureSize?.height ?? 0 }
