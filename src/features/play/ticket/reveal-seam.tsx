import type { ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { useIsClient } from '../../../platform/clock/use-is-client.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { shareOfTime, viewsTarget } from '../../../shared/vouchers/voucher-reveal.ts';
import { PunchStrip, TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import { TicketSeam } from '../../../ui/ticket/ticket.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

interface SeamProps {
  readonly voucher: ShownVoucher;
}

/** The one that moves with the clock. */
function TimedSeam({ voucher, toMs }: SeamProps & { readonly toMs: number }): ReactElement {
  const isClient = useIsClient();
  const now = useNow(CLOCK_TICK_MS);
  const from = Date.parse(voucher.created_at);
  // The page comes from the server without a time; its strip starts empty.
  const nowMs = isClient ? now.getTime() : from;
  return (
    <TicketSeam className="deferred">
      <TimeRuler passed={shareOfTime(from, toMs, nowMs)} />
    </TicketSeam>
  );
}

/** How far it is to the next digit, printed on the seam of the ticket. */
export function RevealSeam({ voucher }: SeamProps): ReactElement {
  const target = viewsTarget(voucher);
  if (target !== undefined) {
    return (
      <TicketSeam className="deferred">
        <PunchStrip views={voucher.views} target={target} />
      </TicketSeam>
    );
  }
  const { reveal_method: method, remaining_time: toMs } = voucher;
  return method === 'time' && toMs !== null ? (
    <TimedSeam voucher={voucher} toMs={toMs} />
  ) : (
    <TicketSeam />
  );
}
