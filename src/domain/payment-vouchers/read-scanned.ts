import { CODE_LENGTH, REFERRAL_CODE_PATTERN } from '../../../contract/constants.ts';
import { isCode } from '../../../contract/vouchers/is-code.ts';

/** What a QR code led to. */
export type Scanned =
  | { readonly kind: 'code'; readonly code: string }
  /** A voucher's page; `path` is of this app. */
  | { readonly kind: 'page'; readonly path: string };

/** Far above any link of ours; a QR code can hold 7,000 digits. */
const MAX_CHARS = 512;
/** A code's digits on their own; after a plus they are a telephone's. */
const CODES = new RegExp(`(?:^|[^+\\d])(\\d(?:[\\s-]?\\d){${CODE_LENGTH - 1}})(?!\\d)`, 'g');
const VOUCHER_PATH = /^\/l?v\/([0-9A-Za-z]{1,26})\/?$/;
const REFERRAL = new RegExp(REFERRAL_CODE_PATTERN);

function readLink(text: string, origin: string): Scanned | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin: from, pathname, searchParams } = new URL(text);
  const id = from === origin ? VOUCHER_PATH.exec(pathname)?.[1] : undefined;
  if (id === undefined) return undefined;
  if (isCode(id)) return { kind: 'code', code: id };
  const ref = searchParams.get('ref') ?? '';
  return { kind: 'page', path: `/v/${id}${REFERRAL.test(ref) ? `?ref=${ref}` : ''}` };
}

/**
 * Reads what stands in a QR code, which anybody may have printed: a voucher's code, or the link of a voucher
 * here. Of a link only the id and a referral code are used, so it leads nowhere else.
 * @param origin scheme and host of this app
 * @returns undefined for anything else
 */
export function readScanned(text: string, origin: string): Scanned | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const trimmed = text.trim();
  const digits = trimmed.replaceAll(/[ -]/g, '');
  return isCode(digits) ? { kind: 'code', code: digits } : readLink(trimmed, origin);
}

/** The codes in a message, without the spaces and dashes they are printed with. */
export const codesIn = (message: string): string[] =>
  [...message.matchAll(CODES)].map(([, code = '']) => code.replaceAll(/\D/g, ''));
