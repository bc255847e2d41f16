import { withoutInvisible } from '../plain-text.ts';

export const EMAIL_MAX_CHARS = 254;
/** RFC 5322 signs with letters of any script; the last label of the domain is no number. */
const ADDRESS =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+@(?:[\p{L}\p{N}\p{M}-]+\.)+(?=[\p{L}\p{M}])[\p{L}\p{N}\p{M}-]+$/u;
const BEFORE = /^[\s<("'@]+/;
const AFTER = /[\s>)"'.,;:]+$/;

/** Lower-casing can break the normal form, so it is repeated. */
function fold(text: string): string {
  const folded = withoutInvisible(text).normalize('NFKC').toLowerCase();
  return folded === text ? text : fold(folded);
}

/**
 * Reads one e-mail address from typed or pasted text: NFKC, lower case, without `mailto:`, a name
 * or punctuation around it.
 * @returns undefined for anything but one address
 */
export function readEmail(text: string): string | undefined {
  const folded = fold(text).replaceAll('。', '.');
  const bracketed = /<([^<>]*)>/.exec(folded)?.[1] ?? folded;
  const address = bracketed
    .replace(BEFORE, '')
    .replace(/^mailto:([^@]*@[^?]*).*$/, '$1')
    .replace(AFTER, '');
  return address.length <= EMAIL_MAX_CHARS && ADDRESS.test(address) ? address : undefined;
}
