import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';

import { SandboxSettlementAnswer, SandboxSettlementQuery } from '../../contract/sandbox.ts';
import {
  CURRENCIES,
  isCurrency,
  MINOR_PER_MAJOR,
  minorToMajor,
  shareRoundedUp,
} from '../../contract/money.ts';
import type { Processor } from '../../contract/region-table.ts';
import { dateOf } from '../clock.ts';
import { sandboxCheckouts } from '../db/schema/sandbox.ts';
import { settlements } from '../db/schema/settlements.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { newReference } from '../lib/new-reference.ts';
import { readSettlements } from '../payments/settlements/read-settlements.ts';
import {
  dayOf,
  type ReportedSettlement,
  type SettlementReader,
} from '../payments/settlements/settlement.ts';
import type { Checkout } from './sandbox-processor.ts';

/** Paystack's published fee for local payments in Nigeria; elsewhere the sandbox takes the share alone. */
const FEE_BASIS_POINTS = 150;
const majorNaira = (amount: number): bigint => BigInt(amount * MINOR_PER_MAJOR);
const FLAT_FEE = majorNaira(100);
const FLAT_FEE_FROM = majorNaira(2_500);
const FEE_MAX = majorNaira(2_000);

/** What the sandbox keeps of a payment, minor units. */
function sandboxFeeOf(amount: bigint, currency: string): bigint {
  const share = shareRoundedUp(amount, FEE_BASIS_POINTS);
  if (currency !== 'NGN') return share;
  const fee = share + (amount >= FLAT_FEE_FROM ? FLAT_FEE : 0n);
  return fee < FEE_MAX ? fee : FEE_MAX;
}

/** What `POST /sandbox/settlement` has paid out for a method. */
export const createSandboxSettlements = (
  processor: Processor,
  { db }: Pick<Deps, 'db'>,
): SettlementReader => ({
  gateway: processor,
  async settlements() {
    const { settlement } = sandboxCheckouts;
    const paidOut = await db
      .select()
      .from(sandboxCheckouts)
      .where(and(eq(sandboxCheckouts.processor, processor), isNotNull(settlement)));
    const ids = new Set(paidOut.flatMap((checkout) => checkout.settlement ?? []));
    return [...ids].flatMap((id) => settlementOf(id, paidOut));
  },
});

/** @param checkouts all that were paid out with the method */
function settlementOf(id: string, checkouts: readonly Checkout[]): ReportedSettlement[] {
  const paid = checkouts.filter(({ settlement }) => settlement === id);
  const taken = checkouts.filter(({ takenFrom }) => takenFrom === id);
  const [{ currency, settledAt } = {}] = paid;
  if (!isCurrency(currency) || !settledAt) return [];
  const fee = sumOf(paid, ({ amount }) => sandboxFeeOf(amount, currency));
  const transactions = paid.map(({ reference, amount, createdAt }) => ({
    reference,
    amount,
    paidOn: dayOf(createdAt, currency),
  }));
  return [
    {
      id,
      currency,
      fee,
      net: sumOf(paid, ({ amount }) => amount) - sumOf(taken, ({ amount }) => amount) - fee,
      settledOn: dayOf(settledAt, currency),
      listTransactions: () => Promise.resolve(transactions),
    },
  ];
}

const sumOf = (checkouts: readonly Checkout[], each: (checkout: Checkout) => bigint): bigint =>
  checkouts.reduce((sum, checkout) => sum + each(checkout), 0n);

const route = taggedRoutes('Sandbox');

export const sandboxSettlementRoutes = routesOf(async (app, deps) => {
  app.post(
    '/settlement',
    route(
      'public',
      'Pay out to the bank what the sandbox holds for a method, without its fees',
      SandboxSettlementAnswer,
      { querystring: SandboxSettlementQuery },
    ),
    async (request) => {
      const { processor } = request.query;
      const ids = await payOut(deps, processor);
      // A real gateway's settlements are read once a day.
      await readSettlements(deps, createSandboxSettlements(processor, deps));
      const booked = await deps.db
        .select()
        .from(settlements)
        .where(and(eq(settlements.gateway, processor), inArray(settlements.externalId, ids)))
        .orderBy(settlements.currency);
      const data = booked.map(({ externalId, currency, gross, fee, net, settledOn }) => ({
        id: externalId,
        currency,
        gross: minorToMajor(gross),
        fee: minorToMajor(fee),
        net: minorToMajor(net),
        date: settledOn,
      }));
      return { success, data };
    },
  );
});

/**
 * Everything that was approved and is still here, one settlement for each currency, less what lost disputes took.
 * @returns their ids
 */
async function payOut({ db, clock }: Pick<Deps, 'db' | 'clock'>, processor: Processor) {
  const { outcome, settlement, dispute, takenFrom } = sandboxCheckouts;
  const ids = CURRENCIES.map((currency) => [currency, newReference('SST')] as const);
  return inTransaction(db, async (tx) => {
    for (const [currency, id] of ids) {
      const own = and(
        eq(sandboxCheckouts.processor, processor),
        eq(sandboxCheckouts.currency, currency),
      );
      const paid = await tx
        .update(sandboxCheckouts)
        .set({ settlement: id, settledAt: dateOf(clock) })
        .where(and(own, eq(outcome, 'success'), isNull(settlement)))
        .returning({ reference: sandboxCheckouts.reference });
      if (paid.length === 0) continue;
      const isLost = and(own, isNotNull(settlement), eq(dispute, 'lost'), isNull(takenFrom));
      await tx.update(sandboxCheckouts).set({ takenFrom: id }).where(isLost);
    }
    return ids.map(([, id]) => id);
  });
}
