// SPDX-License-Identifier: MIT

/** The languages of Private Notes, each in its own. */
export const names = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', it: 'Italiano', ja: '日本語', ar: 'العربية' };
