import type { ReactElement } from 'react';

import { REGIONS } from '../../../contract/region-table.ts';
import { useIsClient } from '../../platform/document.ts';
import { TicketMeta } from '../../ui/ticket/ticket.tsx';
import { formatLongDate, formatClock } from '../../ui/text/format-time.ts';
import type { ShownVoucher } from './shown-voucher.ts';

/**
 * How far ahead of UTC, in minutes, a voucher's moments are said: undefined for the person's own zone, which the
 * server does not know; until the page is hydrated that of the voucher's region.
 */
export const useShownOffset = ({ region }: Pick<ShownVoucher, 'region'>): number | undefined =>
  useIsClient() ? undefined : REGIONS[region.key].utcOffsetMinutes;

interface Props {
  readonly voucher: ShownVoucher;
}

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

export const UntilLine = ({ voucher }: Props): ReactElement | null =>
  voucher.expires_at === null ? null : (
    <TicketMeta>
      <Until voucher={voucher} />
    </TicketMeta>
  );
