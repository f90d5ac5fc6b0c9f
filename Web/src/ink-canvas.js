// SPDX-License-Identifier: MIT

/** The canvas that shows the engine's pixels, one of its own pixels to one of the screen's. */
export class InkCanvas {
  #canvas;
  #context;
  #resized;
  #observer;
  /** @type {MediaQueryList | null} */
  #density = null;
  /** In points, and device pixels per point. */
  size = { width: 0, height: 0, scale: 1 };

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
   * Where an event happened, in points, also when the pad is scaled by a transform.
   * @param {MouseEvent} event
   */
  locate(event) {
    const box = this.#canvas.getBoundingClientRect();
    const { width, height } = this.size;
    const x = (event.clientX - box.left) * (box.width ? width / box.width : 1);
    const y = (event.clientY - box.top) * (box.height ? height / box.height : 1);
    return /** @type {[number, number]} */ ([x, y]);
  }

  /**
   * Shows what has changed.
   * @param {import('./engine.js').Engine} engine
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
    // A pad that is hidden, as in a form of several steps, is still as large as when it was signed.
    if (!entry.contentRect.width || !entry.contentRect.height) return;
    const scale = devicePixelRatio;
    const device = entry.devicePixelContentBoxSize?.[0];
    const width = wholePixels(entry.contentRect.width * scale, device?.inlineSize) / scale;
    const height = wholePixels(entry.contentRect.height * scale, device?.blockSize) / scale;
    if (width === this.size.width && height === this.size.height && scale === this.size.scale) return;
    this.size = { width, height, scale };
    this.#resized();
  }

  #watchDensity() {
    this.#density?.removeEventListener('change', this.#densityChanged);
    this.#density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#density.addEventListener('change', this.#densityChanged);
  }

  #densityChanged = () => {
    this.disconnect();
    this.connect(); // observing anew reports the size in the new pixels
  };
}

/**
 * How many of the screen's pixels a length covers. The browser knows best, since it knows where the length begins;
 * but a browser that pretends to have another screen may still count in the pixels of its own.
 * @param {number} length in the screen's pixels, perhaps with a fraction
 * @param {number | undefined} reported
 */
function wholePixels(length, reported) {
  return reported !== undefined && Math.abs(reported - length) < 2 ? reported : Math.round(length);
}
