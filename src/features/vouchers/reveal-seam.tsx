import type { ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../contract/constants.ts';
import { useIsClient } from '../../lib/use-is-client.ts';
import { useNow } from '../../lib/use-now.ts';
import { shareOfTime, viewsTarget } from '../../lib/voucher-reveal.ts';
import { PunchStrip } from '../../ui/punch-strip.tsx';
import { TicketSeam } from '../../ui/ticket.tsx';
import { TimeRuler } from '../../ui/time-ruler.tsx';
import type { ShownVoucher } from './shown-voucher.ts';

/** How far it is to the next digit, printed on the seam of the ticket. */
export function RevealSeam({ voucher }: { readonly voucher: ShownVoucher }): ReactElement {
  const isClient = useIsClient();
  const now = useNow(CLOCK_TICK_MS);
  const target = viewsTarget(voucher);
  if (target !== undefined) {
    return (
      <TicketSeam>
        <PunchStrip views={voucher.views} target={target} />
      </TicketSeam>
    );
  }
  if (voucher.reveal_method === 'time' && voucher.remaining_time !== null) {
    const from = Date.parse(voucher.created_at);
    // The page comes from the server without a time; its strip starts empty.
    const nowMs = isClient ? now.getTime() : from;
    return (
      <TicketSeam>
        <TimeRuler passed={shareOfTime(from, voucher.remaining_time, nowMs)} />
      </TicketSeam>
    );
  }
  return <TicketSeam />;
}
