import { majorToMinor, minorToMajor } from '../../../contract/money.ts';
import type { Held } from '../../../contract/wallet.ts';
import type { WalletRow } from '../../../local/rows.ts';
import { formatClock, formatLongDate } from '../../ui/text/format-time.ts';
import { serverNow } from '../../platform/clock/server-time.ts';

/** How often it is looked whether what was held is free. */
export const HELD_TICK_MS = 60_000;

type Wallet = Pick<WalletRow, 'amount' | 'held'>;

const isHeld = ({ until }: Pick<Held, 'until'>, nowMs: number): boolean =>
  Date.parse(until) > nowMs;

/** Whether what came in is still held. */
export const isHeldNow = (hold: Pick<Held, 'until'> | undefined): boolean =>
  hold !== undefined && isHeld(hold, serverNow());

/** What of a wallet is still held. @param wallet undefined where there is none in that currency */
export const heldIn = (wallet: Pick<Wallet, 'held'> | undefined, nowMs: number): readonly Held[] =>
  wallet?.held?.filter((part) => isHeld(part, nowMs)) ?? [];

/** What may leave a wallet now, major units. @param wallet undefined where there is none in that currency */
export function freeIn(wallet: Wallet | undefined, nowMs: number): number {
  const parts = [wallet?.amount ?? 0, ...heldIn(wallet, nowMs).map(({ amount }) => -amount)];
  // Whole minor units: sums of decimals are not exact.
  const sumMinor = parts.reduce(
    (sum, part) => sum + (majorToMinor(Math.abs(part)) ?? 0n) * (part < 0 ? -1n : 1n),
    0n,
  );
  return minorToMajor(sumMinor < 0n ? 0n : sumMinor);
}

/** '3 November 2026, 10:00' */
export function untilText({ until }: Pick<Held, 'until'>): string {
  const at = new Date(until);
  return `${formatLongDate(at)}, ${formatClock(at)}`;
}
