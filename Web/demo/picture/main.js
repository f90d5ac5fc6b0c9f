// SPDX-License-Identifier: MIT
import { InkPicturePassword } from '../../src/ink-picture-password.js';
import { theme } from '../../src/theme.js';
import { find } from '../elements.js';
import { fillTextsFrom, language } from '../language.js';
import { offerOptions } from './options.js';
import { offerPictures } from './pictures.js';
import { Stage } from './stage.js';
import { text } from './words.js';

document.adoptedStyleSheets.push(theme);
fillTextsFrom(text);

const password = find('#password', InkPicturePassword);
password.lang = language;
const stage = new Stage(password);
offerOptions(stage);
offerPictures((picture) => stage.open(picture));
