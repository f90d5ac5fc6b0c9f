// SPDX-License-Identifier: MIT

/** The canvas that shows the engine's pixels, one for each device pixel. */
export class InkCanvas {
  #canvas;
  #context;
  #resized;
  #observer;
  /** @type {MediaQueryList | null} */
  #density = null;
  /** @type {import('./pointer-input.js').PadPlace | null} */
  #place = null;
  /** The size in the page's points, and the device pixels in one of them. */
  area = { width: 0, height: 0, scale: 1 };
  /** The size in points of the drawing, and the device pixels in one of them. */
  size = this.area;

  /**
   * @param {HTMLCanvasElement} canvas fills the pad
   * @param {() => void} resized
   */
  constructor(canvas, resized) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#resized = resized;
    this.#observer = new ResizeObserver(([entry]) => this.#measure(entry));
  }

  connect() {
    try {
      this.#observer.observe(this.#canvas, { box: 'device-pixel-content-box' });
    } catch {
      this.#observer.observe(this.#canvas);
    }
    this.#watchDensity();
  }

  disconnect() {
    this.#observer.disconnect();
    this.#density?.removeEventListener('change', this.#densityChanged);
    this.#density = null;
  }

  /**
   * Returns the pad's current place, including any transform. Queries the layout once a frame.
   * @returns {import('./pointer-input.js').PadPlace}
   */
  place() {
    if (!this.#place) {
      const { left, top, width, height } = this.#canvas.getBoundingClientRect();
      const scaleX = width ? this.size.width / width : 1;
      const scaleY = height ? this.size.height / height : 1;
      this.#place = { x: (event) => (event.clientX - left) * scaleX, y: (event) => (event.clientY - top) * scaleY };
    }
    return this.#place;
  }

  /**
   * Scales the drawing down until an area of it fits. If the area fits already, uses the page's points.
   * @param {{ width: number, height: number }} extent the area from the left and the top
   * @returns {boolean} whether that changes the size
   */
  fit(extent) {
    const { width, height, scale } = this.area;
    const factor = Math.min(1, width / extent.width || 1, height / extent.height || 1);
    const fitted = { width: width / factor, height: height / factor, scale: scale * factor };
    const { size } = this;
    if (fitted.width === size.width && fitted.height === size.height && fitted.scale === size.scale) return false;
    this.size = fitted;
    this.#place = null;
    return true;
  }

  /** Discards the pad's place, at the end of a frame and before a stroke. */
  forgetPlace() {
    this.#place = null;
  }

  /**
   * Shows all changes.
   * @param {import('./signature-engine.js').SignatureEngine} engine
   */
  draw(engine) {
    const dirty = engine.paint();
    const { pixelWidth, pixelHeight } = engine;
    const fresh = this.#canvas.width !== pixelWidth || this.#canvas.height !== pixelHeight;
    if (fresh) {
      this.#canvas.width = pixelWidth;
      this.#canvas.height = pixelHeight;
    }
    const image = dirty || fresh ? engine.pixels() : null;
    if (!image) return false;
    const area = fresh || !dirty ? { x: 0, y: 0, width: pixelWidth, height: pixelHeight } : dirty;
    this.#context?.putImageData(image, 0, 0, area.x, area.y, area.width, area.height);
    return true;
  }

  /** @param {ResizeObserverEntry} entry */
  #measure(entry) {
    // A hidden pad, as in a form of several steps, keeps the size at which it was signed.
    if (!entry.contentRect.width || !entry.contentRect.height) return;
    const scale = devicePixelRatio;
    const device = entry.devicePixelContentBoxSize?.[0];
    const width = wholePixels(entry.contentRect.width * scale, device?.inlineSize) / scale;
    const height = wholePixels(entry.contentRect.height * scale, device?.blockSize) / scale;
    if (width === this.area.width && height === this.area.height && scale === this.area.scale) return;
    this.area = { width, height, scale };
    this.#place = null;
    this.#resized();
  }

  #watchDensity() {
    this.#density?.removeEventListener('change', this.#densityChanged);
    this.#density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#density.addEventListener('change', this.#densityChanged);
  }

  #densityChanged = () => {
    this.disconnect();
    this.connect(); // observing again reports the size in the new pixels
  };
}

/**
 * Returns the number of device pixels that a length covers. The browser's own count is the most accurate, because it
 * knows where the length starts. A browser that emulates another screen may still count the pixels of its own.
 * @param {number} length in device pixels, possibly with a fraction
 * @param {number | undefined} reported
 */
function wholePixels(length, reported) {
  return reported !== undefined && Math.abs(reported - length) < 2 ? reported : Math.round(length);
}
