// SPDX-License-Identifier: MIT
import { textsOf } from '../language.js';
import { texts } from './texts.js';

/** The texts of the page that checks signatures in the user's language. */
export const text = textsOf('verify', texts);
