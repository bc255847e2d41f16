import type { ReactElement } from 'react';

import { REGIONS } from '../../../contract/region-table.ts';
import { useIsClient } from '../../platform/document.ts';
import { TicketMeta } from '../../ui/ticket/ticket.tsx';
import { formatLongDateTime } from '../../ui/text/format-time.ts';
import type { ShownVoucher, VoucherProps } from './shown-voucher.ts';

/** Minutes ahead of UTC; the server does not know the person's zone, so until hydration it is the region's. */
export const useShownOffset = ({ region }: Pick<ShownVoucher, 'region'>): number | undefined =>
  useIsClient() ? undefined : REGIONS[region.key].utcOffsetMinutes;

export function Until({ voucher }: VoucherProps): ReactElement | null {
  const offset = useShownOffset(voucher);
  if (voucher.expires_at === null) return null;
  const at = new Date(voucher.expires_at);
  return <span>Until {formatLongDateTime(at, offset)}</span>;
}

export const UntilLine = ({ voucher }: VoucherProps): ReactElement | null =>
  voucher.expires_at === null ? null : (
    <TicketMeta>
      <Until voucher={voucher} />
    </TicketMeta>
  );
