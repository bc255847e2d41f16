import type { Currency } from '../contract/money.ts';
import type { GoodiesDatabase } from '../local/database.ts';

/**
 * Writes one balance that a command's answer named, major units. Its age stays that of the balances as a
 * whole: a single new one must not make the others, which were not fetched, count as fresh.
 */
export async function mirrorBalance(
  db: GoodiesDatabase,
  currency: Currency,
  amount: number,
): Promise<void> {
  const known = await db.wallets.get(currency);
  await db.wallets.put({ fetchedAt: 0, ...known, currency, amount });
}
