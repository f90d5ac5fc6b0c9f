// SPDX-License-Identifier: MIT
import { distancesOf, neighbours, thinned } from './thinning.js';

/**
 * The middle of a line in a picture, and the line's width along it. A dot is a line of one point.
 * @typedef {object} SkeletonLine
 * @property {number[]} points x and y of points about a pixel apart
 * @property {number[]} widths the line's width in pixels at each point
 * @property {boolean} isClosed whether the line ends where it begins
 * @property {[boolean, boolean]} isFree whether its first and its last point is an end, not a place on another line
 */

/**
 * A place where lines end or meet, and the distance from there to where there is no ink.
 * @typedef {{ x: number, y: number, reach: number, edges: Set<Edge> }} Node
 * @typedef {{ nodes: [Node, Node], path: number[] }} Edge
 * @typedef {{ edge: Edge, end: 0 | 1 }} EdgeEnd
 */

/**
 * A short branch is an artefact of a corner if its length plus the reach at its end is less than this multiple of the
 * reach at its start.
 */
const spurLimit = 1.5;
/** A loop around a gap in the ink is kept from this multiple of the reach where it begins. */
const loopLimit = 4;
/** Two meeting places are joined if they are closer to each other than this multiple of their reach. */
const bridgeLimit = 1.3;
/** A separate line is a dot if it is shorter than this multiple of its width. */
const dotLimit = 0.8;
/** The cosine of the sharpest turn that one line makes at a meeting place. */
const turnLimit = -0.6;

/**
 * Returns the lines of a picture.
 *
 * Complexity: O(pixels + pixels with ink · width of the lines).
 * @param {Uint8Array} opacities of 255 for each pixel, by rows; the outermost pixels have no ink
 * @param {number} width of the picture in pixels
 * @returns {SkeletonLine[]}
 */
export function linesOf(opacities, width) {
  const graph = new Graph(thinned(opacities, width), distancesOf(opacities, width), width);
  graph.removeSpurs();
  graph.joinMeetings();
  return graph.lines();
}

/** The lines of a thinned picture between the places where they end or meet. */
class Graph {
  #thin;
  #distances;
  #width;
  #around;
  /** @type {Set<Node>} */
  #nodes = new Set();
  /**
   * The closed lines that meet no other.
   * @type {number[][]}
   */
  #rings = [];

  /**
   * @param {Uint8Array} thin
   * @param {Float32Array} distances
   * @param {number} width
   */
  constructor(thin, distances, width) {
    this.#thin = thin;
    this.#distances = distances;
    this.#width = width;
    this.#around = neighbours(width);
    this.#trace(this.#findNodes());
  }

  /** Returns the node of each pixel that belongs to one. Adjacent pixels with more than two neighbours are one node. */
  #findNodes() {
    /** @type {Map<number, Node>} */
    const nodeAt = new Map();
    const thin = this.#thin;
    for (let start = 0; start < thin.length; start += 1) {
      if (!thin[start] || nodeAt.has(start) || this.#next(start).length === 2) continue;
      const node = { x: 0, y: 0, reach: 0, edges: new Set() };
      const pixels = [start];
      nodeAt.set(start, node);
      const isMeeting = this.#next(start).length > 2;
      for (let index = 0; isMeeting && index < pixels.length; index += 1) {
        for (const at of this.#next(pixels[index])) {
          if (nodeAt.has(at) || this.#next(at).length < 3) continue;
          nodeAt.set(at, node);
          pixels.push(at);
        }
      }
      for (const at of pixels) {
        node.x += (at % this.#width) / pixels.length;
        node.y += Math.floor(at / this.#width) / pixels.length;
        node.reach = Math.max(node.reach, this.#distances[at]);
      }
      this.#nodes.add(node);
    }
    return nodeAt;
  }

  /** @param {number} at */
  #next(at) {
    return this.#around.map((offset) => at + offset).filter((next) => this.#thin[next]);
  }

  /** @param {Map<number, Node>} nodeAt */
  #trace(nodeAt) {
    const seen = new Set();
    for (const [start, node] of nodeAt) {
      for (const first of this.#next(start)) {
        const other = nodeAt.get(first);
        if (other) {
          if (other !== node && start < first) this.#connect(node, other, [start, first]);
          continue;
        }
        if (seen.has(first)) continue;
        const path = this.#follow(start, first, (at) => nodeAt.has(at));
        for (const at of path.slice(1, -1)) seen.add(at);
        this.#connect(node, /** @type {Node} */ (nodeAt.get(path[path.length - 1])), path);
      }
    }
    for (let start = 0; start < this.#thin.length; start += 1) {
      if (!this.#thin[start] || seen.has(start) || nodeAt.has(start)) continue;
      const ring = this.#follow(start, this.#next(start)[0], (at) => at === start);
      for (const at of ring) seen.add(at);
      this.#rings.push(ring);
    }
  }

  /**
   * @param {number} start
   * @param {number} first
   * @param {(at: number) => boolean} isEnd
   */
  #follow(start, first, isEnd) {
    const path = [start, first];
    while (!isEnd(path[path.length - 1])) {
      const [before, at] = path.slice(-2);
      path.push(/** @type {number} */ (this.#next(at).find((next) => next !== before)));
    }
    return path;
  }

  /**
   * @param {Node} from
   * @param {Node} to
   * @param {number[]} path
   */
  #connect(from, to, path) {
    const edge = { nodes: /** @type {[Node, Node]} */ ([from, to]), path };
    from.edges.add(edge);
    to.edges.add(edge);
  }

  /** @param {Edge} edge */
  #disconnect(edge) {
    for (const node of edge.nodes) node.edges.delete(edge);
  }

  /** Removes lines that exist only because the outline has corners, and joins the lines that they divided. */
  removeSpurs() {
    for (const node of [...this.#nodes]) {
      if (degree(node) < 3) continue;
      for (const edge of [...node.edges]) {
        const end = edge.nodes[0] === node ? edge.nodes[1] : edge.nodes[0];
        const isLoop = end === node;
        if (!isLoop && degree(end) > 1) continue;
        const length = edge.path.length;
        if (isLoop ? length >= loopLimit * node.reach : length + end.reach >= spurLimit * node.reach + 1) continue;
        this.#disconnect(edge);
        if (!isLoop) this.#nodes.delete(end);
      }
    }
    for (const node of [...this.#nodes]) this.#dissolve(node);
  }

  /**
   * Makes one line of the two at a node.
   * @param {Node} node
   */
  #dissolve(node) {
    if (degree(node) !== 2) return;
    const [one, other] = node.edges;
    if (!other) {
      this.#rings.push(one.path);
      this.#disconnect(one);
    } else {
      const [to, from] = [pathTo(node, one), pathFrom(node, other)];
      const ends = [one, other].map(({ nodes }) => (nodes[0] === node ? nodes[1] : nodes[0]));
      this.#disconnect(one);
      this.#disconnect(other);
      this.#connect(ends[0], ends[1], [...to, ...from]);
    }
    this.#nodes.delete(node);
  }

  /** Makes one meeting place of those that a crossing of wide lines was divided into. */
  joinMeetings() {
    const edges = new Set([...this.#nodes].flatMap(({ edges }) => [...edges]));
    for (const edge of edges) {
      const [kept, joined] = edge.nodes;
      const isShort = edge.path.length < bridgeLimit * Math.max(kept.reach, joined.reach);
      if (kept === joined || !isShort || degree(kept) < 3 || degree(joined) < 3) continue;
      this.#disconnect(edge);
      kept.x = (kept.x + joined.x) / 2;
      kept.y = (kept.y + joined.y) / 2;
      kept.reach = Math.max(kept.reach, joined.reach) + edge.path.length / 4;
      for (const moved of joined.edges) {
        moved.nodes = /** @type {[Node, Node]} */ (moved.nodes.map((node) => (node === joined ? kept : node)));
        kept.edges.add(moved);
      }
      this.#nodes.delete(joined);
    }
  }

  /** @returns {SkeletonLine[]} */
  lines() {
    /**
     * The end with which a line continues.
     * @type {Map<Edge, [EdgeEnd | null, EdgeEnd | null]>}
     */
    const links = new Map();
    /**
     * The point that a line which ends at a meeting place reaches.
     * @type {Map<Node, number[]>}
     */
    const meetings = new Map();
    /** @type {Set<Edge>} */
    const edges = new Set();
    /** @type {SkeletonLine[]} */
    const lines = [];
    for (const node of this.#nodes) {
      if (node.edges.size === 0) {
        lines.push({ points: [node.x, node.y], widths: [2 * node.reach], isClosed: false, isFree: [true, true] });
      }
      for (const edge of node.edges) {
        edges.add(edge);
        if (!links.has(edge)) links.set(edge, [null, null]);
      }
    }
    for (const node of this.#nodes) meetings.set(node, this.#link(node, links));
    for (const ring of this.#rings) lines.push(this.#line(ring.flatMap((at) => this.#point(at)), true, [false, false]));

    const isStart = (/** @type {EdgeEnd} */ { edge, end }) => !links.get(edge)?.[end];
    const ends = [...edges].flatMap((edge) => [{ edge, end: 0 }, { edge, end: 1 }]);
    // Lines with an end come first. What is left are closed lines.
    for (const start of /** @type {EdgeEnd[]} */ ([...ends.filter(/** @type {any} */ (isStart)), ...ends])) {
      if (!edges.has(start.edge)) continue;
      lines.push(this.#assemble(start, edges, links, meetings));
    }
    return lines;
  }

  /**
   * Decides which lines go on through a node: first those that do so most directly.
   * @param {Node} node
   * @param {Map<Edge, [EdgeEnd | null, EdgeEnd | null]>} links
   * @returns where the other lines end
   */
  #link(node, links) {
    /** @type {(EdgeEnd & { from: number[], direction: number[] })[]} */
    const ends = [];
    for (const edge of node.edges) {
      for (const end of /** @type {const} */ ([0, 1])) {
        if (edge.nodes[end] === node) ends.push({ edge, end, ...this.#leaving(edge, end) });
      }
    }
    const pairs = ends.flatMap((one, index) => ends.slice(index + 1).map((other) => ({
      one, other, cosine: one.direction[0] * other.direction[0] + one.direction[1] * other.direction[1],
    })));
    const linked = new Set();
    let meeting = [node.x, node.y];
    for (const { one, other, cosine } of pairs.sort((a, b) => a.cosine - b.cosine)) {
      if (linked.has(one) || linked.has(other) || cosine > turnLimit) continue;
      if (linked.size === 0) meeting = nearest(meeting, one.from, other.from);
      linked.add(one).add(other);
      /** @type {any} */ (links.get(one.edge))[one.end] = other;
      /** @type {any} */ (links.get(other.edge))[other.end] = one;
    }
    return meeting;
  }

  /**
   * Returns where a line leaves the ink of the place where it meets others, and its direction there.
   * @param {Edge} edge
   * @param {0 | 1} end
   */
  #leaving(edge, end) {
    const path = end === 0 ? edge.path : [...edge.path].reverse();
    const cut = this.#cut(edge, end);
    const from = this.#point(path[cut]);
    const to = this.#point(path[Math.min(cut + Math.ceil(2 * edge.nodes[end].reach), path.length - 1)]);
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    return { from, direction: [(to[0] - from[0]) / length, (to[1] - from[1]) / length] };
  }

  /**
   * Returns the number of points at a line's end that do not describe it, because other lines meet it there.
   * @param {Edge} edge
   * @param {0 | 1} end
   */
  #cut(edge, end) {
    const node = edge.nodes[end];
    return degree(node) < 2 ? 0 : Math.floor(Math.min(node.reach, (edge.path.length - 1) * 0.4));
  }

  /**
   * Returns the line that begins at an end of an edge, and removes its edges.
   * @param {EdgeEnd} start
   * @param {Set<Edge>} edges
   * @param {Map<Edge, [EdgeEnd | null, EdgeEnd | null]>} links
   * @param {Map<Node, number[]>} meetings
   */
  #assemble(start, edges, links, meetings) {
    const points = [];
    const first = start.edge.nodes[start.end];
    const isStartFree = degree(first) < 2;
    const isOpen = !links.get(start.edge)?.[start.end];
    if (isOpen && !isStartFree) points.push(.../** @type {number[]} */ (meetings.get(first)));
    /** @type {EdgeEnd | null | undefined} */
    let at = start;
    /** @type {EdgeEnd} */
    let last = start;
    while (at && edges.has(at.edge)) {
      edges.delete(at.edge);
      last = { edge: at.edge, end: at.end === 0 ? 1 : 0 };
      const path = at.edge.path.slice(this.#cut(at.edge, 0), at.edge.path.length - this.#cut(at.edge, 1));
      if (at.end === 1) path.reverse();
      for (const pixel of path) points.push(...this.#point(pixel));
      at = links.get(last.edge)?.[last.end];
    }
    const end = last.edge.nodes[last.end];
    const isEndFree = degree(end) < 2;
    if (isOpen && !isEndFree) points.push(.../** @type {number[]} */ (meetings.get(end)));
    const line = this.#line(points, !isOpen, [isOpen && isStartFree, isOpen && isEndFree]);
    const width = Math.max(...line.widths);
    const isDot = line.isFree[0] && line.isFree[1] && line.widths.length < dotLimit * width;
    return isDot ? dotAt(points, width) : line;
  }

  /**
   * @param {number[]} points
   * @param {boolean} isClosed
   * @param {[boolean, boolean]} isFree
   * @returns {SkeletonLine}
   */
  #line(points, isClosed, isFree) {
    const widths = [];
    for (let at = 0; at < points.length; at += 2) {
      const middle = this.#middle(Math.round(points[at]), Math.round(points[at + 1]));
      points[at] += middle.x;
      points[at + 1] += middle.y;
      widths.push(middle.width);
    }
    // At an end on another line, the measured width is that of the other line.
    if (!isClosed && !isFree[0] && widths.length > 1) widths[0] = widths[1];
    if (!isClosed && !isFree[1] && widths.length > 1) widths[widths.length - 1] = widths[widths.length - 2];
    return { points, widths, isClosed, isFree };
  }

  /**
   * Returns the width of the line at a pixel in its middle, and how far from the pixel's own the middle is.
   *
   * The distances from the edges rise towards the middle and fall beyond it. The distances of the pixels on either side
   * determine where between them the middle is.
   * @param {number} column
   * @param {number} row
   */
  #middle(column, row) {
    const at = row * this.#width + column;
    const here = this.#distances[at];
    let best = { x: 0, y: 0, width: Infinity };
    for (const [x, y] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const step = Math.hypot(x, y);
      const [before, after] = [this.#distances[at - y * this.#width - x], this.#distances[at + y * this.#width + x]];
      const width = here + Math.max(before, after) + step;
      if (width >= best.width) continue;
      const fall = Math.abs(here - Math.max(before, after)) / step;
      const part = Math.min(Math.max((1 - fall) / 2, 0), 0.5) * Math.sign(after - before);
      best = { x: x * part, y: y * part, width };
    }
    return { ...best, width: Math.max(best.width, 1) };
  }

  /** @param {number} pixel */
  #point(pixel) {
    return [pixel % this.#width, Math.floor(pixel / this.#width)];
  }
}

/**
 * Returns a dot in the middle of a short line.
 * @param {number[]} points
 * @param {number} width
 * @returns {SkeletonLine}
 */
function dotAt(points, width) {
  const middle = [0, 1].map((axis) => (points[axis] + points[points.length - 2 + axis]) / 2);
  return { points: middle, widths: [width], isClosed: false, isFree: [true, true] };
}

/**
 * Returns how many lines end at a node.
 * @param {Node} node
 */
function degree({ edges }) {
  let count = edges.size;
  for (const { nodes } of edges) if (nodes[0] === nodes[1]) count += 1;
  return count;
}

/**
 * @param {Node} node
 * @param {Edge} edge
 */
const pathFrom = (node, { nodes, path }) => (nodes[0] === node ? path : [...path].reverse());

/**
 * @param {Node} node
 * @param {Edge} edge
 */
const pathTo = (node, { nodes, path }) => (nodes[1] === node ? path : [...path].reverse());

/**
 * Returns the point of the line between two points that is nearest to another point.
 * @param {number[]} point
 * @param {number[]} from
 * @param {number[]} to
 */
function nearest([x, y], from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy;
  const part = square ? Math.min(Math.max(((x - from[0]) * dx + (y - from[1]) * dy) / square, 0), 1) : 0;
  return [from[0] + part * dx, from[1] + part * dy];
}
