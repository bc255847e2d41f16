import { readAccount, readUser } from '../../../../local/queries/user-and-region.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';

export function useProfile() {
  const read = useLive(
    async (db) => ({ row: await readUser(db), account: await readAccount(db) }),
    [],
  );
  useRefresh(async (worker) => {
    const user = await worker.refreshUser();
    return user.ok ? worker.refreshAccount() : user;
  }, []);
  return read.data ?? { row: undefined, account: undefined };
}
