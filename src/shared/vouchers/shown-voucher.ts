import { voucherMessage } from '../../../contract/errors/voucher-errors.ts';
import type { Failure } from '../../../contract/result.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import { mergeVoucher } from '../../../local/merge-voucher.ts';
import type { DetailOnly, VoucherRow } from '../../../local/rows.ts';
import type { SeededVoucher, UnsentField } from '../../../contract/document/seed.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';

/** A voucher as the screen has it, from its document or the device: what is about the caller may not be known yet. */
export type ShownVoucher = Omit<Voucher, UnsentField> & Partial<DetailOnly>;

export interface VoucherProps {
  readonly voucher: ShownVoucher;
}

export type VoucherScreen =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly voucher: ShownVoucher }
  | { readonly phase: 'failed'; readonly failure: Failure };

export interface Known {
  readonly seed: SeededVoucher | undefined;
  readonly mirrored: VoucherRow | undefined;
  readonly refresh: RefreshState;
}

const VOUCHER_ID = /^[0-9A-Za-z]{1,26}$/;

export const idFailure = (id: string): Failure | undefined =>
  VOUCHER_ID.test(id)
    ? undefined
    : { code: 'invalid_voucher_id', message: voucherMessage('invalid_voucher_id') };

export const matchesRef = ({ id, ulid }: Pick<Voucher, 'id' | 'ulid'>, name: string): boolean =>
  ulid === name.toUpperCase() || String(id) === name.replace(/^0+(?=\d)/, '');

/** What both know: neither says when the server knew it. */
function merge(
  seed: SeededVoucher | undefined,
  mirrored: VoucherRow | undefined,
): ShownVoucher | undefined {
  if (!seed || !mirrored) return mirrored ?? seed;
  // Mirrored from a list only, it has no preview: the one that is already on the screen stays.
  const { preview } = seed;
  return mergeVoucher(seed, preview === undefined ? mirrored : { preview, ...mirrored });
}

/** What to show of a voucher from all that is known of it. A refresh that fails leaves what there is. */
export function decideScreen({ seed, mirrored, refresh }: Known): VoucherScreen {
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  if (failure?.status === 404) return { phase: 'failed', failure };
  const voucher = merge(seed, mirrored);
  if (voucher) return { phase: 'ready', voucher };
  return failure ? { phase: 'failed', failure } : { phase: 'loading' };
}
