import { TTL_MS } from '../../contract/constants.ts';
import type { SavedAccountsAnswer } from '../../contract/withdrawals.ts';
import { SINGLE } from '../../local/rows.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** Where the user's money went before. */
export function refreshSavedAccounts(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<SavedAccountsAnswer>(
    ctx,
    {
      key: 'saved-accounts',
      mirrored: () => db.savedAccounts.get(SINGLE),
      ttlMs: TTL_MS.wallets,
      load: () =>
        api.call({ path: '/wallet/accounts', auth: 'required', fallback: 'accounts_failed' }),
      tables: [db.savedAccounts],
      store: ({ data: accounts }, fetchedAt) =>
        db.savedAccounts.put({ key: SINGLE, accounts, fetchedAt }),
    },
    options,
  );
}
