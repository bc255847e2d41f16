import type { GoodiesDatabase } from '../database.ts';
import { SINGLE } from '../rows.ts';

export const readUser = (db: GoodiesDatabase) => db.user.get(SINGLE);

export const readAccount = (db: GoodiesDatabase) => db.account.get(SINGLE);

export const readDetectedRegion = async (db: GoodiesDatabase) =>
  (await db.detectedRegion.get(SINGLE))?.region;

/** The rows of all regions say the same of the server: who runs it and what it can do. */
export const readServerFacts = (db: GoodiesDatabase) => db.regions.toCollection().first();

export const readRates = (db: GoodiesDatabase) => db.rates.get(SINGLE);
