import { and, inArray } from 'drizzle-orm';

import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { Viewer } from './view-counter.ts';

/**
 * Takes views that a device has stored, maybe while it was offline. It forgets them on our answer, so they
 * stand in the database first.
 * @returns how many of the vouchers exist and take views.
 * @throws AppError `unavailable` when the counter takes no more.
 */
export async function trackViews(
  deps: Pick<Deps, 'db' | 'views'>,
  ulids: readonly string[],
  viewer: Viewer,
): Promise<number> {
  const found = await deps.db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(
      and(
        inArray(vouchers.ulid, [...new Set(ulids)]),
        inArray(vouchers.status, ['active', 'completed']),
      ),
    );
  for (const { id } of found) if (!deps.views.add(id, viewer)) throw new AppError('unavailable');
  await deps.views.written();
  return found.length;
}
