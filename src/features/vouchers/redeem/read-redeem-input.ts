import { errorMessage } from '../../../../contract/errors.ts';
import { findCode, isCode } from '../../../../contract/vouchers/voucher-code.ts';
import { readVoucherPath, voucherNameIn } from '../../../../contract/vouchers/voucher-path.ts';
import { referralCodeIn } from '../../../shared/accounts/referral.ts';

export type RedeemInput =
  | { readonly kind: 'code'; readonly code: string }
  /** It is guessed on its own page; `referralCode` is of the link's sharer. */
  | { readonly kind: 'giveaway'; readonly id: string; readonly referralCode?: string | undefined }
  /** Nothing is asked of the server. */
  | { readonly kind: 'none'; readonly problem: string };

/** The path of a voucher's page, in a whole link or alone; any host, since only the id is taken from it. */
const VOUCHER_LINK = /^(?:\w+:\/\/[^/]+)?\/?(l?v\/[^?#]+)(\?[^#]*)?/i;

export function readRedeemInput(text: string): RedeemInput {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'none', problem: errorMessage('redeem_empty') };
  const [, path = '', query = ''] = VOUCHER_LINK.exec(trimmed) ?? [];
  const link = readVoucherPath(`/${path}`);
  const code = link && isCode(link.name) ? link.name : findCode(trimmed);
  if (code) return { kind: 'code', code };
  if (link) {
    const referralCode = referralCodeIn(link.search + query.replace('?', '&'));
    return { kind: 'giveaway', id: link.name, referralCode };
  }
  const ulid = voucherNameIn(trimmed)?.toUpperCase();
  return ulid && /\D/.test(ulid)
    ? { kind: 'giveaway', id: ulid }
    : { kind: 'none', problem: errorMessage('code_malformed') };
}

/** A long press on the field pastes whole messages: of those, the link or the code alone. */
export function readPasted(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  const input = readRedeemInput(link ?? '');
  if (link && input.kind === 'giveaway') return link;
  return input.kind === 'code' ? input.code : (findCode(text) ?? text.trim());
}
