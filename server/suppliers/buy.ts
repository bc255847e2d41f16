import type { OwnerProof } from '../../contract/common.ts';
import { DELIVERY_CHECK_AFTER_MS, PURCHASES_PER_HOUR } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/suppliers.ts';
import { startDelivery } from '../deliveries/start-delivery.ts';
import type { Deps } from '../deps.ts';
import type { RequestKey } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { postMovement, supplierOf, walletOf } from '../ledger/journal.ts';
import { newReference } from '../lib/new-reference.ts';
import { findPurchase } from './find-purchase.ts';
import { PURCHASES, type Purchase } from './purchase.ts';

export type NewPurchase = Pick<
  Purchase,
  | 'userId'
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
 * @throws AppError `insufficient_funds`, `money_held`, `too_many_requests`, and those of `requirePin`
 */
export async function buy(
  deps: Deps,
  requestKey: RequestKey | undefined,
  purchase: NewPurchase,
  proof: OwnerProof,
): Promise<Purchase> {
  return startDelivery(deps, PURCHASES, {
    userId: purchase.userId,
    proof,
    requestKey,
    hold: (tx, now) => hold(tx, purchase, now),
    find: findPurchase,
  });
}

const describe = ({ serviceName, itemName, kind, customer }: NewPurchase): string =>
  `${serviceName} ${itemName ?? kind} ••${customer.slice(-SHOWN_DIGITS)}`;

/** Counts, stores and charges in one: what is refused is not counted. @returns the new purchase's reference */
async function hold(tx: Db, purchase: NewPurchase, now: Date): Promise<string> {
  const { userId, kind, amount, fee, currency, supplier } = purchase;
  await countHit(tx, `purchase:user:${userId}`, LIMIT, now.getTime());
  const reference = newReference('gdp');
  await tx.insert(purchases).values({
    ...purchase,
    reference,
    status: 'pending',
    nextCheckAt: new Date(now.getTime() + DELIVERY_CHECK_AFTER_MS),
    createdAt: now,
    updatedAt: now,
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
