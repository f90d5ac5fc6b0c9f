// SPDX-License-Identifier: MIT
import { textsOf } from '../language.js';
import { texts } from './texts.js';

/** The texts of the passcode's page in the user's language. */
export const text = textsOf('passcode', texts);
