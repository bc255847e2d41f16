import { HIDDEN } from '../contract/vouchers/voucher-code.ts';
import type { VoucherRow } from './rows.ts';

type VoucherState = Pick<VoucherRow, 'purpose' | 'status' | 'is_used' | 'masked_code' | 'code'> &
  Partial<VoucherRow>;

const COUNTS = /^views|_count$/;
const END = /^(status|is_used|winn|completed|own_share|own_receipt|taken)/;

/** A poll reports the end of a voucher before the detail call has the result. */
function stageOf({ status, completed_at: completedAt }: VoucherState): number {
  if (status === 'pending') return 0;
  if (status === 'active') return 1;
  return completedAt ? 3 : 2;
}

/** Answers can arrive out of order, so a later one must not reopen a voucher or hide a digit. */
export function mergeVoucher<T extends VoucherState>(before: VoucherState | undefined, news: T): T {
  if (!before) return news;
  const merged: Record<string, unknown> = { ...news };
  const isFurther = stageOf(before) > stageOf(news);
  for (const [name, value] of Object.entries(before)) {
    const isMore = COUNTS.test(name) && (value as number) > (merged[name] as number);
    if (isMore || (isFurther && END.test(name))) merged[name] = value;
  }
  if (merged['is_used'] && news.can_guess) merged['can_guess'] = false;
  if (news.purpose === 'payment') return merged as T;
  merged['code'] = news.code ?? before.code;
  merged['masked_code'] = [...news.masked_code]
    .map((digit, at) => (digit === HIDDEN ? (before.masked_code[at] ?? digit) : digit))
    .join('');
  return merged as T;
}
