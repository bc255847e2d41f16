import type { RegionKey } from '../../contract/region-table.ts';
import type { Operator } from '../../contract/regions.ts';
import type { GoodiesDatabase } from '../database.ts';
import { SINGLE, type AccountRow, type RatesRow, type UserRow } from '../rows.ts';

/** The user who is signed in on this device; undefined for a visitor. */
export const readUser = (db: GoodiesDatabase): Promise<UserRow | undefined> => db.user.get(SINGLE);

/** Where the user is signed in, and their play limits; undefined until they were fetched once. */
export const readAccount = (db: GoodiesDatabase): Promise<AccountRow | undefined> =>
  db.account.get(SINGLE);

/** The region the network seems to be in; undefined before the first answer. */
export const readDetectedRegion = async (db: GoodiesDatabase): Promise<RegionKey | undefined> =>
  (await db.detectedRegion.get(SINGLE))?.region;

/** Who answers people that need help; undefined before the server has said so. */
export const readSupportEmail = async (db: GoodiesDatabase): Promise<string | undefined> =>
  (await db.regions.toCollection().first())?.support_email;

/** Who runs this Goodies, as far as the server said; undefined before it has. */
export const readOperator = async (db: GoodiesDatabase): Promise<Operator | undefined> =>
  (await db.regions.toCollection().first())?.operator;

/** Whether the server can push messages; undefined before it has said so. */
export const readHasPush = async (db: GoodiesDatabase): Promise<boolean | undefined> =>
  (await db.regions.toCollection().first())?.push;

/** Whether the server signs people in with Google; undefined before it has said so. */
export const readHasGoogle = async (db: GoodiesDatabase): Promise<boolean | undefined> =>
  (await db.regions.toCollection().first())?.google;

export const readRates = (db: GoodiesDatabase): Promise<RatesRow | undefined> =>
  db.rates.get(SINGLE);
