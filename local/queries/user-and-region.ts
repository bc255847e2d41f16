import type { RegionKey } from '../../contract/region-table.ts';
import type { Operator } from '../../contract/regions.ts';
import type { GoodiesDatabase } from '../database.ts';
import { SINGLE, type AccountRow, type RatesRow, type UserRow } from '../rows.ts';

export const readUser = (db: GoodiesDatabase): Promise<UserRow | undefined> => db.user.get(SINGLE);

export const readAccount = (db: GoodiesDatabase): Promise<AccountRow | undefined> =>
  db.account.get(SINGLE);

export const readDetectedRegion = async (db: GoodiesDatabase): Promise<RegionKey | undefined> =>
  (await db.detectedRegion.get(SINGLE))?.region;

export const readSupportEmail = async (db: GoodiesDatabase): Promise<string | undefined> =>
  (await db.regions.toCollection().first())?.support_email;

export const readOperator = async (db: GoodiesDatabase): Promise<Operator | undefined> =>
  (await db.regions.toCollection().first())?.operator;

export const readHasPush = async (db: GoodiesDatabase): Promise<boolean | undefined> =>
  (await db.regions.toCollection().first())?.push;

export const readHasGoogle = async (db: GoodiesDatabase): Promise<boolean | undefined> =>
  (await db.regions.toCollection().first())?.google;

export const readRates = (db: GoodiesDatabase): Promise<RatesRow | undefined> =>
  db.rates.get(SINGLE);
