import type { ReactElement } from 'react';

import { TicketMeta } from '../../../ui/ticket/ticket.tsx';
import { formatLongDate, formatClock } from '../../../ui/text/format-time.ts';
import type { ShownVoucher } from '../shown-voucher.ts';
import { useShownOffset } from './use-shown-offset.ts';

interface Props {
  readonly voucher: ShownVoucher;
}

/** 'Until 28 November 2026, 18:00': when a voucher ends by itself; nothing of one that does not. */
export function Until({ voucher }: Props): ReactElement | null {
  // The server does not know the person's time zone; until the page is hydrated, the voucher's own.
  const offset = useShownOffset(voucher);
  if (voucher.expires_at === null) return null;
  const at = new Date(voucher.expires_at);
  return (
    <span>
      Until {formatLongDate(at, offset)}, {formatClock(at, offset)}
    </span>
  );
}

/** The same in a line of its own. */
export const UntilLine = ({ voucher }: Props): ReactElement | null =>
  voucher.expires_at === null ? null : (
    <TicketMeta>
      <Until voucher={voucher} />
    </TicketMeta>
  );
