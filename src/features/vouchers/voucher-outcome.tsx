import type { ReactElement } from 'react';

import { REGIONS } from '../../../contract/region-table.ts';
import { formatExact } from '../../lib/format-exact.ts';
import { formatCount, formatMoney } from '../../lib/format-money.ts';
import { useIsClient } from '../../lib/use-is-client.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { momentDate } from './moment.ts';
import type { ShownVoucher } from './shown-voucher.ts';
import css from './voucher-outcome.module.css';

interface Props {
  readonly voucher: ShownVoucher;
}

interface WinnerProps {
  readonly winner: NonNullable<ShownVoucher['winner']>;
  /** Which guess on the voucher it was; null where guesses are not numbered. */
  readonly number: number | null;
}

function Winner({ winner, number }: WinnerProps): ReactElement {
  return (
    <>
      <Avatar username={winner.username} src={winner.avatar} />
      <span className={css['words']}>
        <span className="xs">
          {number === null ? 'Winner' : `Winner, guess no. ${formatCount(number)}`}
        </span>
        <br />
        <strong>@{winner.username}</strong>
      </span>
    </>
  );
}

/** '3 winners, ₦500 each'; a part that does not come out even is shown without its decimals. */
function sharesText({ amount, currency }: ShownVoucher, winners: number): string {
  const about = amount % winners === 0 ? '' : 'about ';
  return `${formatCount(winners)} winners, ${about}${formatMoney(amount / winners, currency)} each`;
}

function Shares({ voucher }: Props): ReactElement {
  const { winners_count: winners = 0, own_share: own, currency } = voucher;
  return (
    <span className={css['words']}>
      <strong>
        {winners === 0
          ? 'No correct entry. The prize went back to its creator.'
          : sharesText(voucher, winners)}
      </strong>
      {own !== undefined && (
        <>
          <br />
          <span className="xs">You won {formatExact(own, currency)}</span>
        </>
      )}
    </span>
  );
}

/** How a voucher that is over ended: who won it, or among how many its prize was shared. */
export function VoucherOutcome({ voucher }: Props): ReactElement | null {
  const timeZone = useIsClient() ? undefined : REGIONS[voucher.region.key].timezone;
  const { winner, winning_guess_number: number, winners_count: winners } = voucher;
  const { completed_at: completedAt } = voucher;
  if (!winner && winners === undefined) return null;
  return (
    <div className={css['outcome']}>
      {winner ? <Winner winner={winner} number={number} /> : <Shares voucher={voucher} />}
      {completedAt && <span className="xs">{momentDate(new Date(completedAt), timeZone)}</span>}
    </div>
  );
}
