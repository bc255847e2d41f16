import type { ReactElement } from 'react';

import { formatExact, formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { formatLongDate } from '../../../ui/text/format-time.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useShownOffset } from '../../../shared/vouchers/until.tsx';
import css from './voucher-outcome.module.css';

interface Props {
  readonly voucher: ShownVoucher;
}

interface WinnerProps {
  readonly winner: NonNullable<ShownVoucher['winner']>;
  /** Of the receipt of the guess that won: guesses on all vouchers share one sequence; null where none has a number. */
  readonly number: number | null;
}

function Winner({ winner, number }: WinnerProps): ReactElement {
  return (
    <>
      <Avatar username={winner.username} src={winner.avatar} />
      <span className={css['words']}>
        <span className="xs">
          {number === null ? 'Winner' : `Winner, receipt no. ${formatCount(number)}`}
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

/** What became of a prize that no winner is named for. */
function prizeText(voucher: ShownVoucher): string {
  const { winners_count: winners, reveal_method: method } = voucher;
  if (winners) return sharesText(voucher, winners);
  const why = method === 'lottery' ? 'No correct entry' : 'Nobody guessed it';
  return `${why}. The prize went back to its creator.`;
}

function Shares({ voucher }: Props): ReactElement {
  const { own_share: own, currency } = voucher;
  return (
    <span className={css['words']}>
      <strong>{prizeText(voucher)}</strong>
      {own !== undefined && (
        <>
          <br />
          <span className="xs">You won {formatExact(own, currency)}</span>
        </>
      )}
    </span>
  );
}

/** Whether it is known how a voucher ended. That it did is heard before who won; when it did, together with that. */
const isKnown = (voucher: ShownVoucher): boolean =>
  voucher.reveal_method === 'lottery'
    ? voucher.winners_count !== undefined
    : voucher.status === 'completed' && voucher.completed_at !== null;

/** How a voucher that is over ended: who won it, among how many its prize was shared, or that there was no winner. */
export function VoucherOutcome({ voucher }: Props): ReactElement | null {
  const offset = useShownOffset(voucher);
  const { winner, winning_guess_number: number, completed_at: completedAt } = voucher;
  if (!winner && !isKnown(voucher)) return null;
  return (
    <div className={css['outcome']}>
      {winner ? <Winner winner={winner} number={number} /> : <Shares voucher={voucher} />}
      {completedAt && <span className="xs">{formatLongDate(new Date(completedAt), offset)}</span>}
    </div>
  );
}
