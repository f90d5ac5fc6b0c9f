// SPDX-License-Identifier: MIT
import { standardBrushes } from '../src/signature-codes.js';
import { all, find } from './elements.js';
import { text } from './words.js';

/** @typedef {import('../src/ink-signature.js').InkSignature} InkSignature */
/** @typedef {import('../src/signature-codes.js').BrushTip} BrushTip */

/**
 * The values and the titles of each choice.
 * @type {Record<string, [value: string, title: string][]>}
 */
const options = {
  brush: [['pen', text.brushPen], ['marker', text.brushMarker], ['pencil', text.brushPencil]],
  paper: [['none', text.paperNone], ['#f6ecd6', text.paperCream], ['document', text.paperDocument]],
  model: [['fair', text.modelFair], ['smooth', text.modelSmooth], ['midpoint-quadratic', text.modelClassic]],
  scale: [['1', '1×'], ['2', '2×'], ['4', '4×']],
  color: [
    ['#14203c', text.colorInk], ['#1d4fd8', text.colorBlue], ['#3a3a3e', text.colorGraphite],
    ['#b3261e', text.colorRed], ['#e0a100', text.colorAmber],
  ],
};

/** The usual colour of each pen. */
const usualColors = { pen: '#14203c', marker: '#e0a100', pencil: '#3a3a3e' };

/**
 * Shows the choices for the pad and applies them.
 * @param {InkSignature} pad
 */
export function offerChoices(pad) {
  for (const name of Object.keys(options)) fill(find(`[data-choice=${name}]`, HTMLElement), name);
  const form = find('#choices', HTMLFormElement);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'brush') choose('color', usualColors[chosenTip()]);
    apply(pad);
  });
  apply(pad); // browsers restore the choices of a reloaded page
}

/** @param {string} name */
export function chosen(name) {
  return find(`input[name=${name}]:checked`, HTMLInputElement).value;
}

function chosenTip() {
  return /** @type {BrushTip} */ (chosen('brush'));
}

/** @param {InkSignature} pad */
function apply(pad) {
  const tip = chosenTip();
  const color = chosen('color');
  const ratio = Number(find('#width', HTMLInputElement).value);
  pad.setAttribute('brush', tip);
  pad.setAttribute('color', tip === 'marker' ? `${color}66` : color);
  pad.setAttribute('min-width', String(standardBrushes[tip].minimumWidth * ratio));
  pad.setAttribute('max-width', String(standardBrushes[tip].maximumWidth * ratio));
  pad.setAttribute('model', chosen('model'));
  const background = backgroundOf(chosen('paper'), pad);
  if (pad.getAttribute('background') !== background) pad.setAttribute('background', background);
}

/**
 * @param {string} name
 * @param {string} value
 */
function choose(name, value) {
  for (const input of all(`input[name=${name}]`, HTMLInputElement)) input.checked = input.value === value;
}

/**
 * @param {HTMLElement} place
 * @param {string} name
 */
function fill(place, name) {
  options[name].forEach(([value, title], index) => {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), { type: 'radio', name, value });
    input.checked = index === 0;
    label.append(input);
    if (name === 'color') {
      input.ariaLabel = label.title = title;
      label.append(swatch(value));
    } else {
      label.append(title);
    }
    place.append(label);
  });
}

/** @param {string} color */
function swatch(color) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 48 48');
  svg.ariaHidden = 'true';
  for (const [radius, name, fill] of [[14, 'edge', color], [20, 'ring', 'none']]) {
    const circle = document.createElementNS(svg.namespaceURI, 'circle');
    for (const [key, value] of Object.entries({ cx: 24, cy: 24, r: radius, class: name, fill })) circle.setAttribute(key, String(value));
    svg.append(circle);
  }
  return svg;
}

/**
 * Returns the paper's background. For the contract, this is the image whose shape fits the pad better.
 * @param {string} paper
 * @param {InkSignature} pad
 */
function backgroundOf(paper, pad) {
  if (paper !== 'document') return paper;
  const isNarrow = pad.clientWidth < 1.45 * pad.clientHeight;
  return new URL(isNarrow ? 'agreement-narrow.svg' : 'agreement.svg', import.meta.url).href;
}
