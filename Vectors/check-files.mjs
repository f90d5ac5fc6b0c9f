// SPDX-License-Identifier: MIT
// Reads the files in files/vectors.json with readers of its own, and compares what it reads with the drawings they were
// written from: records of ISO/IEC 19794-7 by the standard's tables, and packed strokes by docs/SPEC.md.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

// MARK: ISO/IEC 19794-7

const channels = ['X', 'Y', 'Z', 'VX', 'VY', 'AX', 'AY', 'T', 'DT', 'F', 'S', 'TX', 'TY', 'Az', 'El', 'R'];
const signed = new Set(['X', 'Y', 'VX', 'VY', 'AX', 'AY', 'TX', 'TY']);

class Record {
  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number(count) {
    if (this.at + count > this.bytes.length) throw new Error('the record ends too early');
    this.at += count;
    return this.bytes.readUIntBE(this.at - count, count);
  }

  value(name) {
    if (name === 'S') return this.number(1);
    return this.number(2) - (signed.has(name) ? 32768 : 0);
  }

  /** One signature: which channels there are, their descriptions, and the samples. */
  signature() {
    const inclusion = this.number(2);
    const included = channels.filter((_, i) => inclusion & (0x8000 >> i));
    const described = new Map(included.map((name) => {
      const preamble = this.number(1);
      const description = {};
      if (preamble & 0x80) {
        const scale = this.number(2);
        description.scale = (1 + (scale & 2047) / 2048) * 2 ** ((scale >> 11) - 16);
      }
      const limit = () => this.number(2) - (signed.has(name) ? 32768 : 0);
      if (preamble & 0x40) description.minimum = limit();
      if (preamble & 0x20) description.maximum = limit();
      if (preamble & 0x10) description.mean = limit();
      if (preamble & 0x08) description.deviation = this.number(2);
      if (preamble & 0x07) throw new Error('a flag that InkLock does not write');
      return [name, description];
    }));
    if (this.number(1) !== 0 || this.number(1) !== 0) throw new Error('a byte that InkLock writes as 0 is not');
    const samples = Array.from({ length: this.number(3) }, () =>
      Object.fromEntries(included.map((name) => [name, this.value(name)])));
    return { described, samples };
  }

  end() {
    if (this.at !== this.bytes.length) throw new Error('something follows the record');
  }

  static read(bytes) {
    const record = new Record(bytes);
    if (bytes.toString('latin1', 0, 4) !== 'SDI\0') throw new Error('no record');
    record.at = 8;
    const version = bytes.toString('latin1', 4, 8);
    if (version === ' 10\0') {
      const signature = record.signature();
      record.end();
      return signature;
    }
    if (version !== '020\0') throw new Error('another edition');
    if (record.number(4) !== bytes.length) throw new Error('the record states another length');
    if (record.number(2) !== 1 || record.number(1) !== 0) throw new Error('one signature without certificates is expected');
    const start = record.at;
    const length = record.number(4);
    const [year, month, day, hour, minute, second, millisecond] = [2, 1, 1, 1, 1, 1, 2].map((count) => record.number(count));
    const isDated = year !== 0xffff;
    const date = isDated ? Date.UTC(year, month - 1, day, hour, minute, second, millisecond) / 1000 : undefined;
    if (record.number(1) + record.number(2) + record.number(2) + record.number(1) !== 0) throw new Error('an unknown device');
    const signature = record.signature();
    record.end();
    if (record.at !== start + length) throw new Error('the signature states another length');
    return { ...signature, date };
  }
}

/** Strokes of a record's samples: positions in points from the record's origin, y downwards, and times in seconds. */
function strokes({ described, samples }) {
  const points = 72 / 0.0254;
  let steps = 0;
  const found = [];
  let stroke;
  for (const sample of samples) {
    steps += sample.DT;
    if (!sample.S) {
      stroke = undefined;
      continue;
    }
    if (!stroke) found.push((stroke = []));
    const force = described.get('F');
    const angle = (name) => sample[name] === undefined ? undefined : sample[name] / described.get(name).scale * Math.PI / 180;
    stroke.push({
      x: sample.X / (described.get('X').scale ?? points) * points,
      y: -sample.Y / (described.get('Y').scale ?? points) * points,
      time: steps / described.get('DT').scale,
      pressure: force && (sample.F - force.minimum) / (force.maximum - force.minimum),
      tilt: angle('El') === undefined ? undefined : Math.PI / 2 - angle('El'),
      azimuth: angle('Az') === undefined ? undefined : -angle('Az'),
    });
  }
  return found;
}

/** The compact format: a byte each of X, Y, DT, F and S for each sample. */
function compactStrokes(bytes) {
  if (bytes.length % 5) throw new Error('half a sample');
  const samples = Array.from({ length: bytes.length / 5 }, (_, i) => {
    const [X, Y, DT, F, S] = bytes.subarray(5 * i, 5 * i + 5);
    return { X: X - 128, Y: Y - 128, DT, F, S };
  });
  const plain = 72 / 0.0254;
  return strokes({
    described: new Map([
      ['X', { scale: plain }], ['Y', { scale: plain }], ['DT', { scale: 250 }], ['F', { minimum: 0, maximum: 255 }], ['S', {}],
    ]), samples,
  });
}

// MARK: Packed strokes

class Packed {
  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes.subarray(0, -4);
    let sum = 0xffffffff;
    for (const byte of this.bytes) {
      sum ^= byte;
      for (let i = 0; i < 8; i += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    if ((~sum >>> 0) !== bytes.readUInt32LE(bytes.length - 4)) throw new Error('the checksum differs');
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++] ?? 0;
  }

  double() {
    this.at += 8;
    return this.bytes.readDoubleLE(this.at - 8);
  }

  varint() {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  // The arithmetic decoder.

  begin() {
    this.range = 0xffffffff;
    this.code = 0;
    for (let i = 0; i < 4; i += 1) this.code = ((this.code << 8) | this.byte()) >>> 0;
  }

  normalise() {
    while (this.range < 2 ** 24) {
      this.range = (this.range << 8) >>> 0;
      this.code = ((this.code << 8) | this.byte()) >>> 0;
    }
  }

  bit(model) {
    const bound = (this.range >>> 16) * model.zero;
    const bit = this.code < bound ? 0 : 1;
    if (bit) {
      this.code -= bound;
      this.range -= bound;
    } else {
      this.range = bound;
    }
    const shift = [[1, 1], [3, 2], [8, 3], [20, 4]].find(([limit]) => model.count < limit)?.[1] ?? 5;
    if (bit) model.zero -= (model.zero - 64) >> shift;
    else model.zero += (65536 - 64 - model.zero) >> shift;
    model.count += 1;
    this.normalise();
    return bit;
  }

  evenBit() {
    this.range >>>= 1;
    const bit = this.code < this.range ? 0 : 1;
    if (bit) this.code -= this.range;
    this.normalise();
    return bit;
  }
}

const models = (count) => Array.from({ length: count }, () => ({ zero: 0x8000, count: 0 }));

class Column {
  constructor(steps, prediction) {
    Object.assign(this, { steps, prediction, last: 0n, slope: 0n, isFirst: true });
    this.lengths = models(64);
    this.tops = models(65 * 4);
  }

  beginStroke() {
    this.slope = 0n;
    this.isFirst = true;
  }

  next(packed) {
    let length = 0;
    while (length < 64 && !packed.bit(this.lengths[length])) length += 1;
    let coded = length > 0 ? 1n : 0n;
    for (let i = 1; i < length; i += 1) {
      const bit = i <= 2 ? packed.bit(this.tops[length * 4 + Number(coded)]) : packed.evenBit();
      coded = coded * 2n + BigInt(bit);
    }
    const wrong = coded & 1n ? -(coded >> 1n) - 1n : coded >> 1n;
    const expected = this.last + (this.prediction === 0 ? 0n : this.prediction === 1 ? this.slope : this.slope >> 1n);
    const value = BigInt.asIntN(64, expected + wrong);
    this.slope = this.isFirst ? 0n : value - this.last;
    this.isFirst = false;
    this.last = value;
    if (this.steps) return Number(value) / this.steps;
    const view = new DataView(new ArrayBuffer(8));
    view.setBigInt64(0, value < 0n ? value ^ 0x7fffffffffffffffn : value);
    return view.getFloat64(0);
  }
}

const candidates = [
  1, 2, 4, 8, 10, 16, 32, 64, 100, 128, 255, 256, 512, 1000, 1023, 1024, 2047, 2048, 4095, 4096, 8191, 8192, 10000, 16384,
  32768, 65535, 65536, 100000, 1000000,
];
const tips = ['pen', 'marker', 'pencil'];
const strokeModels = ['midpoint-quadratic', 'smooth', 'fair'];
const names = ['x', 'y', 'time', 'pressure', 'tilt', 'azimuth'];

function unpacked(bytes) {
  const packed = new Packed(bytes);
  if (packed.bytes.toString('latin1', 0, 5) !== 'INKL\x02') throw new Error('no packed strokes');
  packed.at = 5;
  const head = packed.byte();
  const side = () => (head & 2 ? packed.double() : packed.varint() / 64);
  const size = { width: side(), height: side() };
  const date = head & 1 ? packed.double() : undefined;
  const columns = Array.from({ length: 7 }, () => {
    const byte = packed.byte();
    const number = byte & 63;
    return new Column(number === 63 ? packed.varint() : number && candidates[number - 1], byte >> 6);
  });
  let style;
  const found = Array.from({ length: packed.varint() }, () => {
    const flags = packed.byte();
    if (!(flags & 0x40)) {
      const [tip, model] = [packed.byte(), packed.byte()];
      const color = [packed.byte(), packed.byte(), packed.byte(), packed.byte()];
      const width = () => (flags & 0x80 ? packed.double() : packed.varint() / 1000);
      style = {
        tip: tips[tip], model: strokeModels[model], color, minimumWidth: width(), maximumWidth: width(),
        seed: packed.varint(),
      };
    }
    return { flags, ...style, count: packed.varint() };
  });
  packed.begin();
  const presences = models(6);
  for (const stroke of found) {
    stroke.start = columns[0].next(packed);
    columns.slice(1).forEach((column) => column.beginStroke());
    const presence = [1, 1, 1, stroke.flags & 3, (stroke.flags >> 2) & 3, (stroke.flags >> 4) & 3];
    stroke.points = Array.from({ length: stroke.count }, () => names.map((_, i) => {
      if (presence[i] === 0 || (presence[i] === 2 && !packed.bit(presences[i]))) return undefined;
      return columns[i + 1].next(packed);
    }));
  }
  return { size, date, strokes: found };
}

// MARK: Comparison

let [passed, failed] = [0, 0];
let title = '';

function expect(holds, what) {
  if (holds) passed += 1;
  else failed += 1;
  if (!holds) console.error(`${title}: ${what}`);
}

const near = (a, b, limit) => (a === undefined) === (b === undefined) && (a === undefined || Math.abs(a - b) <= limit);

/** A drawing's strokes as objects, with the time from the drawing's beginning. */
const drawn = (drawing) => drawing.strokes.map((stroke) => stroke.points.map((values) => {
  const point = Object.fromEntries(stroke.channels.map((name, i) => [name, values[i] ?? undefined]));
  return { ...point, time: stroke.start + point.time };
}));

function compareRecord(record, drawing) {
  const expected = drawn(drawing);
  const found = strokes(record);
  const step = 72 / 0.0254 / record.described.get('X').scale;
  expect(found.length === expected.length && found.every((stroke, i) => stroke.length === expected[i].length), 'strokes');
  const lasting = expected.flat().every((point) => point.pressure !== undefined);
  const aimed = expected.flat().every((point) => point.tilt !== undefined && point.azimuth !== undefined);
  const pairs = found.flat().map((point, i) => [point, expected.flat()[i]]);
  expect(pairs.every(([a, b]) => near(a.x, b.x, step * 0.51) && near(a.y, b.y, step * 0.51)), 'positions');
  expect(pairs.every(([a, b]) => near(a.time, b.time, 0.51 / record.described.get('DT').scale)), 'times');
  if (lasting) expect(pairs.every(([a, b]) => near(a.pressure, b.pressure, 0.51 / 65535)), 'pressures');
  const turn = (a, b) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
  if (aimed) {
    expect(pairs.every(([a, b]) => near(a.tilt, b.tilt, 1e-4) && turn(a.azimuth, b.azimuth) < 1e-4), 'directions');
  }
  const [x, y] = [record.described.get('X'), record.described.get('Y')];
  expect(near(x.maximum * step, drawing.size.width, step) && near(-y.minimum * step, drawing.size.height, step), 'the size');
}

function compareCompact(found, drawing) {
  const expected = drawn(drawing);
  expect(found.length === expected.length && found.every((stroke, i) => stroke.length === expected[i].length), 'compact strokes');
  const all = expected.flat();
  const side = (name) => Math.max(...all.map((point) => point[name])) - Math.min(...all.map((point) => point[name]));
  const scale = 255 / (Math.max(side('x'), side('y')) || Infinity);
  const [origin, start] = [all[0], found[0][0]];
  const pairs = found.flat().map((point, i) => [point, all[i]]);
  expect(pairs.every(([a, b]) => near(a.x - start.x, (b.x - origin.x) * scale, 1.01)
    && near(a.y - start.y, (b.y - origin.y) * scale, 1.01)), 'compact positions');
  expect(pairs.every(([a, b]) => near(a.time - start.time, b.time - origin.time, 0.0041)), 'compact times');
}

function comparePacked(found, drawing, limits) {
  expect(found.size.width === drawing.size.width && found.size.height === drawing.size.height, 'packed size');
  expect(found.date === (drawing.date ?? undefined), 'packed date');
  const color = (text) => [1, 3, 5, 7].map((i) => (text.length > i ? parseInt(text.slice(i, i + 2), 16) : 255));
  for (const [i, stroke] of drawing.strokes.entries()) {
    const other = found.strokes[i];
    const { brush } = stroke;
    expect(brush.tip === other.tip && stroke.model === other.model && brush.seed === other.seed
      && brush.minimumWidth === other.minimumWidth && brush.maximumWidth === other.maximumWidth
      && color(brush.color).join() === other.color.join(), 'packed style');
    expect(near(stroke.start, other.start, limits.time), 'packed start');
    const isNear = stroke.points.length === other.count && stroke.points.every((values, j) => names.every((name, k) => {
      const at = stroke.channels.indexOf(name);
      return near(at < 0 ? undefined : values[at] ?? undefined, other.points[j][k], limits[name]);
    }));
    expect(isNear, 'packed samples');
  }
  expect(found.strokes.length === drawing.strokes.length, 'packed strokes');
}

const exact = { x: 0, y: 0, time: 0, pressure: 0, tilt: 0, azimuth: 0 };
const slack = 1e-9;
const rounded = {
  x: 1 / 32 + slack, y: 1 / 32 + slack, time: 0.0005 + slack, pressure: 1 / 510 + slack, tilt: 0.005 + slack,
  azimuth: 0.005 + slack,
};
for (const [i, vector] of JSON.parse(readFileSync(join(folder, 'files', 'vectors.json'))).entries()) {
  title = `drawing ${i}`;
  const drawing = JSON.parse(vector.drawing);
  const bytes = (name) => Buffer.from(vector[name], 'base64');
  compareRecord(Record.read(bytes('iso2007')), drawing);
  const newer = Record.read(bytes('iso2014'));
  compareRecord(newer, drawing);
  expect(near(newer.date, drawing.date ?? undefined, 0.0005), 'the date');
  compareCompact(compactStrokes(bytes('isoCompact')), drawing);
  comparePacked(unpacked(bytes('exact')), drawing, exact);
  comparePacked(unpacked(bytes('rounded')), drawing, rounded);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
