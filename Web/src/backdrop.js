// SPDX-License-Identifier: MIT

/** The longer side in pixels of the reduced picture, small enough to be unrecognisable. */
const coarseSide = 14;
/**
 * The longer side of the smooth enlargement, which the browser stretches. A CSS filter would be computed in every
 * frame.
 */
const smoothSide = 112;

/**
 * Fills a canvas with a picture blurred beyond recognition.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLImageElement} image
 */
export function paintBackdrop(canvas, image) {
  const ratio = 1 / Math.max(image.naturalWidth, image.naturalHeight);
  const [across, down] = [image.naturalWidth * ratio, image.naturalHeight * ratio];
  const coarse = new OffscreenCanvas(Math.max(1, Math.round(across * coarseSide)), Math.max(1, Math.round(down * coarseSide)));
  canvas.width = Math.max(1, Math.round(across * smoothSide));
  canvas.height = Math.max(1, Math.round(down * smoothSide));
  stretch(coarse.getContext('2d'), image, coarse);
  stretch(canvas.getContext('2d'), coarse, canvas);
}

/**
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null} context
 * @param {CanvasImageSource | OffscreenCanvas} from
 * @param {{ width: number, height: number }} to
 */
function stretch(context, from, to) {
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(from, 0, 0, to.width, to.height);
}
