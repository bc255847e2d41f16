import { PURCHASE_SEND_UNTIL_MS } from '../../../contract/constants.ts';
import { minorToMajor } from '../../../contract/money.ts';
import { purchases } from '../../db/schema/suppliers.ts';
import { endOf, SEND_WAIT_MS, type DeliveryKind } from '../delivery.ts';
import { postMovement, supplierOf, walletOf } from '../../ledger/journal.ts';
import { currencyOf } from '../../lib/stored-currency.ts';
import { regionOf } from './region-of.ts';
import type { Order, SupplierVerdict } from './supplier.ts';

export type Purchase = typeof purchases.$inferSelect;

const orderOf = (purchase: Purchase): Order => {
  const currency = currencyOf(purchase.currency);
  return {
    reference: purchase.reference,
    currency,
    region: regionOf(currency).key,
    amountMinor: purchase.amount,
    product: purchase.product,
    customer: purchase.customer,
    supplierReference: purchase.supplierReference ?? undefined,
    createdAt: purchase.createdAt,
  };
};

/** Airtime and bills as deliveries, each carried by the supplier that its row names. */
export const PURCHASES: DeliveryKind<Purchase, SupplierVerdict> = {
  noun: 'purchase',
  table: purchases,
  sendUntilMs: PURCHASE_SEND_UNTIL_MS,
  carrierOf(deps, purchase) {
    const supplier = deps.suppliers.named(purchase.kind, purchase.supplier);
    if (!supplier) return undefined;
    return {
      name: supplier.name,
      send: () => supplier.send(orderOf(purchase)),
      find: () => supplier.find(orderOf(purchase)),
    };
  },
  learn: (purchase, verdict) => ({
    supplierReference: verdict.supplierReference ?? purchase.supplierReference,
    token: verdict.token ?? purchase.token,
  }),
  // Suppliers do not say which bills bring a token, and some give it only after they have called one paid.
  isAwaited: ({ kind, token }) => kind === 'bill' && token === null,
  noticeOf(purchase, after, now) {
    const { reference, userId, amount, fee, currency, serviceName, itemName, createdAt } = purchase;
    const hasToken = purchase.token === null && after.token !== null;
    const outcome = endOf(purchase, after) ?? (hasToken ? 'completed' : undefined);
    // An end that came in time is the answer to the purchase.
    const isTold =
      purchase.status === 'pending' && now.getTime() < createdAt.getTime() + SEND_WAIT_MS;
    if (!outcome || isTold) return undefined;
    return {
      userId,
      kind: 'purchase_ended',
      eventKey: `purchase:${reference}:${hasToken ? 'token' : outcome}`,
      data: {
        amount: minorToMajor(amount + fee),
        currency: currencyOf(currency),
        service: itemName === null ? serviceName : `${serviceName} ${itemName}`,
        outcome,
        ...(hasToken && { has_token: true }),
      },
    };
  },
  async giveBack(tx, _deps, purchase, now) {
    const { reference, supplier, amount, fee, currency, userId, kind, serviceName } = purchase;
    const chargedMinor = amount + fee;
    await postMovement(
      tx,
      {
        naturalKey: `purchase-return:${reference}`,
        kind,
        reference,
        description: `${serviceName} returned`,
        paymentMethod: 'wallet',
        paymentGateway: supplier,
        entries: [
          { account: supplierOf(supplier, currency), amount: -chargedMinor },
          { account: walletOf(userId, currency), amount: chargedMinor },
        ],
      },
      now,
    );
  },
};
