import { readAllowedUsers } from '../../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../../local/queries/vouchers.ts';
import type { Failure } from '../../../contract/result.ts';
import type { AllowedUsersRow, VoucherRow } from '../../../local/rows.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../platform/live/use-refresh.ts';

export type AllowedScreen =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'ready';
      readonly row: AllowedUsersRow;
      /** Why the list may not be what the server has now. */
      readonly failure: Failure | undefined;
    };

/** The server has judged: what was saved is not this person's to see, or cannot be changed any more. */
const isRefusal = ({ status }: Failure): boolean =>
  status === 403 || status === 404 || status === 422;

function decide(
  isRead: boolean,
  row: AllowedUsersRow | undefined,
  refresh: RefreshState,
): AllowedScreen {
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  if (failure && isRefusal(failure)) return { phase: 'failed', failure };
  if (row) return { phase: 'ready', row, failure };
  return failure && isRead ? { phase: 'failed', failure } : { phase: 'loading' };
}

/** Who may guess, and on what, refreshed while the screen is seen. */
export function useAllowedUsers(voucherId: string): {
  readonly view: AllowedScreen;
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
  return {
    view: decide(isRead, isRead ? users.data : undefined, refresh),
    voucher: voucher.phase === 'ready' ? voucher.data : undefined,
    retry,
  };
}
