import { MINUTE_MS } from '../../../contract/durations.ts';
import type { RevealMethod, Voucher } from '../../../contract/vouchers.ts';
import { hiddenPositions } from '../../../contract/vouchers/voucher-code.ts';
import { useHasPassed } from '../../platform/clock/use-now.ts';

type Revealing = Pick<
  Voucher,
  'reveal_method' | 'views' | 'first_reveal_views' | 'second_reveal_views'
>;

/** A hint is shown from this share of the next threshold on. */
const HINT_FROM = 0.9;

export const isOver = ({ status }: Pick<Voucher, 'status'>): boolean =>
  status !== 'active' && status !== 'pending';

type Starting = Partial<Pick<Voucher, 'starts_at'>>;

/** A row of an earlier release has no start. */
const startMsOf = ({ starts_at: at }: Starting): number | undefined =>
  at ? Date.parse(at) : undefined;

/** Whether it takes no guesses yet. */
export const isAwaited = (voucher: Starting, nowMs: number): boolean =>
  (startMsOf(voucher) ?? 0) > nowMs;

/** The same, also when that changes; in a document's first render wherever it names a start. */
export function useIsAwaited(voucher: Starting): boolean {
  const startMs = startMsOf(voucher);
  return !useHasPassed(startMs) && startMs !== undefined;
}

export const ticketVariantOf = (
  voucher: Pick<Voucher, 'status' | 'reveal_method'>,
): RevealMethod | 'used' => (isOver(voucher) ? 'used' : voucher.reveal_method);

/** The next number of views that opens a digit; past the last one, the last. Undefined when views open none. */
export function viewsTarget(voucher: Revealing): number | undefined {
  if (voucher.reveal_method !== 'views') return undefined;
  const thresholds = [voucher.first_reveal_views, voucher.second_reveal_views].filter(
    (threshold) => threshold !== null,
  );
  return thresholds.find((threshold) => threshold > voucher.views) ?? thresholds.at(-1);
}

export function isNearReveal(voucher: Revealing): boolean {
  const target = viewsTarget(voucher);
  return target !== undefined && voucher.views < target && voucher.views >= target * HINT_FROM;
}

/** So soon before a digit opens or a draw, it is worth watching live. */
const SOON_MS = 10 * MINUTE_MS;

export function opensSoon(voucher: Voucher, nowMs: number): boolean {
  const { reveal_method: method, remaining_time: opensAtMs, final_reveal_time: draw } = voucher;
  if (voucher.status !== 'active') return false;
  if (method === 'views') return isNearReveal(voucher);
  const leftMs = (method === 'time' ? (opensAtMs ?? 0) : Date.parse(draw ?? '')) - nowMs;
  return leftMs > 0 && leftMs < SOON_MS;
}

export const hasRevealed = (voucher: Pick<Voucher, 'masked_code' | 'masked_digits'>): boolean =>
  hiddenPositions(voucher.masked_code).length < voucher.masked_digits;

export function leftToGuess({ masked_code: code }: Pick<Voucher, 'masked_code'>): string {
  const hidden = hiddenPositions(code).length;
  return hidden === 1
    ? 'The last digit is yours to guess'
    : `The last ${hidden} digits are yours to guess`;
}

/** How much of the time between two moments has passed, 0 to 1. Times in ms since the epoch. */
export function shareOfTime(fromMs: number, toMs: number, nowMs: number): number {
  if (toMs <= fromMs) return 1;
  return Math.min(1, Math.max(0, (nowMs - fromMs) / (toMs - fromMs)));
}
