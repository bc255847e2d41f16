import type { GoodiesDatabase } from '../database.ts';
import type { AnalyticsRow } from '../rows.ts';

/** The mirrored analytics of the giveaway with this ulid or id. */
export async function readAnalytics(
  db: GoodiesDatabase,
  idOrUlid: string,
): Promise<AnalyticsRow | undefined> {
  const byUlid = await db.analytics.get(idOrUlid.toUpperCase());
  if (byUlid || !/^\d+$/.test(idOrUlid)) return byUlid;
  return db.analytics.where('id').equals(Number(idOrUlid)).first();
}
