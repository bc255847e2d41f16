import type { GoodiesDatabase } from '../database.ts';
import type { SharersRow } from '../rows.ts';

export const readSharers = (db: GoodiesDatabase, ulid: string): Promise<SharersRow | undefined> =>
  db.sharers.get(ulid);
