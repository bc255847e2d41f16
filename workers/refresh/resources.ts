import type { LimitsAnswer, SessionsAnswer, UserAnswer } from '../../contract/accounts.ts';
import type { PasskeysAnswer } from '../../contract/accounts/passkeys.ts';
import type {
  AllowedUsersAnswer,
  AnalyticsAnswer,
  GuessesAnswer,
} from '../../contract/analytics.ts';
import { GUESS_PAGE_SIZE, TTL_MS } from '../../contract/constants.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { isCurrency } from '../../contract/money.ts';
import type { PreferencesAnswer } from '../../contract/notifications/calls.ts';
import type { DetectRegionAnswer, RatesAnswer, RegionsAnswer } from '../../contract/regions.ts';
import { ok, type Result } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import type { TopSharersAnswer } from '../../contract/vouchers/sharing.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import type { SavedAccountsAnswer } from '../../contract/withdrawals.ts';
import { answerKey, answerQuery, type Answers, type Asked } from '../../local/queries/answers.ts';
import { readAnalytics } from '../../local/queries/created-vouchers.ts';
import { entriesKey, readVoucher } from '../../local/queries/vouchers.ts';
import { type AccountRow, SINGLE, type UserRow } from '../../local/rows.ts';
import { timeoutSignal } from '../../local/timeout-signal.ts';
import type { ApiRequest } from '../api-client.ts';
import { refreshNotices } from '../commands/notifications.ts';
import { DETECT_LOCK_MS, type Done, type WorkerContext } from '../context.ts';
import { failed, mapOk } from '../failure.ts';
import { mirrorChanges } from '../mirror.ts';
import {
  refreshMirror,
  type RefreshOptions,
  rowRefresher,
  singleRefresher,
} from './refresh-mirror.ts';

export const refreshSharers = rowRefresher({
  table: 'sharers',
  ttlMs: TTL_MS.sharers,
  key: (ulid: string) => ulid,
  request: (ulid) => ({
    path: `/vouchers/${encodeURIComponent(ulid)}/top-sharers`,
    auth: 'optional',
  }),
  row: ({ sharers, own }: TopSharersAnswer, ulid) => ({ ulid, sharers, own }),
});

export const refreshAllowedUsers = rowRefresher({
  table: 'allowedUsers',
  ttlMs: TTL_MS.vouchers,
  key: (ulid: string) => ulid,
  request: (ulid) => ({ path: `/vouchers/${encodeURIComponent(ulid)}/allowed-users` }),
  row: ({ data: users }: AllowedUsersAnswer, ulid) => ({ ulid, users }),
});

export const refreshAnalytics = (ctx: WorkerContext, id: string, options?: RefreshOptions) =>
  refreshMirror<AnalyticsAnswer>(
    ctx,
    {
      key: `analytics ${id}`,
      mirrored: async () => {
        const row = await readAnalytics(ctx.db, id);
        const now = row?.status === 'active' ? await readVoucher(ctx.db, row.ulid) : undefined;
        // The analytics of an ended giveaway have changed.
        return now && now.status !== 'active' ? undefined : row;
      },
      ttlMs: TTL_MS.vouchers,
      load: () =>
        ctx.api.call({
          path: `/vouchers/analytics/${encodeURIComponent(id)}`,
          fallback: 'analytics_failed',
        }),
      tables: [ctx.db.analytics],
      store: ({ data }, fetchedAt) => ctx.db.analytics.put({ ...data, fetchedAt }),
    },
    options,
  );

export async function refreshEntries(
  ctx: WorkerContext,
  ulid: string,
  page: number,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = entriesKey(ulid, page);
  const status = (await db.vouchers.get(ulid))?.status ?? '';
  return refreshMirror<GuessesAnswer>(
    ctx,
    {
      // The draw opens all codes, so an earlier answer is useless after it.
      key: `entries ${key} ${status}`,
      mirrored: () => db.entries.get(key),
      ttlMs: TTL_MS.sharers,
      load: () =>
        api.call({
          path: `/vouchers/${encodeURIComponent(ulid)}/guesses`,
          query: `page=${page}&per_page=${GUESS_PAGE_SIZE}`,
          auth: 'optional',
        }),
      tables: [db.entries, db.vouchers, db.createdVouchers],
      store: async (
        { guesses: entries, pagination: { last_page: lastPage, total } },
        fetchedAt,
      ) => {
        await db.entries.put({ key, entries, lastPage, total, fetchedAt });
        await mirrorChanges(db, ulid, { entries_count: total });
      },
    },
    options,
  );
}

export const refreshSavedAccounts = singleRefresher({
  table: 'savedAccounts',
  ttlMs: TTL_MS.wallets,
  request: () => ({ path: '/wallet/accounts', fallback: 'accounts_failed' }),
  row: ({ data: accounts }: SavedAccountsAnswer) => ({ accounts }),
});

export const refreshNoticePreferences = singleRefresher({
  table: 'noticePreferences',
  ttlMs: 5 * MINUTE_MS,
  request: () => ({ path: '/notifications/preferences', fallback: 'notifications_failed' }),
  row: ({ data: preferences }: PreferencesAnswer) => ({ preferences }),
});

/** How answers are asked for that differ from the others. */
const CALLS: Readonly<
  Partial<
    Record<keyof Answers, Pick<ApiRequest, 'auth' | 'fallback'> & { readonly ttlMs?: number }>
  >
> = {
  '/prizes': { auth: 'optional' },
  '/trust': { auth: 'optional' },
  '/receipt-keys': { auth: 'optional' },
  '/payment-methods': {
    auth: 'optional',
    fallback: 'payment_methods_failed',
    ttlMs: TTL_MS.regions,
  },
  '/wallet/banks': { fallback: 'banks_failed', ttlMs: TTL_MS.regions },
  '/airtime/networks': { fallback: 'networks_failed', ttlMs: TTL_MS.user },
  '/bills/categories': { fallback: 'billers_failed', ttlMs: TTL_MS.user },
};

export function refreshAnswer(ctx: WorkerContext, asked: Asked, options?: RefreshOptions) {
  const { answers } = ctx.db;
  const key = answerKey(asked);
  const { ttlMs = TTL_MS.answers, ...how } = CALLS[asked.path] ?? {};
  return refreshMirror<Answers[keyof Answers]>(
    ctx,
    {
      key: `answers ${key}`,
      mirrored: () => answers.get(key),
      ttlMs,
      load: () => ctx.api.call({ path: asked.path, query: answerQuery(asked), ...how }),
      tables: [answers],
      store: (answer, fetchedAt) => answers.put({ key, answer, fetchedAt }),
    },
    options,
  );
}

/** Otherwise the server would count these notifications as unread. */
async function sendUnsentReads(ctx: WorkerContext): Promise<void> {
  const { noticeLists, notifications } = ctx.db;
  const isUnsent =
    (await noticeLists.get(SINGLE))?.readUpTo !== undefined ||
    (await notifications.where('unsentRead').equals(1).count()) > 0;
  if (isUnsent) await refreshNotices(ctx);
}

/** Clears the device if the session has ended. */
export const refreshUser = singleRefresher({
  table: 'user',
  ttlMs: TTL_MS.user,
  load: async (ctx): Promise<Result<Pick<UserRow, 'user' | 'subscription'>>> => {
    const { api, db, now } = ctx;
    await sendUnsentReads(ctx);
    const answer = await api.call<UserAnswer>({
      path: '/user',
      query: `_t=${now()}`,
      fallback: 'user_load_failed',
    });
    if (!answer.ok) return answer;
    const { data: user, subscription } = answer.value;
    const known = subscription ?? (await db.user.get(SINGLE))?.subscription;
    return ok({ user, subscription: known ?? null });
  },
  row: (loaded) => loaded,
});

export const refreshAccount = singleRefresher({
  table: 'account',
  ttlMs: TTL_MS.user,
  load: async ({ api }): Promise<Result<Pick<AccountRow, 'sessions' | 'limits' | 'passkeys'>>> => {
    const sessions = await api.call<SessionsAnswer>({ path: '/user/sessions' });
    if (!sessions.ok) return sessions;
    const limits = await api.call<LimitsAnswer>({ path: '/user/limits' });
    if (!limits.ok) return limits;
    const passkeys = await api.call<PasskeysAnswer>({ path: '/user/passkeys' });
    return mapOk(passkeys, ({ data }) => ({
      sessions: sessions.value.data,
      limits: limits.value.data,
      passkeys: data,
    }));
  },
  row: (loaded) => loaded,
});

/** One answer contains all balances, so the oldest row decides the age. */
export const refreshWallets = (ctx: WorkerContext, options?: RefreshOptions): Promise<Done> =>
  refreshMirror<BalancesAnswer>(
    ctx,
    {
      key: 'wallets',
      mirrored: async () => {
        const wallets = await ctx.db.wallets.toArray();
        const [oldest] = wallets.sort((a, b) => a.fetchedAt - b.fetchedAt);
        return wallets.find(({ isStale }) => isStale) ?? oldest;
      },
      ttlMs: TTL_MS.wallets,
      load: () => ctx.api.call({ path: '/wallet/balances' }),
      tables: [ctx.db.wallets],
      store: async ({ data: { wallets, card_hold_hours } }, fetchedAt) => {
        await ctx.db.wallets.clear();
        await ctx.db.wallets.bulkPut(
          Object.entries(wallets).flatMap(([currency, wallet]) =>
            isCurrency(currency) ? [{ ...wallet, card_hold_hours, currency, fetchedAt }] : [],
          ),
        );
      },
    },
    options,
  );

export const refreshRegions = (ctx: WorkerContext, options?: RefreshOptions): Promise<Done> =>
  refreshMirror<RegionsAnswer>(
    ctx,
    {
      key: 'regions',
      mirrored: () => ctx.db.regions.toCollection().first(),
      ttlMs: TTL_MS.regions,
      load: () => ctx.api.call({ path: '/regions', auth: 'none' }),
      tables: [ctx.db.regions],
      store: async ({ data }, fetchedAt) => {
        await ctx.db.regions.clear();
        await ctx.db.regions.bulkPut(
          Object.values(data).map((region) => ({ ...region, fetchedAt })),
        );
      },
    },
    options,
  );

const refreshDetected = singleRefresher({
  table: 'detectedRegion',
  ttlMs: TTL_MS.detectRegion,
  request: () => ({ path: '/detect-region', auth: 'none' }),
  row: ({ data: { key: region, detectionSource: source } }: DetectRegionAnswer) => ({
    region,
    source,
  }),
});

/** Tabs ask one after another, so that the next tab finds a fresh row (spec 4 and 9). */
export function detectRegion(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const signal = timeoutSignal(DETECT_LOCK_MS);
  return ctx.locks
    .request(LOCKS.detectRegion, { signal }, () => refreshDetected(ctx, options))
    .catch((error: unknown) => {
      // The signal only aborts the wait for the lock, not another tab's request.
      if (signal.aborted) return ok(undefined);
      throw error;
    });
}

export const refreshRates = singleRefresher({
  table: 'rates',
  ttlMs: TTL_MS.rates,
  load: async ({ api }) => {
    const answer = await api.call<RatesAnswer>({
      path: '/exchange-rates',
      auth: 'none',
      fallback: 'rates_failed',
    });
    return answer.ok && !answer.value.data['USD'] ? failed('rates_empty') : answer;
  },
  row: ({ data: rates, source, updated_at: updatedAt }) => ({ rates, source, updatedAt }),
});
