import type { ReactElement, ReactNode } from 'react';

import type { Currency } from '../../../../contract/money.ts';
import type { WalletRow } from '../../../../local/rows.ts';
import { freeIn, HELD_TICK_MS, heldIn, HeldNotes } from '../../../shared/wallet/held.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useBalanceIsHidden } from '../../../shared/wallet/balance-visibility.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Flag } from '../../../ui/display/flag.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import { formatDayTime } from '../../../ui/text/format-time.ts';
import { Money } from '../../../ui/text/money.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { TicketVariant } from '../../../ui/ticket/ticket.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './balance-notes.module.css';

interface Look {
  readonly name: string;
  readonly variant: TicketVariant;
  readonly sign: ReactNode;
}

const LOOKS: Readonly<Record<Currency, Look>> = {
  NGN: { name: 'Naira', variant: 'views', sign: <Flag region="nigeria" /> },
  GHS: { name: 'Cedi', variant: 'time', sign: <Flag region="ghana" /> },
  KES: { name: 'Shilling', variant: 'lottery', sign: <Flag region="kenya" /> },
  USD: {
    name: 'US dollar',
    variant: 'pay',
    sign: <span className={cx('middle xs', css['dollar'])}>$</span>,
  },
};

interface OutProps {
  readonly row: WalletRow;
  readonly nowMs: number;
  readonly isHidden: boolean;
}

/** What may leave the wallet, and from when more may; the note below says why. */
function Out({ row, nowMs, isHidden }: OutProps): ReactElement | null {
  const held = heldIn(row, nowMs);
  if (held.length === 0) return null;
  const first = held.find(({ until }) => until !== null)?.until;
  const available = isHidden ? '••••' : formatExact(freeIn(row, nowMs), row.currency);
  return (
    <span className="xs">
      Available {available}
      {first && (
        <>
          <br />
          On the way out from {formatDayTime(new Date(first))}
        </>
      )}
    </span>
  );
}

export function BalanceNotes({
  wallets,
}: {
  readonly wallets: readonly WalletRow[] | undefined;
}): ReactElement {
  const isHidden = useBalanceIsHidden();
  const nowMs = useNow(HELD_TICK_MS).getTime();
  if (!wallets) return <Skeleton height="4.5rem" />;
  return (
    <>
      <ul className={css['notes']}>
        {wallets.map((row) => {
          const { currency, amount } = row;
          const { name, variant, sign } = LOOKS[currency];
          return (
            <li key={currency} className={css['note']} data-stock={variant}>
              <span className={cx('line', css['name'])}>
                {sign}
                <span className="xs semi">{name}</span>
              </span>
              <span className={cx('figure xl', css['amount'])}>
                {isHidden ? (
                  <span aria-label="Hidden">••••</span>
                ) : (
                  <Money amount={amount} currency={currency} />
                )}
              </span>
              <Out row={row} nowMs={nowMs} isHidden={isHidden} />
            </li>
          );
        })}
      </ul>
      {wallets.map(
        ({ currency, owed }) =>
          owed !== undefined && (
            <Alert key={currency} tone="warn">
              <strong>You owe {isHidden ? 'money' : formatExact(owed, currency)}</strong> after a
              payment was taken back. Half of each prize pays it back, and all of any other money
              that comes in.
            </Alert>
          ),
      )}
      {wallets.map((row) => (
        <HeldNotes
          key={row.currency}
          held={heldIn(row, nowMs)}
          currency={row.currency}
          isHidden={isHidden}
        />
      ))}
    </>
  );
}
