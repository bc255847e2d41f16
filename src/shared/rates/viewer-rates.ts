import type { Currency } from '../../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import type { KnownRates } from '../../../contract/rates.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readDetectedRegion, readRates, readUser } from '../../../local/queries/user-and-region.ts';

export interface ViewerRates {
  readonly currency: Currency;
  readonly rates: KnownRates | undefined;
  /** ms since the epoch; undefined for built-in rates. */
  readonly readAtMs: number | undefined;
}

export async function readViewerRates(db: GoodiesDatabase): Promise<ViewerRates> {
  const [user, detected, row] = await Promise.all([
    readUser(db),
    readDetectedRegion(db),
    readRates(db),
  ]);
  const { currency } = REGIONS[normaliseRegion(user?.user.region ?? detected)];
  const isReal = row !== undefined && row.source !== 'fallback';
  return {
    currency,
    rates: row?.rates,
    readAtMs: isReal ? Date.parse(row.updatedAt) : undefined,
  };
}
