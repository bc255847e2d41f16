import { and, eq, sql } from 'drizzle-orm';

import { type Outgoing, takeOut } from '../accounts/pin.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { answerOnce, firstAnswer, type Answer } from '../http/idempotency.ts';
import { within } from '../lib/within.ts';
import {
  SEND_AGAIN_AFTER_MS,
  findDisbursement,
  isTooLateToSend,
  SEND_WAIT_MS,
  type Disbursement,
  type DisbursementKind,
  type Provider,
  recordResponse,
  IN_FLIGHT_MS,
} from './disbursement.ts';
import type { ProviderResponse } from './adapters/providers.ts';
import { FIRST_CHECKS_MS } from './check-times.ts';

/** @returns the row's reference */
type Hold = (tx: Db, now: Date) => Promise<string>;

/** The columns that every new row begins with; the job takes it up should the first attempt fail. */
export const newDisbursement = (now: Date) =>
  ({
    status: 'pending',
    nextCheckAt: new Date(now.getTime() + FIRST_CHECKS_MS[0]),
    createdAt: now,
    updatedAt: now,
  }) as const;

interface Start extends Outgoing {
  readonly prepare: () => Promise<Hold>;
}

/**
 * Hold and row are committed before the provider is called, so a crash loses nothing and pays nothing twice. The
 * same request key continues the same disbursement.
 */
export async function startDisbursement<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  { prepare, ...outgoing }: Start,
): Promise<Row> {
  const { body } = await beginOnce(deps, outgoing, prepare);
  const disbursement = await findDisbursement(deps.db, kind, body.reference);
  if (!disbursement) throw new Error(`no ${kind.noun} ${body.reference}`);
  if (disbursement.attempts > 0) return disbursement;
  deps.log.info({ reference: disbursement.reference }, `${kind.noun} begins`);
  return (await within(sendDisbursement(deps, kind, disbursement), SEND_WAIT_MS)) ?? disbursement;
}

/** A repeated request gets its first answer before `prepare` asks a provider, whose offer may have changed. */
function beginOnce(
  deps: Deps,
  outgoing: Outgoing,
  prepare: () => Promise<Hold>,
): Promise<Answer<{ reference: string }>> {
  const { requestKey } = outgoing;
  const startedAt = dateOf(deps.clock);
  return answerOnce<Answer<{ reference: string }>>(deps.db, requestKey, startedAt, async () => {
    const first = await firstAnswer<{ reference: string }>(deps.db, requestKey, startedAt);
    if (first) return first;
    const hold = await prepare();
    return takeOut(deps, outgoing, async (tx, now) => ({
      status: 200,
      body: { reference: await hold(tx, now) },
    }));
  });
}

/**
 * Sends a pending disbursement, unless another process does or it is too old. The attempt is counted before it is
 * made, so that a crash cannot hide it. Without an answer the money stays held until the provider can be asked.
 * @param disbursement as it was read a moment ago
 */
async function sendDisbursement<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  disbursement: Row,
): Promise<Row> {
  const provider = kind.providerOf(deps, disbursement);
  if (!provider || isTooLateToSend(deps, kind, disbursement)) return disbursement;
  if (kind.mayBeSent?.(disbursement) === false) return disbursement;
  if (!(await claimAttempt(deps, kind, disbursement))) return disbursement;
  const response = await callProvider(deps, kind, provider, disbursement);
  if (!response) return disbursement;
  if (response.state === 'refused') {
    const { reference } = disbursement;
    const facts = { reference, provider: provider.name, reason: response.reason };
    deps.log.warn(facts, `${kind.noun} refused`);
  }
  return recordResponse(deps, kind, disbursement.id, response);
}

async function claimAttempt<Row extends Disbursement>(
  deps: Deps,
  { table }: DisbursementKind<Row>,
  { id, attempts }: Row,
): Promise<boolean> {
  const claimed = await deps.db
    .update(table)
    .set({
      attempts: sql`${table.attempts} + 1`,
      nextCheckAt: new Date(deps.clock.now() + FIRST_CHECKS_MS[0]),
      updatedAt: dateOf(deps.clock),
    })
    .where(and(eq(table.id, id), eq(table.status, 'pending'), eq(table.attempts, attempts)))
    .returning({ id: table.id });
  return claimed.length > 0;
}

async function callProvider<Row extends Disbursement>(
  deps: Deps,
  { noun }: DisbursementKind<Row>,
  provider: Provider,
  { reference }: Row,
): Promise<ProviderResponse | undefined> {
  try {
    return await provider.send();
  } catch (error) {
    deps.log.warn({ err: error, reference, provider: provider.name }, `no answer to a ${noun}`);
    return undefined;
  }
}

/**
 * Asks the provider about a disbursement and records the response. One that the provider does not know is sent again
 * with the same reference until `sendUntilMs`, and fails an hour after that. A failed one is asked about, too: if it
 * was delivered all the same, that is booked.
 * @param disbursement as it was read a moment ago
 * @param toldAt when a webhook told of a change
 * @throws when the provider cannot be asked
 */
export async function settleDisbursement<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  disbursement: Row,
  toldAt?: Date,
): Promise<Row> {
  // What was never handed over cannot be delivered.
  if (disbursement.status === 'failed' && disbursement.attempts === 0) return disbursement;
  if (disbursement.attempts === 0 && !isTooLateToSend(deps, kind, disbursement))
    return sendDisbursement(deps, kind, disbursement);
  const provider = kind.providerOf(deps, disbursement);
  if (!provider)
    throw new Error(`the provider of ${kind.noun} ${disbursement.reference} is not configured`);
  const response = await provider.find();
  if (response.state !== 'unknown' || disbursement.status !== 'pending')
    return recordResponse(deps, kind, disbursement.id, response, toldAt);
  const sinceAttemptMs = deps.clock.now() - disbursement.updatedAt.getTime();
  const maySendAgain = sinceAttemptMs >= SEND_AGAIN_AFTER_MS;
  if (maySendAgain && !isTooLateToSend(deps, kind, disbursement))
    return sendDisbursement(deps, kind, disbursement);
  const ageMs = deps.clock.now() - disbursement.createdAt.getTime();
  const isOver = ageMs >= kind.sendUntilMs + IN_FLIGHT_MS;
  const outcome: ProviderResponse = isOver ? { ...response, state: 'failed' } : response;
  return recordResponse(deps, kind, disbursement.id, outcome);
}

/** The webhook's own claim is not trusted: the provider is asked. */
export async function settleByReference<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  reference: string,
  toldAt?: Date,
): Promise<Row | undefined> {
  const disbursement = await findDisbursement(deps.db, kind, reference);
  return disbursement && settleDisbursement(deps, kind, disbursement, toldAt);
}
