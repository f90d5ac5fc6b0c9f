// SPDX-License-Identifier: MIT
import { isSame } from '../../src/evidence-key.js';
import { digests } from './certificate.js';
import { identifiers, tag } from './der.js';

/** @typedef {import('./certificate.js').Certificate} Certificate */

/** The largest number of certificates above the signer's, and of signatures that are checked. */
const longest = 8;
const mostChecks = 64;
/** The extensions that are understood here. A certificate with another one that is critical is not trusted. */
const understood = [
  identifiers.keyUsage, identifiers.basicConstraints, identifiers.extendedKeyUsage, identifiers.subjectKey, identifiers.authorityKey,
];
const usages = [identifiers.anyUsage, identifiers.mail, identifiers.documents, identifiers.adobe, identifiers.microsoft];
/** The bits of the key usage (RFC 5280 §4.2.1.3) for signatures of documents, and for those of certificates. */
const documentBits = 0xc0;
const certificateBit = 0x04;

/**
 * Returns the verdict on a path (RFC 5280 §6) from a signer's certificate to one that the reader trusts. Revocation is
 * not checked.
 * @param {Certificate} signer
 * @param {Certificate[]} others that came with the signature
 * @param {Certificate} trusted
 * @param {number} [now] milliseconds since 1970
 * @returns {Promise<'same' | 'trusted' | 'untrusted' | 'expired'>}
 */
export async function pathVerdict(signer, others, trusted, now = Date.now()) {
  if (isSame(signer.bytes, trusted.bytes)) return 'same';
  if (!isForDocuments(signer)) return 'untrusted';
  let checks = 0;
  let isExpired = false;
  const pool = [trusted, ...others.slice(0, 16)];
  /**
   * @param {Certificate} certificate
   * @param {number} depth the number of certificates below the issuer that are not the signer's
   * @returns {Promise<boolean>}
   */
  async function hasPath(certificate, depth) {
    if (depth === longest) return false;
    for (const issuer of pool) {
      if (!isSame(issuer.subject, certificate.issuer) || !canIssue(issuer, depth)) continue;
      if ((checks += 1) > mostChecks || !(await isIssued(certificate, issuer))) continue;
      if (!isSame(issuer.bytes, trusted.bytes) && !(await hasPath(issuer, depth + 1))) continue;
      if ([certificate, issuer].every(({ begin, end }) => begin <= now && now <= end)) return true;
      isExpired = true;
    }
    return false;
  }
  if (await hasPath(signer, 0)) return 'trusted';
  return isExpired ? 'expired' : 'untrusted';
}

/** @param {Certificate} certificate */
function isForDocuments(certificate) {
  const usage = certificate.extensions.get(identifiers.extendedKeyUsage)?.value.children.map(({ identifier }) => identifier);
  return isUnderstood(certificate) && allows(certificate, documentBits) && (usage?.some((each) => usages.includes(each)) ?? true);
}

/**
 * @param {Certificate} certificate
 * @param {number} depth
 */
function canIssue(certificate, depth) {
  const [isIssuer, most] = certificate.extensions.get(identifiers.basicConstraints)?.value.children ?? [];
  if (isIssuer?.kind !== tag.boolean || isIssuer.content[0] === 0) return false;
  // Numbers longer than a byte exceed the limit here.
  if (most && most.content.length === 1 && depth > most.content[0]) return false;
  return isUnderstood(certificate) && allows(certificate, certificateBit);
}

/** @param {Certificate} certificate */
function isUnderstood({ extensions }) {
  return [...extensions].every(([kind, { isCritical }]) => !isCritical || understood.includes(kind));
}

/**
 * Returns whether the key usage, if there is one, has one of the bits.
 * @param {Certificate} certificate
 * @param {number} bits of the first byte
 */
function allows({ extensions }, bits) {
  const usage = extensions.get(identifiers.keyUsage);
  return !usage || (usage.value.kind === tag.bits && ((usage.value.content[1] ?? 0) & bits) !== 0);
}

/**
 * @param {Certificate} certificate
 * @param {Certificate} issuer
 */
async function isIssued({ algorithm, signature, body }, issuer) {
  const found = [...digests.values()].find(({ signatures }) => signatures.includes(algorithm));
  if (!found || algorithm === identifiers.rsa) return false;
  const isCurve = [identifiers.ecdsaWithSHA256, identifiers.ecdsaWithSHA384, identifiers.ecdsaWithSHA512].includes(algorithm);
  return isCurve !== issuer.isRSA && (await issuer.isValid(signature, body, found.name)) === true;
}
