import { and, eq, sql, asc, lte } from 'drizzle-orm';

import { type Outgoing, takeOut } from '../accounts/pin.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { answerOnce, firstAnswer, type Answer } from '../http/idempotency.ts';
import { within } from '../lib/within.ts';
import {
  DISBURSEMENT_CHECK_AFTER_MS,
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
import { HOUR_MS } from '../../contract/durations.ts';
import { MAX_SILENCES } from '../jobs/jobs.ts';

/** @returns the row's reference */
type Hold = (tx: Db, now: Date) => Promise<string>;

/** The columns that every new row begins with; the job takes it up should the first attempt fail. */
export const newDisbursement = (now: Date) =>
  ({
    status: 'pending',
    nextCheckAt: new Date(now.getTime() + DISBURSEMENT_CHECK_AFTER_MS),
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
      nextCheckAt: new Date(deps.clock.now() + DISBURSEMENT_CHECK_AFTER_MS),
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

const BATCH = 200;
const MAX_RETRY_MS = HOUR_MS;

/**
 * Asks the provider about a disbursement and records the response. One that the provider does not know is sent again
 * with the same reference until `sendUntilMs`, and fails an hour after that. It is not sent again right after an
 * attempt, because the provider may not have stored the reference yet.
 * @param disbursement as it was read a moment ago
 * @throws when the provider cannot be asked
 */
export async function settleDisbursement<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  disbursement: Row,
): Promise<Row> {
  if (disbursement.status === 'failed') return disbursement;
  if (disbursement.attempts === 0 && !isTooLateToSend(deps, kind, disbursement))
    return sendDisbursement(deps, kind, disbursement);
  const provider = kind.providerOf(deps, disbursement);
  if (!provider)
    throw new Error(`the provider of ${kind.noun} ${disbursement.reference} is not configured`);
  const response = await provider.find();
  if (response.state !== 'unknown' || disbursement.status !== 'pending')
    return recordResponse(deps, kind, disbursement.id, response);
  const sinceAttemptMs = deps.clock.now() - disbursement.updatedAt.getTime();
  const maySendAgain = sinceAttemptMs >= DISBURSEMENT_CHECK_AFTER_MS;
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
): Promise<Row | undefined> {
  const disbursement = await findDisbursement(deps.db, kind, reference);
  return disbursement && settleDisbursement(deps, kind, disbursement);
}

export async function reconcileDisbursements<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
): Promise<void> {
  const { table } = kind;
  const due = await deps.db
    .select()
    .from(table)
    .where(lte(table.nextCheckAt, dateOf(deps.clock)))
    .orderBy(asc(table.nextCheckAt))
    .limit(BATCH);
  const silences = new Map<string | undefined, number>();
  for (const disbursement of due as unknown as Row[]) {
    const provider = kind.providerOf(deps, disbursement)?.name;
    const silent = silences.get(provider) ?? 0;
    // Skipped rows are due again at once, but after the other rows that are due now.
    if (silent >= MAX_SILENCES) await claim(deps, kind, disbursement, 0);
    else if (await claim(deps, kind, disbursement, pauseOf(deps, disbursement)))
      silences.set(provider, (await reconcile(deps, kind, disbursement)) ? 0 : silent + 1);
  }
}

/** A completed disbursement pauses as long again as it has been completed. */
function pauseOf({ clock }: Pick<Deps, 'clock'>, { status, updatedAt }: Disbursement): number {
  if (status !== 'completed') return DISBURSEMENT_CHECK_AFTER_MS;
  const ageMs = clock.now() - updatedAt.getTime();
  return Math.min(Math.max(ageMs, DISBURSEMENT_CHECK_AFTER_MS), MAX_RETRY_MS);
}

/** Keeps other nodes from the same check; if this node crashes, they take it up after the pause. */
async function claim<Row extends Disbursement>(
  deps: Deps,
  { table }: DisbursementKind<Row>,
  { id, nextCheckAt }: Row,
  pauseMs: number,
): Promise<boolean> {
  if (!nextCheckAt) return false;
  const claimed = await deps.db
    .update(table)
    .set({ nextCheckAt: new Date(deps.clock.now() + pauseMs) })
    .where(and(eq(table.id, id), eq(table.nextCheckAt, nextCheckAt)))
    .returning({ id: table.id });
  return claimed.length > 0;
}

async function reconcile<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  disbursement: Row,
): Promise<boolean> {
  const { reference } = disbursement;
  try {
    await settleDisbursement(deps, kind, disbursement);
    return true;
  } catch (error) {
    const provider = kind.providerOf(deps, disbursement)?.name;
    deps.log.warn({ err: error, reference, provider }, `${kind.noun} could not be reconciled`);
    return false;
  }
}
