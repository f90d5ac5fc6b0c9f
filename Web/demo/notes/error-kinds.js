// SPDX-License-Identifier: MIT

/**
 * The errors that the page treats alike. `Tests/codes.mjs` fails for an error of the service that is in none of them
 * and in no list there.
 */
export const errorKinds = /** @type {const} */ ({
  /** The account name cannot be used. */
  name: ['name-taken', 'invalid-name'],
  /** The new passcode cannot be used. The proof, or the recovery code, was accepted. */
  passcode: [
    'passcode-common', 'passcode-contains-name', 'passcode-too-long', 'passcode-too-short', 'passcode-unchanged',
    'passcode-wrong-characters',
  ],
  /** The service did not accept the proof. */
  proof: [
    'rejected', 'locked-out', 'passcode-required', 'recovery-required', 'not-enrolled', 'other-picture', 'stale-challenge',
    'malformed-recovery-code', 'known-devices-only',
  ],
  /** This browser no longer has the session. */
  session: ['not-signed-in', 'other-account'],
  /** The note, or what is sent, is too large. */
  tooLarge: ['note-too-large', 'too-large'],
  /** There is no room for more. */
  full: ['no-room', 'storage-full'],
  /** The service did not come to judge the request. The same one may succeed later. */
  delay: ['offline', 'busy', 'degraded', 'internal', 'stopping', 'too-many-requests', 'too-slow'],
});

/** @param {string} code */
export const isOfName = (code) => isOne(errorKinds.name, code);

/** @param {string} code */
export const isOfPasscode = (code) => isOne(errorKinds.passcode, code);

/** @param {string} code */
export const isOfProof = (code) => isOne(errorKinds.proof, code);

/** @param {string} code */
export const isOfSession = (code) => isOne(errorKinds.session, code);

/** @param {string} code */
export const isTooLarge = (code) => isOne(errorKinds.tooLarge, code);

/** @param {string} code */
export const isFull = (code) => isOne(errorKinds.full, code);

/** @param {string} code */
export const isDelay = (code) => isOne(errorKinds.delay, code);

/**
 * Returns a Boolean value that indicates whether the same request may succeed later. The operator can make room.
 * @param {string} code
 */
export const isPassing = (code) => isDelay(code) || code === 'storage-full';

/**
 * @param {readonly string[]} codes
 * @param {string} code
 */
function isOne(codes, code) {
  return codes.includes(code);
}
