import type { Currency } from '../money.ts';
import { regionOfMoney } from '../region-table.ts';

/** The least a giveaway in US dollars may hold, major units; the regions' table has those of local currencies. */
const VOUCHER_MINIMUM_USD = 0.5;

/** The least a giveaway in this currency may hold, major units: its region's, in US dollars one of their own. */
export const minimumMajorOf = (currency: Currency): number =>
  regionOfMoney(currency)?.voucher_minimum ?? VOUCHER_MINIMUM_USD;
