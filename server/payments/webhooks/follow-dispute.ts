import { and, eq, like, sql, type SQL } from 'drizzle-orm';

import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { journalTransactions } from '../../db/schema/ledger.ts';
import { payments, type webhookEvents } from '../../db/schema/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { type DisputeOutcome, recordDispute } from '../disputes.ts';
import type { Payment } from '../payment-row.ts';
import type { Dispute } from '../processor.ts';
import { knownPaymentOf } from '../settle-payment.ts';

type DisputeEvent = Pick<
  typeof webhookEvents.$inferSelect,
  'gateway' | 'type' | 'subject' | 'reference' | 'gatewayReference' | 'disputeId'
>;

/** Most telling first. The metric `payments_taken_back` counts `opened` and `lost`. */
const BY_WEIGHT: readonly DisputeOutcome[] = ['lost', 'opened', 'won', 'returned', 'known'];

/**
 * Asks the gateway what it has taken back, or may, and books it. The signed report of a gateway that cannot be asked
 * holds the money, and an administrator decides.
 * @returns the outcome; undefined for no payment of ours
 */
export async function followDispute(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'processors'>,
  event: DisputeEvent,
): Promise<string | undefined> {
  const payment = await findNamed(deps, event);
  const { gateway, type, gatewayReference } = event;
  const facts = { gateway, type, reference: payment?.reference ?? event.reference };
  if (!payment) {
    deps.log.warn({ ...facts, gatewayReference }, 'webhook for nothing of ours');
    return undefined;
  }
  if (payment.status !== 'settled') return payment.status;
  const now = dateOf(deps.clock);
  const outcomes: DisputeOutcome[] = [];
  for (const dispute of await readDisputes(deps, payment, event))
    outcomes.push(await inTransaction(deps.db, (tx) => recordDispute(tx, payment, dispute, now)));
  const outcome = BY_WEIGHT.find((one) => outcomes.includes(one)) ?? 'not yet';
  if (outcome === 'opened' || outcome === 'lost')
    deps.log.warn(
      { ...facts, outcome },
      'a payment that was credited is disputed or returned at its gateway',
    );
  return outcome;
}

async function findNamed(
  { db }: Pick<Deps, 'db'>,
  { gateway, reference, gatewayReference }: DisputeEvent,
): Promise<Payment | undefined> {
  const find = async (named: SQL): Promise<Payment | undefined> => {
    const isIt = and(eq(payments.gateway, gateway), named);
    return (await db.select().from(payments).where(isIt))[0];
  };
  if (reference !== null) return find(eq(payments.reference, reference));
  if (gatewayReference === null) return undefined;
  const first = await find(eq(payments.processorReference, gatewayReference));
  if (first) return first;
  const [again] = await db
    .select({ reference: journalTransactions.reference })
    .from(journalTransactions)
    .where(
      and(
        isChargedAgain,
        eq(sql`split_part(${journalTransactions.naturalKey}, ':', 3)`, gatewayReference),
      ),
    );
  return again && find(eq(payments.reference, again.reference));
}

const isChargedAgain = like(journalTransactions.naturalKey, 'settle-again:%');

async function listTransactions(db: Db, payment: Payment): Promise<string[]> {
  const again = await db
    .select({ id: sql<string>`split_part(${journalTransactions.naturalKey}, ':', 3)` })
    .from(journalTransactions)
    .where(and(isChargedAgain, eq(journalTransactions.reference, payment.reference)));
  const first = payment.processorReference;
  return [...(first === null ? [] : [first]), ...again.map(({ id }) => id)];
}

async function readDisputes(
  { db, processors }: Pick<Deps, 'db' | 'processors'>,
  payment: Payment,
  { subject, type, disputeId }: DisputeEvent,
): Promise<readonly Dispute[]> {
  const processor = processors.of(payment);
  if (!processor) throw new Error(`${payment.gateway} is not configured`);
  const isRefund = subject === 'refund' || type.startsWith('refund');
  const reported = {
    subject: isRefund ? 'refund' : 'dispute',
    id: disputeId ?? undefined,
    transactions: await listTransactions(db, payment),
  } as const;
  const said = await processor.readDisputes?.(knownPaymentOf(payment), reported);
  if (said) return said;
  if (disputeId === null) throw new Error(`a dispute of ${payment.gateway} has no id`);
  return [{ id: disputeId, state: 'opened', amountMinor: undefined, currency: undefined }];
}
