import { HIDDEN } from '../contract/vouchers/voucher-code.ts';
import type { VoucherRow } from './rows.ts';

/** What of a voucher changes in one direction alone; a document or a list carries not all of it. */
type VoucherState = Pick<VoucherRow, 'purpose' | 'status' | 'is_used' | 'masked_code' | 'code'> &
  Partial<VoucherRow>;

const COUNTS = /^views|_count$/;
/** Fields that say how it stands and how it ended, also for the user. */
const END = /^(status|is_used|winn|completed|own_share|own_receipt|taken)/;

/** How far a voucher has come: a poll says that it is over before the detail says how. */
function stageOf({ status, completed_at: completedAt }: VoucherState): number {
  if (status === 'pending') return 0;
  if (status === 'active') return 1;
  return completedAt ? 3 : 2;
}

/**
 * What is known of a voucher with `news` of it: one that is over stays over, an open digit stays open and counts only
 * grow, because answers, documents and tabs bring news in another order than the server made it.
 * @param before undefined where nothing is known; each side's other fields are the later one's
 */
export function mergeVoucher<T extends VoucherState>(before: VoucherState | undefined, news: T): T {
  if (!before) return news;
  const merged: Record<string, unknown> = { ...news };
  const isFurther = stageOf(before) > stageOf(news);
  for (const [name, value] of Object.entries(before)) {
    const isMore = COUNTS.test(name) && (value as number) > (merged[name] as number);
    if (isMore || (isFurther && END.test(name))) merged[name] = value;
  }
  if (merged['is_used'] && news.can_guess) merged['can_guess'] = false;
  // How much of a payment voucher's code is shown depends on who asks, and how.
  if (news.purpose === 'payment') return merged as T;
  merged['code'] = news.code ?? before.code;
  merged['masked_code'] = [...news.masked_code]
    .map((digit, at) => (digit === HIDDEN ? (before.masked_code[at] ?? digit) : digit))
    .join('');
  return merged as T;
}
