import type { Currency } from '../../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import type { KnownRates } from '../../../contract/rates.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readDetectedRegion, readRates, readUser } from '../../../local/queries/user-and-region.ts';

/** What amounts from elsewhere are shown in, and at which rates. */
export interface ViewerRates {
  /** Of the user's own region, for a visitor of the one that the network suggests. */
  readonly currency: Currency;
  /** Undefined until some were fetched; those built in serve then. */
  readonly rates: KnownRates | undefined;
  /** When the server read them, ms since the epoch; undefined when they are those built in. */
  readonly readAtMs: number | undefined;
}

/** The viewer's currency and the rates of this device. */
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
