import type { Currency } from '../contract/money.ts';
import type { GoodiesDatabase } from '../local/database.ts';

/**
 * Writes one balance that a command's answer named, major units. It is stale at once: what is held of it was not named,
 * nor were the other balances, which a single new one must not make count as fresh.
 */
export async function mirrorBalance(
  db: GoodiesDatabase,
  currency: Currency,
  amount: number,
  nowMs: number,
): Promise<void> {
  const known = await db.wallets.get(currency);
  await db.wallets.put({ ...known, currency, amount, fetchedAt: nowMs, isStale: true });
}
