import type { ComponentType, ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import dicesIcon from 'lucide/dist/esm/icons/dices.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import timerIcon from 'lucide/dist/esm/icons/timer.mjs';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import type { RevealMethod } from '../../../../contract/vouchers.ts';
import { useIsClient } from '../../../platform/document.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import type { ShownVoucher, VoucherProps } from '../../../shared/vouchers/shown-voucher.ts';
import { useShownOffset, UntilLine } from '../../../shared/vouchers/until.tsx';
import {
  hasRevealed,
  isNearReveal,
  leftToGuess,
  shareOfTime,
  useIsAwaited,
  viewsTarget,
} from '../../../shared/vouchers/voucher-reveal.ts';
import { cx } from '../../../ui/cx.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatCount, formatExact, formatMoney } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { Money } from '../../../ui/text/money.tsx';
import { formatDayTime, formatLongDate } from '../../../ui/text/format-time.ts';
import { Clock } from '../../../ui/ticket/clock.tsx';
import { PunchStrip, TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import { TicketAmount, TicketDivider, TicketMeta } from '../../../ui/ticket/ticket.tsx';
import { ConvertedPrize } from '../lazy.ts';
import css from './voucher-facts.module.css';

export function Prize({ voucher: { amount, currency } }: VoucherProps): ReactElement {
  return (
    <div className={css['prize']}>
      <p className="cluster g2 xs semi">
        Prize <ConvertedPrize amount={amount} currency={currency} />
      </p>
      <TicketAmount>
        <Money amount={amount} currency={currency} />
      </TicketAmount>
    </div>
  );
}

function TimePassed({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
  const isClient = useIsClient();
  const now = useNow(CLOCK_TICK_MS);
  // The page comes from the server without a time; its strip starts empty.
  return <TimeRuler passed={shareOfTime(fromMs, toMs, isClient ? now.getTime() : fromMs)} />;
}

export function RevealDivider({
  voucher,
  className,
}: VoucherProps & { readonly className?: string }): ReactElement {
  const { reveal_method: method, remaining_time: toMs } = voucher;
  const target = viewsTarget(voucher);
  const isTimed = method === 'time' && toMs !== null;
  if (target === undefined && !isTimed) return <TicketDivider />;
  return (
    <TicketDivider className={className}>
      {target !== undefined && <PunchStrip views={voucher.views} target={target} />}
      {isTimed && (
        <TimePassed fromMs={Date.parse(voucher.starts_at ?? voucher.created_at)} toMs={toMs} />
      )}
    </TicketDivider>
  );
}

function Views({ voucher }: VoucherProps): ReactElement {
  return (
    <span>
      <Icon of={eyeIcon} size="sm" /> {plural(voucher.views, 'view', 'views')}
    </span>
  );
}

function ByViews({ voucher }: VoucherProps): ReactElement {
  const target = viewsTarget(voucher);
  if (target === undefined)
    return (
      <TicketMeta>
        <Views voucher={voucher} />
      </TicketMeta>
    );
  const next = isNearReveal(voucher)
    ? `${formatCount(target - voucher.views)} to go`
    : `Next digit at ${formatCount(target)}`;
  return (
    <TicketMeta>
      <span>
        <Icon of={eyeIcon} size="sm" /> {formatCount(voucher.views)} / {formatCount(target)} views
      </span>
      <span>{voucher.views < target ? next : leftToGuess(voucher)}</span>
    </TicketMeta>
  );
}

function Countdown({ label, toMs }: { readonly label: string; readonly toMs: number }) {
  const isClient = useIsClient();
  const now = useNow(CLOCK_TICK_MS);
  return (
    <div className={css['clock']}>
      <div className={cx('cluster apart', css['row'])}>
        <span className="cluster g1 sm semi">
          <Icon of={timerIcon} size="sm" /> {label}
        </span>
        {isClient && <Clock remainingMs={toMs - now.getTime()} />}
      </div>
    </div>
  );
}

function ByTime({ voucher }: VoucherProps): ReactElement {
  if (!hasRevealed(voucher))
    return <Countdown label="Next digit in" toMs={voucher.remaining_time ?? 0} />;
  return (
    <TicketMeta>
      <span>
        <Icon of={checkIcon} size="sm" /> Revealed
      </span>
      <Views voucher={voucher} />
    </TicketMeta>
  );
}

function ByLottery({ voucher }: VoucherProps): ReactElement {
  // The server does not know the person's time zone; until the page is hydrated, the voucher's own.
  const offset = useShownOffset(voucher);
  const drawAt = new Date(voucher.final_reveal_time ?? 0);
  const { entries_count: count, my_entries: own = 0 } = voucher;
  const entries = plural(count, 'entry', 'entries');
  return (
    <TicketMeta>
      <span className={css['kind']}>
        <Icon of={dicesIcon} size="sm" /> Lottery
      </span>
      <span>Draw {formatDayTime(drawAt, offset)}</span>
      <span>{own > 0 ? `${entries}, ${formatCount(own)} yours` : entries}</span>
    </TicketMeta>
  );
}

const FACTS: Readonly<Record<RevealMethod, ComponentType<VoucherProps>>> = {
  time: ByTime,
  views: ByViews,
  lottery: ByLottery,
};

export function RevealFacts({ voucher }: VoucherProps): ReactElement {
  const Facts = FACTS[voucher.reveal_method];
  return (
    <>
      {useIsAwaited(voucher) ? (
        <Countdown label="Starts in" toMs={Date.parse(voucher.starts_at ?? '')} />
      ) : (
        <Facts voucher={voucher} />
      )}
      <UntilLine voucher={voucher} />
    </>
  );
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

function sharesText({ amount, currency }: ShownVoucher, winners: number): string {
  const about = amount % winners === 0 ? '' : 'about ';
  return `${formatCount(winners)} winners, ${about}${formatMoney(amount / winners, currency)} each`;
}

function prizeText(voucher: ShownVoucher): string {
  const { winners_count: winners, reveal_method: method } = voucher;
  if (winners) return sharesText(voucher, winners);
  const why = method === 'lottery' ? 'No correct entry' : 'Nobody guessed it';
  return `${why}. The prize went back to its creator.`;
}

function Shares({ voucher }: VoucherProps): ReactElement {
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

export function VoucherOutcome({ voucher }: VoucherProps): ReactElement | null {
  const offset = useShownOffset(voucher);
  const { winner, winning_guess_number: number, completed_at: completedAt } = voucher;
  if (!winner && !isKnown(voucher)) return null;
  return (
    <div className={cx(css['outcome'], 'cluster')}>
      {winner ? <Winner winner={winner} number={number} /> : <Shares voucher={voucher} />}
      {completedAt && <span className="xs">{formatLongDate(new Date(completedAt), offset)}</span>}
    </div>
  );
}
