import type { RegionKey } from '../../contract/region-table.ts';
import { banksKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { BanksRow } from '../rows.ts';

/** Where money can leave to from a region; undefined before the first answer. */
export const readBanks = (db: GoodiesDatabase, region: RegionKey): Promise<BanksRow | undefined> =>
  db.banks.get(banksKey(region));
