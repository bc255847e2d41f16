import { withoutInvisible } from '../../../../contract/plain-text.ts';
import { findCode, isCode } from '../../../../contract/vouchers/voucher-code.ts';
import { readVoucherPath, voucherNameIn } from '../../../../contract/vouchers/voucher-path.ts';
import { parseUrl } from '../../../platform/routing/next-path.ts';

/** What a message or a poster says where a giveaway is. */
export type Claim =
  | { readonly kind: 'foreign'; readonly host: string; readonly isLookalike: boolean }
  /** A page of ours that is no voucher's. */
  | { readonly kind: 'page'; readonly path: string }
  /** Thirteen digits are money to whoever has them, so they are never looked up. */
  | { readonly kind: 'code' }
  | { readonly kind: 'voucher'; readonly name: string };

const BRAND = 'goodies';
const MAX_CHARS = 4_000;
const MAX_CLAIMS = 5;
/** What chats and sentences put around a link. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}/=-]+$/gu;
const DOMAIN = /^[^\s@/]+\.[^\s@/.\d]{2,}(?::\d+)?(?<path>[/?#]\S*)?$/u;
/** Digits and letters that are read as others. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1l|]/g, 'i'],
  [/3/g, 'e'],
  [/5/g, 's'],
  [/[^a-z]/g, ''],
];

/** Whether a host is written so that it is taken for ours; `xn--` hides letters of another script. */
function imitates(host: string): boolean {
  if (host.split('.').some((label) => label.startsWith('xn--'))) return true;
  let read = host.toLowerCase();
  for (const [written, letter] of LIKE) read = read.replaceAll(written, letter);
  return read.includes(BRAND);
}

function urlOf(word: string, ownHost: string): URL | undefined {
  if (/^https?:\/\//i.test(word)) return parseUrl(word);
  const isOwn = word.toLowerCase().startsWith(`${ownHost}/`);
  const domain = DOMAIN.exec(word);
  const isMeant = isOwn || word.startsWith('www.') || domain?.groups?.['path'] !== undefined;
  return isMeant || (domain && imitates(word)) ? parseUrl(`https://${word}`) : undefined;
}

function claimOf(word: string, ownHost: string): Claim | undefined {
  const url = urlOf(word, ownHost);
  if (!url) {
    const name = voucherNameIn(word);
    return name !== undefined && /\D/.test(name) ? { kind: 'voucher', name } : undefined;
  }
  const { host, pathname } = url;
  if (host !== ownHost && host !== `www.${ownHost}`)
    return { kind: 'foreign', host, isLookalike: imitates(host) };
  const read = readVoucherPath(pathname.replace(/\/fairness\/?$/, ''));
  if (!read) return { kind: 'page', path: pathname };
  return isCode(read.name) ? { kind: 'code' } : { kind: 'voucher', name: read.name };
}

/**
 * Finds what can be checked in a pasted message or in the text of a QR code.
 * @param ownHost of this app, with its port
 */
export function readClaims(text: string, ownHost: string): Claim[] {
  const plain = withoutInvisible(text.slice(0, MAX_CHARS));
  const words = plain.split(/[\s<>"']+/u).map((word) => word.replaceAll(AROUND, ''));
  const found = words.map((word) => claimOf(word, ownHost));
  if (findCode(plain) !== undefined) found.push({ kind: 'code' });
  const claims = new Map<string, Claim>();
  for (const claim of found) if (claim) claims.set(JSON.stringify(claim), claim);
  const isForeign = ({ kind }: Claim): number => Number(kind === 'foreign');
  // What is dangerous is said first.
  return [...claims.values()]
    .sort((one, other) => isForeign(other) - isForeign(one))
    .slice(0, MAX_CLAIMS);
}
