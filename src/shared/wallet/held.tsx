import { Fragment, type ReactElement } from 'react';

import { majorToMinor, minorToMajor, type Currency } from '../../../contract/money.ts';
import type { Held } from '../../../contract/wallet.ts';
import type { WalletRow } from '../../../local/rows.ts';
import { formatLongDateTime } from '../../ui/text/format-time.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { formatExact } from '../../ui/text/format-money.ts';

export const HELD_TICK_MS = 60_000;

type Wallet = Pick<WalletRow, 'amount' | 'held'>;

const isHeld = ({ until }: Pick<Held, 'until'>, nowMs: number): boolean =>
  until === null || Date.parse(until) > nowMs;

export const isHeldNow = (hold: Pick<Held, 'until'> | undefined): boolean =>
  hold !== undefined && isHeld(hold, serverNow());

export const heldIn = (wallet: Pick<Wallet, 'held'> | undefined, nowMs: number): readonly Held[] =>
  wallet?.held?.filter((part) => isHeld(part, nowMs)) ?? [];

/** Major units; 0 where there is no wallet. */
export function freeIn(wallet: Wallet | undefined, nowMs: number): number {
  const parts = [wallet?.amount ?? 0, ...heldIn(wallet, nowMs).map(({ amount }) => -amount)];
  // Minor units are summed, because sums of decimals are not exact.
  const sumMinor = parts.reduce(
    (sum, part) => sum + (majorToMinor(Math.abs(part)) ?? 0n) * (part < 0 ? -1n : 1n),
    0n,
  );
  return minorToMajor(sumMinor < 0n ? 0n : sumMinor);
}

export interface Spendable {
  /** Major units, without what is held. */
  readonly balance: number;
  readonly held: readonly Held[];
}

export function useSpendable(wallets: readonly WalletRow[], currency: Currency): Spendable {
  const nowMs = useNow(HELD_TICK_MS).getTime();
  const wallet = wallets.find((one) => one.currency === currency);
  return { balance: freeIn(wallet, nowMs), held: heldIn(wallet, nowMs) };
}

export const untilText = ({ until }: Pick<Held, 'until'>): string =>
  until === null ? 'the bank decides' : formatLongDateTime(new Date(until));

export interface HeldNotesProps {
  readonly held: readonly Held[];
  readonly currency: Currency;
  readonly isHidden?: boolean;
}

/** One note, whose sentences name each part, because card money may come several times a day. */
export function HeldNotes({ held, currency, isHidden }: HeldNotesProps): ReactElement | null {
  if (held.length === 0) return null;
  return (
    <Alert tone="warn">
      {held.map((part) => (
        <Fragment key={`${part.until} ${part.voucher_ulid} ${part.amount}`}>
          <strong>
            {isHidden ? 'Money' : formatExact(part.amount, currency)} held until {untilText(part)}
          </strong>
          , because {part.because}.{' '}
        </Fragment>
      ))}
      You can play with it; after that it can be withdrawn.
    </Alert>
  );
}
