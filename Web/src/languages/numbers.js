// SPDX-License-Identifier: MIT

/**
 * The forms of numbers in a language.
 * @param {string} language
 */
export function numbersOf(language) {
  const rules = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return {
    /** @param {number} value */
    number: (value) => number.format(value),
    /**
     * Returns the text for a count, with the count in the place of `#`.
     * @param {number} count
     * @param {{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>} forms
     */
    counted: (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', number.format(count)),
    /**
     * Returns a duration, such as “4 minutes”.
     * @param {number} amount
     * @param {'second' | 'minute' | 'hour'} unit
     */
    span: (amount, unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount),
  };
}
