import { and, desc, eq, ne } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { PURCHASES_PER_HOUR } from '../../contract/constants.ts';
import type { DisbursementStatus } from '../../contract/disbursement-status.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { errorMessage } from '../../contract/errors.ts';
import { type Currency, currencySymbol, minorToMajor } from '../../contract/money.ts';
import { type RegionInfo, regionOfMoney } from '../../contract/region-table.ts';
import { assertDailyLimit } from '../accounts/money-limits/daily-limit.ts';
import type { Outgoing } from '../accounts/pin.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/disbursements.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import type { RequestKey } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { everyFewSeconds } from '../jobs/every-few-seconds.ts';
import { EVERY_MINUTE } from '../jobs/jobs.ts';
import { postMovement, supplierOf, walletOf } from '../ledger/journal.ts';
import { newReference } from '../lib/new-reference.ts';
import { type Disbursement, type DisbursementKind, endOf, SEND_WAIT_MS } from './disbursement.ts';
import { reconcileDisbursements } from './reconcile-disbursements.ts';
import { newDisbursement, startDisbursement } from './settle-disbursement.ts';

/** The age until which an order that the supplier does not know is sent again; buyers wait no longer. */
export const PURCHASE_SEND_UNTIL_MS = 10 * MINUTE_MS;
export const RECENT_PURCHASES = 6;

export type Purchase = typeof purchases.$inferSelect;

export const PURCHASES: DisbursementKind<Purchase> = {
  noun: 'purchase',
  table: purchases,
  providerColumn: purchases.supplier,
  sendUntilMs: PURCHASE_SEND_UNTIL_MS,
  providerOf(deps, purchase) {
    const supplier = deps.suppliers.named(purchase.kind, purchase.supplier);
    if (!supplier) return undefined;
    const region = regionOf(purchase.currency).key;
    const order = { ...purchase, region, amountMinor: purchase.amount };
    return {
      name: supplier.name,
      send: () => supplier.send(order),
      find: () => supplier.find(order),
    };
  },
  applyResponse: (purchase, response) => ({
    supplierReference: response.providerReference ?? purchase.supplierReference,
    token: response.token ?? purchase.token,
  }),
  holdersOf: ({ amount, fee, supplier, currency }) => [
    { account: supplierOf(supplier, currency), amount: amount + fee },
  ],
  isAwaited: ({ kind, token, awaitsToken }) => kind === 'bill' && token === null && awaitsToken,
  notificationOf(purchase, after, now) {
    const { reference, userId, amount, fee, currency, serviceName, itemName, createdAt } = purchase;
    // One that came after the refund is on the receipt, but no news.
    const hasToken = purchase.token === null && after.token !== null && after.status !== 'failed';
    const outcome = endOf(purchase, after) ?? (hasToken ? 'completed' : undefined);
    // The answer to the purchase itself shows an outcome that came in time.
    const isAnswered =
      purchase.status === 'pending' && now.getTime() < createdAt.getTime() + SEND_WAIT_MS;
    if (!outcome || isAnswered) return undefined;
    return {
      userId,
      kind: 'purchase_ended',
      eventKey: `purchase:${reference}:${hasToken ? 'token' : outcome}`,
      data: {
        amount: minorToMajor(amount + fee),
        currency,
        service: itemName === null ? serviceName : `${serviceName} ${itemName}`,
        outcome,
        ...(hasToken && { has_token: true }),
      },
    };
  },
  returnHold: (tx, _deps, purchase, now) => moveCharge(tx, purchase, 'return', now),
};

export type NewPurchase = Omit<
  Purchase,
  Exclude<keyof Disbursement, 'currency'> | 'supplierReference' | 'token'
>;

const LIMIT = { hits: PURCHASES_PER_HOUR, windowMs: HOUR_MS };
const SHOWN_DIGITS = 4;

/** The same request key continues the same purchase. @param read not called for a repeated request */
export async function buy(
  deps: Deps,
  requestKey: RequestKey | undefined,
  { userId, proof }: Pick<Outgoing, 'userId' | 'proof'>,
  read: () => Promise<NewPurchase>,
): Promise<Purchase> {
  return startDisbursement(deps, PURCHASES, {
    userId,
    proof,
    requestKey,
    async prepare() {
      const purchase = await read();
      return (tx, now) => hold(tx, userId, purchase, now);
    },
  });
}

/** Counts in the same transaction, so a refused purchase is not counted. */
async function hold(tx: Db, userId: number, purchase: NewPurchase, now: Date): Promise<string> {
  await countHit(tx, `purchase:user:${userId}`, LIMIT, now.getTime());
  const reference = newReference('gdp');
  const row = { ...purchase, userId, reference };
  await tx.insert(purchases).values({ ...row, ...newDisbursement(now) });
  await moveCharge(tx, row, 'hold', now);
  const { currency, amount: amountMinor } = purchase;
  await assertDailyLimit(tx, userId, { currency, amountMinor }, now);
  return reference;
}

async function moveCharge(
  tx: Db,
  purchase: NewPurchase & Pick<Purchase, 'userId' | 'reference'>,
  way: 'hold' | 'return',
  now: Date,
): Promise<void> {
  const { reference, supplier, amount, fee, currency, userId, kind, serviceName } = purchase;
  const isHold = way === 'hold';
  const toWallet = isHold ? -(amount + fee) : amount + fee;
  await postMovement(
    tx,
    {
      naturalKey: `${isHold ? 'purchase' : 'purchase-return'}:${reference}`,
      kind,
      reference,
      description: isHold
        ? `${serviceName} ${purchase.itemName ?? kind} ••${purchase.customer.slice(-SHOWN_DIGITS)}`
        : `${serviceName} returned`,
      paymentMethod: 'wallet',
      paymentGateway: supplier,
      entries: [
        { account: walletOf(userId, currency), amount: toWallet },
        { account: supplierOf(supplier, currency), amount: -toWallet },
      ],
    },
    now,
  );
}

/** @param recipient the columns that tell one recipient from another */
export async function listRecent(
  db: Db,
  { userId, kind, currency }: Pick<Purchase, 'userId' | 'kind' | 'currency'>,
  recipient: readonly PgColumn[],
): Promise<Purchase[]> {
  const latest = db
    .selectDistinctOn([...recipient])
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, userId),
        eq(purchases.kind, kind),
        eq(purchases.currency, currency),
        ne(purchases.status, 'failed'),
      ),
    )
    .orderBy(...recipient, desc(purchases.id))
    .as('latest');
  return db.select().from(latest).orderBy(desc(latest.id)).limit(RECENT_PURCHASES);
}

export const PURCHASE_MESSAGES: Readonly<Record<DisbursementStatus, string>> = {
  pending: 'Your purchase is on its way',
  processing: 'Your purchase is on its way',
  completed: 'Your purchase was delivered',
  failed: errorMessage('purchase_failed'),
};

/** Airtime and bills are paid in the currency of their country. */
export function regionOf(currency: Currency): RegionInfo {
  const region = regionOfMoney(currency);
  if (!region) throw new AppError('purchase_unsupported');
  return region;
}

/** @throws AppError `purchase_unsupported` where nobody sells it */
export function requireSupplier<Seller>(supplier: Seller | undefined): Seller {
  if (!supplier) throw new AppError('purchase_unsupported');
  return supplier;
}

interface Sold {
  /** The only prices; empty where any amount within the bounds is sold. */
  readonly prices: readonly bigint[];
  readonly minMinor?: bigint | undefined;
  readonly maxMinor?: bigint | undefined;
}

/** @throws AppError for an amount that is not sold */
export function assertSold(
  { prices, minMinor, maxMinor }: Sold,
  amount: bigint,
  currency: Currency,
): void {
  if (prices.length > 0) {
    if (!prices.includes(amount)) throw new AppError('amount_not_sold');
    return;
  }
  const symbol = currencySymbol(currency);
  if (minMinor !== undefined && amount < minMinor)
    throw new AppError('below_minimum', { values: { symbol, min: minorToMajor(minMinor) } });
  if (maxMinor !== undefined && amount > maxMinor)
    throw new AppError('purchase_too_large', {
      values: { symbol, max: minorToMajor(maxMinor).toLocaleString('en') },
    });
}

export const reconcilePurchases = (deps: Deps, busy?: Set<string>): Promise<void> =>
  reconcileDisbursements(deps, PURCHASES, busy);

export function registerSupplierJobs(deps: Deps): void {
  const busy = new Set<string>();
  deps.jobs.handle(
    'reconcile-purchases',
    everyFewSeconds(() => reconcilePurchases(deps, busy)),
    EVERY_MINUTE,
  );
}
