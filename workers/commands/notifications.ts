import type { MessageAnswer } from '../../contract/common.ts';
import { NOTICES_READ_MAX_IDS, SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import type {
  FollowAnswer,
  NotificationsAnswer,
  Preferences,
  PreferencesAnswer,
  PushConfig,
  PushConfigAnswer,
  PushTokenBody,
  ReadNotificationsAnswer,
  ReadNotificationsBody,
} from '../../contract/notifications/calls.ts';
import { ok, type Result } from '../../contract/result.ts';
import { FOLLOWED_KEY } from '../../local/canonical-query.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { type NotificationRow, SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { done, failed, mapOk } from '../failure.ts';
import { mirrorFollowed, sendChange, writeIfSameSession } from '../mirror.ts';
import { refreshMirror, type RefreshOptions } from '../refresh/refresh-mirror.ts';

const LIST_TTL_MS = 30 * SECOND_MS;

/** The header shows this number from the user row. */
const storeUnread = (db: GoodiesDatabase, unread: number): Promise<unknown> =>
  db.user.update(SINGLE, { 'user.unread_notifications': Math.max(0, unread) });

const tablesOf = (db: GoodiesDatabase) => [db.notifications, db.noticeLists, db.user];

async function unsentReads(db: GoodiesDatabase): Promise<ReadNotificationsBody[]> {
  const upTo = (await db.noticeLists.get(SINGLE))?.readUpTo;
  const ids = await db.notifications.where('unsentRead').equals(1).primaryKeys();
  const named = [];
  for (let at = 0; at < ids.length; at += NOTICES_READ_MAX_IDS)
    named.push({ ids: ids.slice(at, at + NOTICES_READ_MAX_IDS) });
  return upTo === undefined ? named : [{ all: true, up_to: upTo }, ...named];
}

/** The server's number is too high while it does not know the latest reads. */
async function takeUnread(db: GoodiesDatabase, unread: number): Promise<void> {
  if ((await unsentReads(db)).length === 0) await storeUnread(db, unread);
}

/** Reads made during the request must stay unsent. */
async function settleReads(
  db: GoodiesDatabase,
  body: ReadNotificationsBody,
  unread: number,
): Promise<void> {
  const forget = (row: { unsentRead?: 1 }): void => {
    delete row.unsentRead;
  };
  if (body.ids) await db.notifications.where('id').anyOf(body.ids).modify(forget);
  else
    await db.noticeLists
      .filter(({ readUpTo }) => readUpTo === body.up_to)
      .modify((row: { readUpTo?: number }) => {
        delete row.readUpTo;
      });
  await takeUnread(db, unread);
}

async function sendReads(ctx: WorkerContext): Promise<Done> {
  const { db } = ctx;
  for (const body of await unsentReads(db)) {
    const request = { path: '/notifications/read', body };
    const answer = await sendChange<ReadNotificationsAnswer>(
      ctx,
      request,
      tablesOf(db),
      ({ unread }) => settleReads(db, body, unread),
    );
    if (!answer.ok) return answer;
  }
  return ok(undefined);
}

/** Marks at once on this device, and on the server now or before the next refresh. */
export async function readNotices(ctx: WorkerContext, ids: readonly number[] | 'all') {
  const { db } = ctx;
  await writeIfSameSession(ctx, await readSessionId(db), tablesOf(db), async () => {
    const now = new Date(ctx.now()).toISOString();
    const meant = ids === 'all' ? db.notifications : db.notifications.where('id').anyOf([...ids]);
    const unread = await meant.filter(({ read_at: readAt }) => readAt === null).primaryKeys();
    const mark = ids === 'all' ? { read_at: now } : { read_at: now, unsentRead: 1 as const };
    await db.notifications.where('id').anyOf(unread).modify(mark);
    const before = (await db.user.get(SINGLE))?.user.unread_notifications ?? 0;
    if (ids !== 'all') return storeUnread(db, before - unread.length);
    const newest = await db.notifications.orderBy('id').last();
    if (newest) await db.noticeLists.update(SINGLE, { readUpTo: newest.id });
    return storeUnread(db, 0);
  });
  await sendReads(ctx);
  return ok(undefined);
}

async function storePage(
  db: GoodiesDatabase,
  { data, has_more: hasMore, unread }: NotificationsAnswer,
  before: number | undefined,
  fetchedAt: number,
): Promise<void> {
  const ids = data.map(({ id }) => id);
  const known = await db.notifications.bulkGet(ids);
  const list = await db.noticeLists.get(SINGLE);
  await db.notifications.bulkPut(
    data.map((notice, index) => {
      const row = known[index];
      // A read mark must stay, because this answer may be older than the mark.
      return { ...row, ...notice, read_at: notice.read_at ?? row?.read_at ?? null, fetchedAt };
    }),
  );
  const last = ids.at(-1) ?? before ?? 0;
  // If the page does not reach the known rows, there is a gap.
  const isJoined = before !== undefined || last <= newestOf(known);
  // This older page belongs to the rows behind a new gap.
  const isBehindGap = before !== undefined && list && before < list.oldestId;
  const isLonger = list && (isBehindGap || (isJoined && list.oldestId < last));
  await db.noticeLists.put({
    ...list,
    key: SINGLE,
    oldestId: isLonger ? list.oldestId : last,
    hasMore: isLonger ? list.hasMore : hasMore,
    fetchedAt: before === undefined ? fetchedAt : (list?.fetchedAt ?? fetchedAt),
  });
  // Older rows may have been read on another device.
  if (unread === 0)
    await db.notifications
      .where('id')
      .belowOrEqual(ids[0] ?? 0)
      .filter(({ read_at: readAt }) => readAt === null)
      .modify({ read_at: new Date(fetchedAt).toISOString() });
  await takeUnread(db, unread);
}

const newestOf = (known: readonly (NotificationRow | undefined)[]): number =>
  known.reduce((newest, row) => Math.max(newest, row?.id ?? 0), 0);

/** Sends local reads first, so that the answer includes them. */
export async function refreshNotices(
  ctx: WorkerContext,
  before?: number,
  options: RefreshOptions = {},
): Promise<Done> {
  const { db, api } = ctx;
  const sent = await sendReads(ctx);
  if (!sent.ok) return sent;
  return refreshMirror<NotificationsAnswer>(
    ctx,
    {
      key: `notices ${before ?? ''}`,
      mirrored: () => db.noticeLists.get(SINGLE),
      ttlMs: LIST_TTL_MS,
      load: () =>
        api.call({
          path: '/notifications',
          ...(before !== undefined && { query: `before=${before}` }),
          fallback: 'notifications_failed',
        }),
      tables: tablesOf(db),
      store: (answer, fetchedAt) => storePage(db, answer, before, fetchedAt),
    },
    before === undefined ? options : { force: true },
  );
}

export async function saveNoticePreferences(ctx: WorkerContext, body: Preferences): Promise<Done> {
  const { db, api, now } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<PreferencesAnswer>({
    method: 'PUT',
    path: '/notifications/preferences',
    body,
  });
  await writeIfSameSession(ctx, session, [db.noticePreferences], () =>
    answer.ok
      ? db.noticePreferences.put({
          key: SINGLE,
          preferences: answer.value.data,
          fetchedAt: now(),
        })
      : // The server may have saved them, so the next refresh must ask.
        db.noticePreferences.update(SINGLE, { isStale: true }),
  );
  return done(answer);
}

export async function followVoucher(ctx: WorkerContext, ulid: string, isWanted: boolean) {
  const { vouchers, voucherLists } = ctx.db;
  const answer = await sendChange<FollowAnswer>(
    ctx,
    {
      method: isWanted ? 'POST' : 'DELETE',
      path: `/vouchers/${encodeURIComponent(ulid)}/follow`,
    },
    [vouchers, voucherLists],
    async ({ followed }) => {
      await vouchers.update(ulid, { is_following: followed });
      if (followed) await mirrorFollowed(ctx.db, ulid, ctx.now());
      else await voucherLists.update(FOLLOWED_KEY, { isStale: true });
    },
  );
  return mapOk(answer, ({ followed }) => followed);
}

const FALLBACK = 'notifications_setup_failed';

/** Fails with `notifications_setup_failed` if nothing can be pushed. */
export async function readPushConfig({ api }: WorkerContext): Promise<Result<PushConfig>> {
  const answer = await api.call<PushConfigAnswer>({ path: '/fcm/config', fallback: FALLBACK });
  if (!answer.ok) return answer;
  return answer.value.data ? ok(answer.value.data) : failed(FALLBACK);
}

/** Without a body it deletes the token (spec 7.5). */
export const savePushToken = async ({ api }: WorkerContext, body: PushTokenBody | undefined) =>
  done(
    await api.call<MessageAnswer>({
      ...(body ? { body } : { method: 'DELETE' }),
      path: '/fcm/token',
      timeoutMs: SUBMIT_TIMEOUT_MS,
      fallback: FALLBACK,
    }),
  );
