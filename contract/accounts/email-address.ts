import { withoutInvisible } from '../plain-text.ts';

/** Of the address in ASCII, too. */
export const EMAIL_MAX_CHARS = 254;
/** Letters of any script beside the signs of RFC 5322, and a domain whose last label is no number. */
const ADDRESS =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+@(?:[\p{L}\p{N}\p{M}-]+\.)+(?=[\p{L}\p{M}])[\p{L}\p{N}\p{M}-]+$/u;
const BEFORE = /^[\s<("'@]+/;
const AFTER = /[\s>)"'.,;:]+$/;

/** Lower case can take a text out of its normal form, and leaving out a sign can join what stood beside it. */
function fold(text: string): string {
  const folded = withoutInvisible(text).normalize('NFKC').toLowerCase();
  return folded === text ? text : fold(folded);
}

/**
 * The e-mail address in what was typed or pasted, written in one way: form NFKC, lower case, nothing invisible, and
 * without `mailto:`, a name, angle brackets or punctuation around it. A domain may have letters beyond ASCII; the
 * server writes those in ASCII (`normaliseEmail`).
 * @returns undefined for what is no single address
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
