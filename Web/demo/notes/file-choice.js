// SPDX-License-Identifier: MIT

/**
 * Lets the user choose files. The browser's dialog is no reason to lock.
 * @param {any} lock
 * @param {HTMLInputElement} field of the type `file`
 * @returns {Promise<File[]>} empty if the user cancelled
 */
export function chosenFiles(lock, field) {
  const { promise, resolve } = Promise.withResolvers();
  const ends = new AbortController();
  lock.promptShown();
  for (const name of ['change', 'cancel']) {
    field.addEventListener(name, () => {
      ends.abort();
      lock.promptClosed();
      const files = [...(field.files ?? [])];
      field.value = ''; // the same file may be chosen again
      resolve(files);
    }, ends);
  }
  field.click();
  return promise;
}
