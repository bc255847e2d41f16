import type { RegionKey } from '../../contract/region-table.ts';
import { paymentMethodsKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { PaymentMethodsRow } from '../rows.ts';

/** A region's payment methods for one use; undefined before the first answer. */
export const readPaymentMethods = (
  db: GoodiesDatabase,
  region: RegionKey,
  use: string,
): Promise<PaymentMethodsRow | undefined> => db.paymentMethods.get(paymentMethodsKey(region, use));
