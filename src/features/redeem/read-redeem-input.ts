import { isCode } from '../../../contract/vouchers/is-code.ts';
import { referralCodeIn } from '../../domain/accounts/referral.ts';
import { codesIn } from '../../domain/payment-vouchers/read-scanned.ts';

/** What was put into the redeem sheet. */
export type RedeemInput =
  | { readonly kind: 'empty' }
  /** A giveaway's link or ulid: it is guessed on its own page. `id` as its address takes it, with the code of the link's sharer. */
  | { readonly kind: 'giveaway'; readonly id: string; readonly referralCode?: string | undefined }
  /** Anything else is taken for a code; digits come without the spaces and dashes they are printed with. */
  | { readonly kind: 'code'; readonly code: string };

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;
/** The path of a voucher's page, in a whole link or alone; any host, since only the id is taken from it. */
const VOUCHER_PATH = /(?:^|\/)l?v\/([0-9A-Za-z]{1,26})\/?(\?[^#]*)?(?:#.*)?$/;

/** Tells a code, or the link that carries one, from a pasted link or id of a giveaway. */
export function readRedeemInput(text: string): RedeemInput {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const [, id, query = ''] = VOUCHER_PATH.exec(trimmed) ?? [];
  if (id && isCode(id)) return { kind: 'code', code: id };
  if (id) return { kind: 'giveaway', id, referralCode: referralCodeIn(query) };
  if (ULID.test(trimmed)) return { kind: 'giveaway', id: trimmed.toUpperCase() };
  return { kind: 'code', code: trimmed.replaceAll(/[\s-]/g, '') };
}

/** A long press on the field pastes whole messages: of those, the link or the code alone. */
export function readPasted(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link && readRedeemInput(link).kind !== 'empty' && VOUCHER_PATH.test(link)) {
    const input = readRedeemInput(link);
    return input.kind === 'code' ? input.code : link;
  }
  return codesIn(text)[0] ?? text.trim();
}
