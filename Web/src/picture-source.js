// SPDX-License-Identifier: MIT
import { InkError } from './ink-error.js';
import { saliencyMap } from './picture-codes.js';

/** The maximum part of a picture that may be cropped to cover the screen. Otherwise the whole picture is shown. */
const mostCutOff = 0.2;

/**
 * Returns the `fit` of a picture on this screen.
 * @param {number} ratio its width divided by its height
 */
export function fitOf(ratio) {
  const screen = innerWidth / innerHeight;
  return 1 - Math.min(screen / ratio, ratio / screen) <= mostCutOff ? 'cover' : 'contain';
}

/** A picture to draw on: an image for the page, its size in pixels, and the SHA-256 digest of its bytes. */
export class PictureSource {
  #blob;

  /**
   * @param {HTMLImageElement} image
   * @param {Blob} blob its bytes
   * @param {Uint8Array} digest
   */
  constructor(image, blob, digest) {
    this.image = image;
    this.#blob = blob;
    this.size = { width: image.naturalWidth, height: image.naturalHeight };
    this.digest = digest;
  }

  /** A small copy of the pixels for the engine's analysis, or `null` if the browser does not provide them. */
  get pixels() {
    return smallPixels(this.image);
  }

  /** Loads the image again. It loses its bytes when it moves to another document, because its address is revoked. */
  async reload() {
    const address = URL.createObjectURL(this.#blob);
    this.image.src = address;
    await this.image.decode().catch(() => {}); // a later move has replaced this one
    URL.revokeObjectURL(address);
  }

  /**
   * Loads a picture. It is fetched once, so that the hashed bytes are the displayed ones.
   * @param {string | Blob} source an address, or the picture itself
   */
  static async load(source) {
    let address = '';
    try {
      if (!globalThis.crypto?.subtle) throw new InkError('unavailable');
      const blob = typeof source === 'string' ? await fetched(source) : source;
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
      address = URL.createObjectURL(blob);
      const image = new Image();
      image.alt = '';
      image.draggable = false;
      image.src = address;
      await image.decode();
      if (!image.naturalWidth || !image.naturalHeight) throw new InkError('picture');
      return new PictureSource(image, blob, digest);
    } catch (cause) {
      throw Object.assign(new InkError('picture'), { cause });
    } finally {
      URL.revokeObjectURL(address); // the image has its bytes
    }
  }
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new InkError('picture');
  return response.blob();
}

/** @param {HTMLImageElement} image */
function smallPixels(image) {
  const ratio = Math.min(1, saliencyMap.analysedSide / Math.max(image.naturalWidth, image.naturalHeight));
  const width = Math.max(1, Math.round(image.naturalWidth * ratio));
  const height = Math.max(1, Math.round(image.naturalHeight * ratio));
  try {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0, width, height);
    return context?.getImageData(0, 0, width, height) ?? null;
  } catch {
    return null; // some browsers do not allow pixels to be read; the estimate then works without them
  }
}
