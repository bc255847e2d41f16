import { withoutInvisible } from '../plain-text.ts';

export const EMAIL_MAX_CHARS = 254;
/** RFC 5322 characters with letters of any script; the last domain label must not be a number. */
const ADDRESS =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+@(?:[\p{L}\p{N}\p{M}-]+\.)+(?=[\p{L}\p{M}])[\p{L}\p{N}\p{M}-]+$/u;
const BEFORE = /^[\s<("'@]+/;
const AFTER = /[\s>)"'.,;:]+$/;

/** Lower case can undo NFKC normalisation, so both repeat until the text is stable. */
function fold(text: string): string {
  const folded = withoutInvisible(text).normalize('NFKC').toLowerCase();
  return folded === text ? text : fold(folded);
}

/** Reads exactly one e-mail address from typed or pasted text; undefined for anything else. */
export function readEmail(text: string): string | undefined {
  const folded = fold(text).replaceAll('。', '.');
  const bracketed = /<([^<>]*)>/.exec(folded)?.[1] ?? folded;
  const address = bracketed
    .replace(BEFORE, '')
    .replace(/^mailto:([^@]*@[^?]*).*$/, '$1')
    .replace(AFTER, '');
  return address.length <= EMAIL_MAX_CHARS && ADDRESS.test(address) ? address : undefined;
}
