import type {
  AllowUsersBody,
  AllowedUsersAnswer,
  DisallowUsersBody,
} from '../../contract/analytics.ts';
import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import type {
  CancelAnswer,
  RecipientAnswer,
  RecipientQuery,
  SendMoneyAnswer,
  SendMoneyBody,
  SplitAnswer,
  SplitBody,
  UpdateTwoFactorAnswer,
} from '../../contract/payment-vouchers.ts';
import type { Result } from '../../contract/result.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import { canonicalQuery, createdListKey } from '../../local/canonical-query.ts';
import type { ApiRequest } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';
import { dataOf, done, mapOk } from '../failure.ts';
import { mirrorBalance, mirrorChanges, mirrorListed, sendChange } from '../mirror.ts';
import { moveMoney } from '../money-command.ts';

const FIRST_PAGES = [createdListKey({}), createdListKey({ status: 'active' })];

/** Adds the card now, because the next refresh would move cards under the user's finger. */
async function listFirst({ db }: WorkerContext, ulid: string): Promise<void> {
  await db.createdVoucherLists
    .where('key')
    .anyOf(FIRST_PAGES)
    .modify((list: { ulids: readonly string[] }) => {
      list.ulids = [...new Set([ulid, ...list.ulids])];
    });
}

export async function splitVoucher(ctx: WorkerContext, body: SplitBody): Promise<Done> {
  const { db, now } = ctx;
  const call = { path: '/vouchers/split', refusal: 'split', body } as const;
  const answer = await moveMoney<SplitAnswer>(ctx, call, async (parts) => {
    await mirrorListed(db.createdVouchers, parts, now());
    // An open voucher page reads from another table.
    for (const { ulid, amount } of parts) await db.vouchers.update(ulid, { amount });
    for (const { ulid } of parts.slice(1)) await listFirst(ctx, ulid);
  });
  return done(answer);
}

/** After a lost answer the same input repeats the same send, so money moves once. */
export const sendMoney = (ctx: WorkerContext, body: SendMoneyBody) =>
  moveMoney<SendMoneyAnswer>(
    ctx,
    { path: '/vouchers/send', fallback: 'payment_failed', body },
    async ({ voucher, balance }) => {
      await mirrorListed(ctx.db.createdVouchers, [voucher], ctx.now());
      await listFirst(ctx, voucher.ulid);
      await mirrorBalance(ctx.db, voucher.currency, balance, ctx.now());
    },
  );

export const findRecipient = async ({ api }: WorkerContext, who: RecipientQuery) =>
  dataOf(await api.call<RecipientAnswer>({ path: '/recipients', query: canonicalQuery(who) }));

export const cancelVoucher = (ctx: WorkerContext, ulid: string) =>
  moveMoney<CancelAnswer>(
    ctx,
    { path: `/vouchers/${encodeURIComponent(ulid)}/cancel` },
    ({ status }) => mirrorChanges(ctx.db, ulid, { status }),
  );

export async function updateTwoFactor(ctx: WorkerContext, ulid: string, isEnabled: boolean) {
  const { db } = ctx;
  const answer = await sendChange<UpdateTwoFactorAnswer>(
    ctx,
    {
      path: `/vouchers/${encodeURIComponent(ulid)}/update-2fa`,
      fallback: 'two_factor_failed',
      refusal: 'twoFactor',
      body: { enable_2fa: isEnabled ? 1 : 0 },
    },
    [db.vouchers, db.createdVouchers],
    ({ data: { enable_2fa } }) => mirrorChanges(db, ulid, { enable_2fa }),
  );
  return mapOk(answer, ({ data }) => data.enable_2fa);
}

async function changeAllowed(
  ctx: WorkerContext,
  ulid: string,
  request:
    | { readonly body: AllowUsersBody }
    | { readonly method: 'DELETE'; readonly body: DisallowUsersBody },
): Promise<Result<readonly string[]>> {
  const { db, now } = ctx;
  const answer = await sendChange<AllowedUsersAnswer>(
    ctx,
    { ...request, path: `/vouchers/${encodeURIComponent(ulid)}/allowed-users` },
    [db.allowedUsers],
    ({ data: users }) => db.allowedUsers.put({ ulid, users, fetchedAt: now() }),
  );
  return mapOk(answer, ({ not_found: notFound }) => notFound);
}

/** @returns names that no user can have */
export const allowUsers = (ctx: WorkerContext, ulid: string, names: readonly string[]) =>
  changeAllowed(ctx, ulid, { body: { users: [...names] } });

export const disallowUsers = (ctx: WorkerContext, ulid: string, ids: readonly number[]) =>
  changeAllowed(ctx, ulid, { method: 'DELETE', body: { user_ids: [...ids] } });

const download = async (
  { api }: WorkerContext,
  request: Pick<ApiRequest, 'path' | 'query' | 'fallback'>,
): Promise<Result<Blob>> =>
  mapOk(
    await api.call<{ readonly file: Blob }>({
      ...request,
      fileType: 'text/csv',
      timeoutMs: UPLOAD_TIMEOUT_MS,
    }),
    ({ file }) => file,
  );

export const downloadStatement = (ctx: WorkerContext, query: StatementQuery) =>
  download(ctx, {
    path: '/transactions.csv',
    fallback: 'transactions_failed',
    query: canonicalQuery(query),
  });

export const downloadGuesses = (ctx: WorkerContext, id: string) =>
  download(ctx, {
    path: `/vouchers/analytics/${encodeURIComponent(id)}.csv`,
    fallback: 'analytics_failed',
  });
