import type { ReactElement } from 'react';

import type { MoneyTrail as Trail } from '../../../../contract/fairness.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import { Fold } from '../../../ui/display/fold.tsx';
import { formatCount, formatExact } from '../../../ui/text/format-money.ts';
import { formatDateTime } from '../../../ui/text/format-time.ts';
import { ExactMoney } from '../../../ui/text/money.tsx';
import css from './fairness.module.css';

type Movement = Trail['movements'][number];
type Entry = Movement['entries'][number];

const ACCOUNTS: Readonly<Record<Entry['account'], string>> = {
  wallet: 'Wallet',
  escrow: 'Held for the prize',
  pool: 'Sharers’ pool',
  fees: 'Goodies',
};

const MOVEMENTS: Readonly<Record<Movement['kind'], string>> = {
  voucher_payment: 'Paid by its creator',
  voucher_win: 'Prize paid',
  voucher_refund: 'Returned to its creator',
  voucher_commission_share: 'Pool shared',
};

const signed = (amount: number, currency: string): string =>
  `${amount < 0 ? '−' : '+'}${formatExact(Math.abs(amount), currency)}`;

function MovementTable({
  movement: { kind, created_at: createdAt, entries, entries_count: count, sum },
  currency,
}: {
  readonly movement: Movement;
  readonly currency: string;
}): ReactElement {
  const at = new Date(createdAt);
  return (
    <table className={css['movement']}>
      <caption>
        <strong>{MOVEMENTS[kind]}</strong> <span className="xs muted">{formatDateTime(at)}</span>
      </caption>
      <tbody>
        {entries.map(({ account, username, amount }, index) => (
          // Entries have no number of their own, and an account may have two in one movement.
          <tr key={`entry-${index + 1}`}>
            <th scope="row">
              {ACCOUNTS[account]}
              {username === null ? '' : ` of @${username}`}
            </th>
            <td>{signed(amount, currency)}</td>
          </tr>
        ))}
        {count > entries.length && (
          <tr>
            <td colSpan={2} className="sm muted">
              and {formatCount(count - entries.length)} more entries
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Sum</th>
          <td>{formatExact(sum, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

export function MoneyTrail({ money }: { readonly money: Trail }): ReactElement {
  const { currency, movements } = money;
  const totals: readonly (readonly [label: string, amount: number])[] = [
    ['Paid in', money.paid_in],
    ['Held for the prize', money.in_escrow],
    ['In the sharers’ pool', money.in_pool],
    ['Prize paid', money.prize],
    ...(money.returned > 0 ? [['Returned to its creator', money.returned] as const] : []),
    ['To sharers', money.sharers],
    ['Fee to Goodies', money.platform],
  ];
  return (
    <Fold isSection title="Follow the money">
      {movements.length === 0 && <p className="sm muted">Nothing has been paid in yet.</p>}
      {movements.length > 0 && (
        <>
          <Facts
            className={css['facts']}
            rows={totals.map(([label, amount]) => [
              label,
              <ExactMoney key={label} amount={amount} currency={currency} />,
            ])}
          />
          <p className="sm muted">
            Each movement takes from some accounts exactly what it gives to others.
          </p>
          {movements.map((movement, index) => (
            <MovementTable key={`movement-${index + 1}`} movement={movement} currency={currency} />
          ))}
          {money.movements_count > movements.length && (
            <p className="sm muted">
              and {formatCount(money.movements_count - movements.length)} more movements
            </p>
          )}
        </>
      )}
    </Fold>
  );
}
