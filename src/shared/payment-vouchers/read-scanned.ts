import { readReferralCode } from '../../../contract/accounts/referral-code.ts';
import { findCode, isCode } from '../../../contract/vouchers/voucher-code.ts';
import { readVoucherPath } from '../../../contract/vouchers/voucher-path.ts';
import { parseUrl } from '../../platform/routing/next-path.ts';

export type Scanned =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'page'; readonly path: string };

/** Far above any link of ours; a QR code can hold 7,000 digits. */
const MAX_CHARS = 512;

function readLink(text: string, origin: string): Scanned | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  const { origin: from, pathname, search } = url;
  const read = from === origin ? readVoucherPath(pathname) : undefined;
  if (!read) return undefined;
  const { name } = read;
  if (isCode(name)) return { kind: 'code', code: name };
  const ref = new URLSearchParams(read.search + search.replace('?', '&')).get('ref');
  const code = readReferralCode(ref ?? '');
  return { kind: 'page', path: `/v/${name}${code ? `?ref=${code}` : ''}` };
}

/**
 * Reads what stands in a QR code, which anybody may have printed: a voucher's code, or the link of a voucher
 * here. Of a link only the id and a referral code are used, so it leads nowhere else.
 * @param origin scheme and host of this app
 * @returns undefined for anything else
 */
export function readScanned(text: string, origin: string): Scanned | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const code = findCode(text);
  return readLink(text.trim(), origin) ?? (code ? { kind: 'code', code } : undefined);
}

export interface ScannedPerson {
  readonly kind: 'person';
  readonly referralCode: string;
}

/** Reads the referral link of a user here. */
export function readPerson(text: string, origin: string): ScannedPerson | undefined {
  const url = text.length > MAX_CHARS ? undefined : parseUrl(text.trim());
  if (url?.origin !== origin || url.pathname !== '/signup') return undefined;
  const referralCode = readReferralCode(url.searchParams.get('ref') ?? '');
  return referralCode === undefined ? undefined : { kind: 'person', referralCode };
}
