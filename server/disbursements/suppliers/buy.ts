import { PURCHASES_PER_HOUR } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { Outgoing } from '../../accounts/pin/require-pin.ts';
import type { Db } from '../../db/database.ts';
import { purchases } from '../../db/schema/suppliers.ts';
import { newDelivery, startDelivery } from '../start-delivery.ts';
import type { Deps } from '../../deps.ts';
import type { RequestKey } from '../../http/idempotency.ts';
import { countHit } from '../../http/rate-limit.ts';
import { postMovement, supplierOf, walletOf } from '../../ledger/journal.ts';
import { newReference } from '../../lib/new-reference.ts';
import { PURCHASES, type Purchase } from './purchase.ts';

export type NewPurchase = Pick<
  Purchase,
  | 'kind'
  | 'amount'
  | 'fee'
  | 'currency'
  | 'supplier'
  | 'product'
  | 'service'
  | 'serviceName'
  | 'item'
  | 'itemName'
  | 'customer'
  | 'customerName'
>;

const LIMIT = { hits: PURCHASES_PER_HOUR, windowMs: HOUR_MS };
const SHOWN_DIGITS = 4;

/**
 * Pays a supplier from a wallet (`startDelivery`). The same request key continues the same purchase.
 * @param read what is bought; not called for a repeated request
 * @throws AppError `insufficient_funds`, `money_held`, `too_many_requests`, those of `requirePin`, and what `read` throws
 */
export async function buy(
  deps: Deps,
  requestKey: RequestKey | undefined,
  { userId, proof }: Pick<Outgoing, 'userId' | 'proof'>,
  read: () => Promise<NewPurchase>,
): Promise<Purchase> {
  return startDelivery(deps, PURCHASES, {
    userId,
    proof,
    requestKey,
    async prepare() {
      const purchase = await read();
      return (tx, now) => hold(tx, userId, purchase, now);
    },
  });
}

const describe = ({ serviceName, itemName, kind, customer }: NewPurchase): string =>
  `${serviceName} ${itemName ?? kind} ••${customer.slice(-SHOWN_DIGITS)}`;

/** Counts, stores and charges in one: what is refused is not counted. @returns the new purchase's reference */
async function hold(tx: Db, userId: number, purchase: NewPurchase, now: Date): Promise<string> {
  const { kind, amount, fee, currency, supplier } = purchase;
  await countHit(tx, `purchase:user:${userId}`, LIMIT, now.getTime());
  const reference = newReference('gdp');
  await tx.insert(purchases).values({
    ...purchase,
    userId,
    reference,
    ...newDelivery(now),
  });
  const chargedMinor = amount + fee;
  await postMovement(
    tx,
    {
      naturalKey: `purchase:${reference}`,
      kind,
      reference,
      description: describe(purchase),
      paymentMethod: 'wallet',
      paymentGateway: supplier,
      entries: [
        { account: walletOf(userId, currency), amount: -chargedMinor },
        { account: supplierOf(supplier, currency), amount: chargedMinor },
      ],
    },
    now,
  );
  return reference;
}
