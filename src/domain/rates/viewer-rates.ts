import type { Currency } from '../../../contract/money.ts';
import { DEFAULT_REGION, normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import type { KnownRates } from '../../../contract/rates.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readRates, readUser } from '../../../local/queries/user-and-region.ts';

/** What amounts from elsewhere are shown in, and at which rates. */
export interface ViewerRates {
  /** Of the viewer's own region. */
  readonly currency: Currency;
  /** Undefined until some were fetched; those built in serve then. */
  readonly rates: KnownRates | undefined;
  /** When the server read them, ms since the epoch; undefined when they are those built in. */
  readonly readAtMs: number | undefined;
}

/** The viewer's currency and the rates of this device. */
export async function readViewerRates(db: GoodiesDatabase): Promise<ViewerRates> {
  const [user, row] = await Promise.all([readUser(db), readRates(db)]);
  const { currency } = REGIONS[normaliseRegion(user?.user.region ?? DEFAULT_REGION)];
  const isReal = row !== undefined && row.source !== 'fallback';
  return {
    currency,
    rates: row?.rates,
    readAtMs: isReal ? Date.parse(row.updatedAt) : undefined,
  };
}
