// SPDX-License-Identifier: MIT
import InkGeometry
import InkStroke
import InkTrail
import PicturePassword
import WasmBridge

/// The state of a picture pad: the drawing, the enrolment and the attempts.
final class PicturePad {
    /// The size of the picture in picture units, or `nil` while the pad or its picture has no size.
    var pictureSize: InkSize?
    var recorder = GestureRecorder()
    var trail = BuiltInTrail(.none, seed: 0)
    var palms = PalmGuard(maximumCount: .max)
    /// The digest of the picture's bytes, 32 bytes, or empty until it is known.
    var pictureDigest: [UInt8] = []
    let verifier = DefaultVerifier()
    /// The salient places of the picture, or `nil` if its pixels could not be read.
    var saliency: SaliencyMap?
    var enrolment: Enrolment<DefaultVerifier>?
    /// The drawings that the enrolment has accepted.
    var drawn: [PictureGesture] = []
    var template: GestureTemplate?
    /// The record of earlier drawings, or `nil` until the page has supplied a key.
    var replays: ReplayGuard?
    /// The replay in progress, the number of its parts, and the last played part, from 1.
    var replay: GestureReplay?
    var replayPartCount = 0
    var replayedPart = 0
    /// The last attempt, for the owner's debug view.
    var attempt: PictureGesture?

    /// Shows a picture of `picture` pixels in a part of the surface.
    func open(_ box: InkRect, _ picture: InkSize, covers: Bool) -> Int32 {
        let inBox =
            covers
            ? PictureFrame(covering: picture, in: box.size) : PictureFrame(fitting: picture, in: box.size)
        let frame = inBox.flatMap {
            PictureFrame(
                InkRect(
                    minX: $0.rect.minX + box.minX, minY: $0.rect.minY + box.minY, maxX: $0.rect.maxX + box.minX,
                    maxY: $0.rect.maxY + box.minY))
        }
        recorder.frame = frame
        pictureSize = frame.map {
            InkSize(width: $0.rect.width * $0.unitsPerPoint, height: $0.rect.height * $0.unitsPerPoint)
        }
        return frame == nil ? Failure.empty.refusal : 0
    }
}

// A page is single-threaded, and an instance of the module serves one picture.
nonisolated(unsafe) let pad = PicturePad()

/// Shows a picture of the given size in pixels in a part of the surface in points, fitted and centred or covering it.
@_expose(wasm, "pic_open") @c(pic_open)
public func picOpen(
    _ left: Double, _ top: Double, _ width: Double, _ height: Double, _ pictureWidth: Double,
    _ pictureHeight: Double, _ covers: Int32
) -> Int32 {
    pad.open(
        InkRect(minX: left, minY: top, maxX: left + width, maxY: top + height),
        InkSize(width: pictureWidth, height: pictureHeight), covers: covers != 0)
}

/// Discards everything about the previous picture, and sets the digest of the displayed one: `byteCount` bytes of the
/// scratch buffer.
@_expose(wasm, "pic_picture") @c(pic_picture)
public func picPicture(_ byteCount: Int32) {
    pad.pictureDigest = Array(Exchange.bytes(byteCount))
    pad.recorder.removeAll()
    pad.enrolment = nil
    pad.drawn = []
    pad.attempt = nil
    pad.saliency = nil
}
