// SPDX-License-Identifier: MIT
import { debugDataFrom } from './picture-debug-data.js';
import { PictureDebug } from './picture-debug.js';
import { PictureGuide } from './picture-guide.js';

/** The layers over the picture: the debug view, or an owner’s drawing during an enrolment. */
export class PictureOverlay {
  #debug;
  #guide;

  /**
   * @param {ReturnType<typeof import('./picture-markup.js').buildPicture>} parts
   * @param {(text: string) => void} showReadout shows the numbers of a part; an empty text removes them
   */
  constructor({ debug, table, guide }, showReadout) {
    this.#debug = new PictureDebug(debug, table, showReadout);
    this.#guide = new PictureGuide(guide);
  }

  /**
   * @param {import('./picture-engine.js').PictureEngine | null} engine
   * @param {{ isDebugged: boolean, isGuided: boolean, covers: boolean, showsFirst: boolean }} how what to show, and
   * whether the picture covers the surface
   * @param {typeof import('./picture-strings.js').pictureStrings.en.debug} strings
   */
  show(engine, { isDebugged, isGuided, covers, showsFirst }, strings) {
    const data = engine && isDebugged ? debugDataFrom(engine.debugNumbers()) : null;
    if (data) this.#debug.show(data, strings, covers);
    else this.#debug.clear();
    const isFirst = engine?.drawnCount === 0;
    const drawn = engine && isGuided && !data && (engine.partCount > 0 || !isFirst) ? debugDataFrom(engine.debugNumbers()) : null;
    if (!engine || !drawn) return this.#guide.clear();
    const attempt = engine.partCount > 0 ? drawn.attempt : null;
    this.#guide.show({ ...drawn, attempt }, { covers, isFirst, showsFirst });
  }
}
