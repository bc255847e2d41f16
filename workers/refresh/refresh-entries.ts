import { GUESS_PAGE_SIZE, TTL_MS } from '../../contract/constants.ts';
import type { GuessesAnswer } from '../../contract/analytics.ts';
import { entriesKey } from '../../local/queries/vouchers.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mirrorChanges } from '../mirror-voucher.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** One page of a lottery's entries, from 1. */
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
      // The draw opens every code: what was asked for a moment before it is no answer after it.
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
        // The number on the ticket is that of these rows.
        await mirrorChanges(db, ulid, { entries_count: total });
      },
    },
    options,
  );
}
