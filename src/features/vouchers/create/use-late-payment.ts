import { useEffect, useEffectEvent } from 'react';

import { ok } from '../../../../contract/result.ts';
import type { VoucherStatus } from '../../../../contract/vouchers.ts';
import { readVoucher } from '../../../../local/queries/vouchers.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';

/** It may have been won or used since; one that was cancelled or has run out says nothing of a payment. */
export const PAID: ReadonlySet<VoucherStatus> = new Set(['active', 'completed', 'used']);

/** Finds out, without paying, whether a payment of which no answer came has paid the voucher that it was for. */
export function useLatePayment(ulid: string | undefined, onPaid: (ulid: string) => void): void {
  useRefresh(
    (worker) =>
      ulid === undefined
        ? Promise.resolve(ok(undefined))
        : worker.refreshVoucher(ulid, { force: true }),
    [ulid],
  );
  const { data: voucher } = useLive(
    (db) => (ulid === undefined ? Promise.resolve(undefined) : readVoucher(db, ulid)),
    [ulid],
  );
  const isPaid = voucher !== undefined && PAID.has(voucher.status);
  const endWait = useEffectEvent(onPaid);
  useEffect(() => {
    if (isPaid && ulid !== undefined) endWait(ulid);
  }, [isPaid, ulid]);
}
