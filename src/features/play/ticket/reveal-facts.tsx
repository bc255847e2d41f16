import type { ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import dicesIcon from 'lucide/dist/esm/icons/dices.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import timerIcon from 'lucide/dist/esm/icons/timer.mjs';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { useIsClient } from '../../../platform/clock/use-is-client.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import {
  shareOfTime,
  viewsTarget,
  hasRevealed,
  isNearReveal,
  leftToGuess,
} from '../../../shared/vouchers/voucher-reveal.ts';
import { PunchStrip, TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import { TicketDivider, TicketMeta } from '../../../ui/ticket/ticket.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { Clock, ClockRow } from '../../../ui/ticket/clock.tsx';
import { formatDay, formatClock } from '../../../ui/text/format-time.ts';
import { useShownOffset, UntilLine } from '../../../shared/vouchers/until.tsx';
import css from './reveal-facts.module.css';

interface DividerProps {
  readonly voucher: ShownVoucher;
}

/** The one that moves with the clock. */
function TimedDivider({ voucher, toMs }: DividerProps & { readonly toMs: number }): ReactElement {
  const isClient = useIsClient();
  const now = useNow(CLOCK_TICK_MS);
  const from = Date.parse(voucher.created_at);
  // The page comes from the server without a time; its strip starts empty.
  const nowMs = isClient ? now.getTime() : from;
  return (
    <TicketDivider className="deferred">
      <TimeRuler passed={shareOfTime(from, toMs, nowMs)} />
    </TicketDivider>
  );
}

/** How far it is to the next digit, printed on the seam of the ticket. */
export function RevealDivider({ voucher }: DividerProps): ReactElement {
  const target = viewsTarget(voucher);
  if (target !== undefined) {
    return (
      <TicketDivider className="deferred">
        <PunchStrip views={voucher.views} target={target} />
      </TicketDivider>
    );
  }
  const { reveal_method: method, remaining_time: toMs } = voucher;
  return method === 'time' && toMs !== null ? (
    <TimedDivider voucher={voucher} toMs={toMs} />
  ) : (
    <TicketDivider />
  );
}

interface Props {
  readonly voucher: ShownVoucher;
}

function Views({ voucher }: Props): ReactElement {
  return (
    <span>
      <Icon of={eyeIcon} size="sm" /> {plural(voucher.views, 'view', 'views')}
    </span>
  );
}

function ByViews({ voucher }: Props): ReactElement {
  const target = viewsTarget(voucher);
  if (target === undefined) return <Views voucher={voucher} />;
  const next = isNearReveal(voucher)
    ? `${formatCount(target - voucher.views)} to go`
    : `Next digit at ${formatCount(target)}`;
  return (
    <>
      <span>
        <Icon of={eyeIcon} size="sm" /> {formatCount(voucher.views)} / {formatCount(target)} views
      </span>
      <span>{voucher.views < target ? next : leftToGuess(voucher)}</span>
    </>
  );
}

function ByTime({ voucher }: Props): ReactElement {
  const isClient = useIsClient();
  const now = useNow(CLOCK_TICK_MS);
  const opensAt = voucher.remaining_time ?? 0;
  if (hasRevealed(voucher)) {
    return (
      <TicketMeta>
        <span>
          <Icon of={checkIcon} size="sm" /> {VOUCHER_MESSAGES.revealed}
        </span>
        <Views voucher={voucher} />
      </TicketMeta>
    );
  }
  return (
    <div className={css['clock']}>
      <ClockRow
        label={
          <>
            <Icon of={timerIcon} size="sm" /> Next digit in
          </>
        }
      >
        {isClient && <Clock remainingMs={opensAt - now.getTime()} />}
      </ClockRow>
    </div>
  );
}

function ByLottery({ voucher }: Props): ReactElement {
  // The server does not know the person's time zone; until the page is hydrated, the voucher's own.
  const offset = useShownOffset(voucher);
  const drawAt = new Date(voucher.final_reveal_time ?? 0);
  const { entries_count: count, my_entries: own = 0 } = voucher;
  const entries = plural(count, 'entry', 'entries');
  return (
    <>
      <span>
        <Icon of={dicesIcon} size="sm" /> Lottery
      </span>
      <span>
        Draw {formatDay(drawAt, offset)}, {formatClock(drawAt, offset)}
      </span>
      <span>{own > 0 ? `${entries}, ${formatCount(own)} yours` : entries}</span>
    </>
  );
}

function Facts({ voucher }: Props): ReactElement {
  switch (voucher.reveal_method) {
    case 'time':
      return <ByTime voucher={voucher} />;
    case 'views':
      return (
        <TicketMeta>
          <ByViews voucher={voucher} />
        </TicketMeta>
      );
    case 'lottery':
      return (
        <TicketMeta>
          <ByLottery voucher={voucher} />
        </TicketMeta>
      );
    default:
      return voucher.reveal_method satisfies never;
  }
}

/** The voucher's state in words, under its code, and until when it can be won. */
export function RevealFacts({ voucher }: Props): ReactElement {
  return (
    <>
      <Facts voucher={voucher} />
      <UntilLine voucher={voucher} />
    </>
  );
}
