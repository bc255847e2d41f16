import { VOUCHER_MINIMUM_USD } from '../constants.ts';
import type { Currency } from '../money.ts';
import { REGION_KEYS, REGIONS } from '../region-table.ts';

/** The least a giveaway in this currency may hold, major units: its region's, in US dollars one of their own. */
export function minimumMajorOf(currency: Currency): number {
  const key = REGION_KEYS.find((region) => REGIONS[region].currency === currency);
  return key ? REGIONS[key].voucher_minimum : VOUCHER_MINIMUM_USD;
}
