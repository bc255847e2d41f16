import { TTL_MS } from '../../contract/constants.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import { ok, type Result } from '../../contract/result.ts';
import type {
  BanksAnswer,
  ForgetAccountBody,
  ResolveAccountAnswer,
  ResolveAccountBody,
  SavedAccountsAnswer,
  WithdrawAnswer,
  WithdrawBody,
} from '../../contract/withdrawals.ts';
import { banksKey } from '../../local/canonical-query.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { moveMoney } from '../commands/move-money.ts';
import { refreshMirror, type RefreshOptions } from '../refresh/refresh-mirror.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';

/** Banks and networks that money can leave to; they change as rarely as the regions do. */
export function refreshBanks(
  ctx: WorkerContext,
  region: RegionKey,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = banksKey(region);
  return refreshMirror<BanksAnswer>(
    ctx,
    {
      key: `banks ${key}`,
      mirrored: () => db.banks.get(key),
      ttlMs: TTL_MS.regions,
      load: () =>
        api.call({ path: '/wallet/banks', query: key, auth: 'required', fallback: 'banks_failed' }),
      tables: [db.banks],
      store: ({ currency, data: banks }, fetchedAt) =>
        db.banks.put({ key, currency, banks, fetchedAt }),
    },
    options,
  );
}

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

/** Whose account it is; null where the bank does not tell. */
export async function resolveAccount(
  { api }: WorkerContext,
  body: ResolveAccountBody,
): Promise<Result<string | null>> {
  const answer = await api.call<ResolveAccountAnswer>({
    method: 'POST',
    path: '/wallet/resolve-account',
    auth: 'required',
    fallback: 'account_check_failed',
    body,
  });
  return answer.ok ? ok(answer.value.data.account_name) : answer;
}

/**
 * Sends money out of the wallet; what is held for it is in the balance of the next refresh. `pending` means
 * that its end is not known yet; the money is held until it is. After a time-out the same input asks for the
 * same withdrawal again.
 */
export const withdraw = (
  ctx: WorkerContext,
  body: WithdrawBody,
): Promise<Result<WithdrawAnswer['data']>> =>
  moveMoney<WithdrawAnswer>(ctx, { path: '/wallet/withdraw', body });

/** Forgets an account that was withdrawn to, here and at the server; one that is gone already counts as forgotten. */
export async function forgetAccount(
  ctx: WorkerContext,
  body: ForgetAccountBody,
): Promise<Result<undefined>> {
  const { db, api } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<unknown>({
    method: 'DELETE',
    path: '/wallet/accounts',
    auth: 'required',
    body,
  });
  if (!answer.ok && answer.error.code !== 'saved_account_gone') return answer;
  await writeIfSameSession(ctx, session, [db.savedAccounts], () =>
    db.savedAccounts.update(SINGLE, (row, ref) => {
      ref.value = { ...row, accounts: row.accounts.filter(({ id }) => id !== body.id) };
    }),
  );
  return ok(undefined);
}
