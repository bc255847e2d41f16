import { readAllowedUsers } from '../../../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../../../local/queries/vouchers.ts';
import type { AllowedUsersRow, VoucherRow } from '../../../../local/rows.ts';
import { decideSaved, type SavedScreen } from '../../../platform/live/decide-saved.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';

/** Who may guess, and on what, refreshed while the screen is seen. */
export function useAllowedUsers(voucherId: string): {
  readonly view: SavedScreen<AllowedUsersRow>;
  readonly voucher: VoucherRow | undefined;
  readonly retry: () => void;
} {
  const ulid = voucherId.toUpperCase();
  const users = useLive(readAllowedUsers, [ulid]);
  const voucher = useLive(readVoucher, [ulid]);
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [list] = await Promise.all([
        worker.refreshAllowedUsers(ulid),
        worker.refreshVoucher(ulid),
      ]);
      return list;
    },
    [ulid],
  );
  const isRead = users.phase === 'ready';
  const row = isRead ? users.data : undefined;
  useShownAge(row?.fetchedAt);
  return {
    view: decideSaved({ isRead, row }, refresh),
    voucher: voucher.phase === 'ready' ? voucher.data : undefined,
    retry,
  };
}
