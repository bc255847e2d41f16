import type { GoodiesDatabase } from '../database.ts';
import type { WalletRow } from '../rows.ts';

/** Every mirrored balance, by currency code. */
export const readWallets = (db: GoodiesDatabase): Promise<WalletRow[]> =>
  db.wallets.orderBy('currency').toArray();
