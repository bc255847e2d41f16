import type { Currency } from '../../../contract/money.ts';
import { regionOfMoney, type RegionInfo } from '../../../contract/region-table.ts';
import { AppError } from '../../http/app-error.ts';

/**
 * The region whose own money that is: airtime and bills are paid in the money of their country.
 * @throws AppError `purchase_unsupported` for dollars
 */
export function regionOf(currency: Currency): RegionInfo {
  const region = regionOfMoney(currency);
  if (!region) throw new AppError('purchase_unsupported');
  return region;
}
