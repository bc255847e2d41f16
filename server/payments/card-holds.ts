import { and, eq, ne, sql } from 'drizzle-orm';

import { CARD_HOLD_MS, FIRST_CARD_HOLD_MS, FIRST_CARD_PAYMENTS } from '../../contract/constants.ts';
import type { PaymentChannel } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { payments } from '../db/schema/payments.ts';
import { HELD_CARD, type Hold } from '../ledger/holds.ts';
import type { Payment } from './payment-row.ts';

/** What a bank can take back; what a gateway names otherwise counts as a card. */
const REVOCABLE: readonly PaymentChannel[] = ['card', 'other'];

/** In the words of the index of these payments. */
const ofUser = (userId: number) =>
  and(
    eq(payments.userId, userId),
    sql`${payments.status} = 'settled' and ${payments.channel} in ('card', 'other')`,
  );

const holdMsAfter = (earlier: number): number =>
  earlier < FIRST_CARD_PAYMENTS ? FIRST_CARD_HOLD_MS : CARD_HOLD_MS;

/**
 * The hold of a payment that settles now; undefined for money that no bank can take back. It locks the user, so that
 * two payments at once do not count as one, and comes before any ledger account.
 */
export async function holdOfPayment(
  tx: Db,
  { id, userId }: Pick<Payment, 'id' | 'userId'>,
  channel: PaymentChannel,
  now: Date,
): Promise<Hold | undefined> {
  if (!REVOCABLE.includes(channel)) return undefined;
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const earlier = await tx.$count(payments, and(ofUser(userId), ne(payments.id, id)));
  return { until: new Date(now.getTime() + holdMsAfter(earlier)), reasons: [HELD_CARD] };
}

/** How long money is held that comes by card now, ms. */
export const nextCardHoldMs = async (db: Db, userId: number): Promise<number> =>
  holdMsAfter(await db.$count(payments, ofUser(userId)));
