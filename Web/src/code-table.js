// SPDX-License-Identifier: MIT
// The tables in …-codes.js have the number of each name that Swift exchanges with a page.

/**
 * Returns the number of a name, or −1 if the table does not have it.
 * @param {Readonly<Record<string, number>>} table
 * @param {string} name
 */
export function numberOf(table, name) {
  return Object.hasOwn(table, name) ? table[name] : -1;
}

/**
 * Returns the name of a number, or `null` if the table does not have it.
 * @template {string} Name
 * @param {Readonly<Record<Name, number>>} table
 * @param {number} number
 * @returns {Name | null}
 */
export function nameOf(table, number) {
  for (const name in table) if (table[name] === number) return name;
  return null;
}

/**
 * Returns the name of a result below 0, which is −1 minus the number, or `null` for another result.
 * @template {string} Name
 * @param {Readonly<Record<Name, number>>} table
 * @param {number} result
 * @returns {Name | null}
 */
export function refusalOf(table, result) {
  return result < 0 ? nameOf(table, -1 - result) : null;
}

/**
 * Returns the names of a table in their order.
 * @template {string} Name
 * @param {Readonly<Record<Name, unknown>>} table
 * @returns {Name[]}
 */
export function namesIn(table) {
  return /** @type {Name[]} */ (Object.keys(table));
}
