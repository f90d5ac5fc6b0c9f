// SPDX-License-Identifier: MIT

/**
 * Adds a step to the browser's history, on the way to the notes. Its state counts the steps before it.
 * @param {object} state
 */
export function addStep(state) {
  history.pushState({ ...state, steps: (history.state?.steps ?? 0) + 1 }, '');
}

/** Goes back over all steps: with the notes open, they lead nowhere. */
export async function leaveSteps() {
  const { promise, resolve } = Promise.withResolvers();
  addEventListener('popstate', resolve, { once: true });
  setTimeout(resolve, 5000); // the browser may have lost the entries
  history.go(-history.state.steps);
  await promise;
}
