// SPDX-License-Identifier: MIT
import { standardBrushes } from '../src/signature-codes.js';
import { text } from './words.js';

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
 * @param {import('../src/ink-signature.js').InkSignature} pad
 */
export function offerChoices(pad) {
  for (const place of document.querySelectorAll('[data-choice]')) fill(place, place.dataset.choice);
  const form = document.getElementById('choices');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', (event) => {
    if (event.target.name === 'brush') choose('color', usualColors[event.target.value]);
    apply(pad, new FormData(form));
  });
  apply(pad, new FormData(form)); // browsers restore the choices of a reloaded page
}

/** @param {string} name */
export function chosen(name) {
  return document.querySelector(`input[name=${name}]:checked`)?.value;
}

function apply(pad, choices) {
  const tip = choices.get('brush');
  const ratio = Number(choices.get('width'));
  pad.setAttribute('brush', tip);
  pad.setAttribute('color', tip === 'marker' ? `${choices.get('color')}66` : choices.get('color'));
  pad.setAttribute('min-width', standardBrushes[tip].minimumWidth * ratio);
  pad.setAttribute('max-width', standardBrushes[tip].maximumWidth * ratio);
  pad.setAttribute('model', choices.get('model'));
  const background = backgroundOf(choices.get('paper'), pad);
  if (pad.getAttribute('background') !== background) pad.setAttribute('background', background);
}

function choose(name, value) {
  for (const input of document.querySelectorAll(`input[name=${name}]`)) input.checked = input.value === value;
}

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

function swatch(color) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 48 48');
  svg.ariaHidden = 'true';
  for (const [radius, name, fill] of [[14, 'edge', color], [20, 'ring', 'none']]) {
    const circle = document.createElementNS(svg.namespaceURI, 'circle');
    for (const [key, value] of Object.entries({ cx: 24, cy: 24, r: radius, class: name, fill })) circle.setAttribute(key, value);
    svg.append(circle);
  }
  return svg;
}

/** Returns the paper's background. For the contract, this is the image whose shape fits the pad better. */
function backgroundOf(paper, pad) {
  if (paper !== 'document') return paper;
  const isNarrow = pad.clientWidth < 1.45 * pad.clientHeight;
  return new URL(isNarrow ? 'agreement-narrow.svg' : 'agreement.svg', import.meta.url).href;
}
