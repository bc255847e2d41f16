import type {
  AllowUsersBody,
  AllowedUsersAnswer,
  DisallowUsersBody,
} from '../../contract/analytics.ts';
import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type {
  CancelAnswer,
  SplitAnswer,
  SplitBody,
  UpdateTwoFactorAnswer,
} from '../../contract/payment-vouchers.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import { canonicalQuery, createdListKey } from '../../local/canonical-query.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mirrorChanges, mirrorListed, writeIfSameSession } from '../mirror.ts';
import { moveMoney } from '../money-command.ts';

const FIRST_PAGES = [createdListKey({}), createdListKey({ status: 'active' })];

export async function splitVoucher(ctx: WorkerContext, body: SplitBody): Promise<Done> {
  const { db, now } = ctx;
  const call = { path: '/vouchers/split', refusal: 'split', body } as const;
  const answer = await moveMoney<SplitAnswer>(ctx, call, async (parts) => {
    await mirrorListed(db.createdVouchers, parts, now());
    // An open voucher page reads from another table.
    for (const { ulid, amount } of parts) await db.vouchers.update(ulid, { amount });
    // Adds the card now, because the next refresh would move cards under the user's finger.
    for (const { ulid } of parts.slice(1))
      await db.createdVoucherLists
        .where('key')
        .anyOf(FIRST_PAGES)
        .modify((list: { ulids: readonly string[] }) => {
          list.ulids = [...new Set([ulid, ...list.ulids])];
        });
  });
  return answer.ok ? ok(undefined) : answer;
}

export const cancelVoucher = (
  ctx: WorkerContext,
  ulid: string,
): Promise<Result<CancelAnswer['data']>> =>
  moveMoney<CancelAnswer>(
    ctx,
    { path: `/vouchers/${encodeURIComponent(ulid)}/cancel` },
    ({ status }) => mirrorChanges(ctx.db, ulid, { status }),
  );

export async function updateTwoFactor(
  ctx: WorkerContext,
  ulid: string,
  isEnabled: boolean,
): Promise<Result<boolean>> {
  const { db } = ctx;
  const session = await readSessionId(db);
  const answer = await ctx.api.call<UpdateTwoFactorAnswer>({
    method: 'POST',
    path: `/vouchers/${encodeURIComponent(ulid)}/update-2fa`,
    auth: 'required',
    fallback: 'two_factor_failed',
    refusal: 'twoFactor',
    body: { enable_2fa: isEnabled ? 1 : 0 },
  });
  if (!answer.ok) return answer;
  const { enable_2fa } = answer.value.data;
  await writeIfSameSession(ctx, session, [db.vouchers, db.createdVouchers], () =>
    mirrorChanges(db, ulid, { enable_2fa }),
  );
  return ok(enable_2fa);
}

async function change(
  ctx: WorkerContext,
  ulid: string,
  request:
    | { readonly method: 'POST'; readonly body: AllowUsersBody }
    | { readonly method: 'DELETE'; readonly body: DisallowUsersBody },
): Promise<Result<readonly string[]>> {
  const { db, api, now } = ctx;
  const session = await readSessionId(db);
  const path = `/vouchers/${encodeURIComponent(ulid)}/allowed-users`;
  const answer = await api.call<AllowedUsersAnswer>({ ...request, path, auth: 'required' });
  if (!answer.ok) return answer;
  const { data: users, not_found: notFound } = answer.value;
  await writeIfSameSession(ctx, session, [db.allowedUsers], () =>
    db.allowedUsers.put({ ulid, users, fetchedAt: now() }),
  );
  return ok(notFound);
}

/** @returns names that no user can have */
export const allowUsers = (ctx: WorkerContext, ulid: string, names: readonly string[]) =>
  change(ctx, ulid, { method: 'POST', body: { users: [...names] } });

export const disallowUsers = (ctx: WorkerContext, ulid: string, ids: readonly number[]) =>
  change(ctx, ulid, { method: 'DELETE', body: { user_ids: [...ids] } });

async function download(
  { api }: WorkerContext,
  path: string,
  fallback: ErrorCode,
  query = '',
): Promise<Result<Blob>> {
  const answer = await api.call<{ readonly file: Blob }>({
    path,
    query,
    auth: 'required',
    fallback,
    fileType: 'text/csv',
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  return answer.ok ? ok(answer.value.file) : answer;
}

export const downloadStatement = (ctx: WorkerContext, query: StatementQuery) =>
  download(ctx, '/transactions.csv', 'transactions_failed', canonicalQuery(query));

export const downloadGuesses = (ctx: WorkerContext, id: string) =>
  download(ctx, `/vouchers/analytics/${encodeURIComponent(id)}.csv`, 'analytics_failed');
