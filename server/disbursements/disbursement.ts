import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { DisbursementStatus } from '../../contract/disbursement-status.ts';
import { MINUTE_MS, DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { type NewNotification, storeNotifications } from '../notifications/store-notifications.ts';
import type { ProviderResponse } from './adapters/providers.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';

/** How long a request waits for the outcome; together with what precedes it, less than the app's timeout. */
export const SEND_WAIT_MS = 8_000;
/** The job asks the provider about an open disbursement at most this often. */
export const DISBURSEMENT_CHECK_AFTER_MS = 2 * MINUTE_MS;

/** Money that has left a wallet and is on its way out through a provider. */
export interface Disbursement {
  readonly id: number;
  readonly reference: string;
  readonly status: DisbursementStatus;
  /** Counted before each attempt to send. */
  readonly attempts: number;
  /** When the job asks the provider again; null for never. */
  readonly nextCheckAt: Date | null;
  readonly createdAt: Date;
  /** Time of the last attempt while pending, afterwards of the last change of status. */
  readonly updatedAt: Date;
}

export type DisbursementTable = PgTable &
  Readonly<Record<'id' | 'reference' | 'status' | 'attempts' | 'nextCheckAt', PgColumn>>;

export interface Provider {
  readonly name: string;
  /**
   * Sending the same reference again delivers nothing more.
   * @throws when it is unknown whether the provider accepted it
   */
  send(): Promise<ProviderResponse>;
  /** @throws when it cannot be asked */
  find(): Promise<ProviderResponse>;
}

/** One way for money to leave wallets: payouts to banks and phones, or purchases of airtime and bills. */
export interface DisbursementKind<Row extends Disbursement> {
  readonly noun: string;
  readonly table: DisbursementTable;
  /** Until this age it may be sent, or sent again when the provider does not know it. */
  readonly sendUntilMs: number;
  /** Undefined when it is not configured. */
  providerOf(deps: Deps, row: Row): Provider | undefined;
  applyResponse(row: Row, response: ProviderResponse): Readonly<Record<string, unknown>>;
  /** Whether a delivered disbursement still lacks something that its user waits for. */
  readonly isAwaited?: (row: Row) => boolean;
  /** Reverses the hold, inside the transaction that has made the disbursement `failed`. */
  returnHold(tx: Db, deps: Deps, row: Row, now: Date): Promise<void>;
  notificationOf(before: Row, after: Row, now: Date): NewNotification | undefined;
}

/** A completed disbursement may still fail later. */
export function endOf(
  before: Pick<Disbursement, 'status'>,
  { status }: Pick<Disbursement, 'status'>,
): 'completed' | 'failed' | undefined {
  return status !== before.status && (status === 'completed' || status === 'failed')
    ? status
    : undefined;
}

export const isTooLateToSend = <Row extends Disbursement>(
  { clock }: Pick<Deps, 'clock'>,
  { sendUntilMs }: DisbursementKind<Row>,
  { createdAt }: Row,
): boolean => clock.now() - createdAt.getTime() >= sendUntilMs;

export async function findDisbursement<Row extends Disbursement>(
  db: Db,
  { table }: DisbursementKind<Row>,
  reference: string,
): Promise<Row | undefined> {
  const [disbursement] = await db.select().from(table).where(eq(table.reference, reference));
  return disbursement as unknown as Row | undefined;
}

/** For so long after an attempt the disbursement may still be on its way, whatever the provider says. */
export const IN_FLIGHT_MS = HOUR_MS;
const MAX_PAUSE_MS = HOUR_MS;
/** A completed disbursement is checked a last time then, because it may be reversed. */
const REVERSAL_CHECK_AFTER_MS = DAY_MS;

const NEXT_STATUS: Readonly<
  Record<DisbursementStatus, Partial<Record<ProviderResponse['state'], DisbursementStatus>>>
> = {
  pending: { processing: 'processing', paid: 'completed', failed: 'failed', refused: 'failed' },
  processing: { paid: 'completed', failed: 'failed' },
  completed: { failed: 'failed' },
  failed: {},
};

interface Recorded<Row> {
  readonly disbursement: Row;
  /** To be called after the commit. */
  readonly log: () => void;
}

/**
 * Answers, webhooks and jobs all end here, in any order and at the same time. The money goes back at most once, in
 * the transaction that makes the disbursement `failed`.
 */
export async function recordResponse<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  id: number,
  response: ProviderResponse,
): Promise<Row> {
  const { disbursement, log } = await inTransaction(deps.db, (tx) =>
    recordResponseIn(tx, deps, kind, id, response),
  );
  log();
  return disbursement;
}

async function recordResponseIn<Row extends Disbursement>(
  tx: Db,
  deps: Deps,
  kind: DisbursementKind<Row>,
  id: number,
  response: ProviderResponse,
): Promise<Recorded<Row>> {
  const now = dateOf(deps.clock);
  const { table, noun } = kind;
  const [found] = await tx.select().from(table).where(eq(table.id, id)).for('update');
  if (!found) throw new Error(`no ${noun} ${id}`);
  const disbursement = found as unknown as Row;
  const status = nextStatusOf(disbursement, response.state);
  const changes = kind.applyResponse(disbursement, response);
  const isAwaited = kind.isAwaited?.({ ...disbursement, ...changes }) ?? false;
  const [recorded] = await tx
    .update(table)
    .set({
      ...changes,
      status,
      nextCheckAt: nextCheckOf(disbursement, status, now, isAwaited),
      // Without a change it keeps the time of the last attempt, which `recordManually` reads.
      ...(status !== disbursement.status && { updatedAt: now }),
    })
    .where(eq(table.id, id))
    .returning();
  if (status === 'failed' && disbursement.status !== 'failed')
    await kind.returnHold(tx, deps, disbursement, now);
  const notification = kind.notificationOf(
    disbursement,
    { ...disbursement, ...changes, status },
    now,
  );
  if (notification) await storeNotifications(tx, [notification], now);
  return {
    disbursement: (recorded as unknown as Row | undefined) ?? disbursement,
    log() {
      const { reference } = disbursement;
      if (status !== disbursement.status) deps.log.info({ reference }, `${noun} is ${status}`);
      if (disbursement.status !== 'failed' || response.state !== 'paid') return;
      // An operator has to look at it: the money was returned and delivered as well.
      const provider = kind.providerOf(deps, disbursement)?.name;
      deps.log.error({ reference, provider }, `a returned ${noun} was delivered`);
    },
  };
}

/** After several attempts a refusal is not final: an unanswered earlier attempt may still be delivered. */
function nextStatusOf(
  { status, attempts }: Disbursement,
  state: ProviderResponse['state'],
): DisbursementStatus {
  if (state === 'refused' && attempts > 1) return status;
  return NEXT_STATUS[status][state] ?? status;
}

function nextCheckOf(
  disbursement: Disbursement,
  status: DisbursementStatus,
  now: Date,
  isAwaited: boolean,
): Date | null {
  if (status === 'failed') return null;
  if (status !== 'completed') return after(now, pauseOf(disbursement, now));
  const completedAt = disbursement.status === 'completed' ? disbursement.updatedAt : now;
  const lastAt = after(completedAt, REVERSAL_CHECK_AFTER_MS);
  if (now >= lastAt) return null;
  const soon = after(now, awaitedPauseOf(completedAt, now));
  return isAwaited && soon < lastAt ? soon : lastAt;
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** An eighth of its age, within bounds. */
function pauseOf({ createdAt }: Disbursement, now: Date): number {
  const eighth = (now.getTime() - createdAt.getTime()) / 8;
  return Math.min(Math.max(eighth, DISBURSEMENT_CHECK_AFTER_MS), MAX_PAUSE_MS);
}

/** Half of the time since it was completed: fewer than twenty checks until the last one. */
const awaitedPauseOf = (completedAt: Date, now: Date): number =>
  Math.max((now.getTime() - completedAt.getTime()) / 2, DISBURSEMENT_CHECK_AFTER_MS);

/** @returns undefined where it cannot be asked or is not configured */
export async function askProvider<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  disbursement: Row,
): Promise<ProviderResponse['state'] | undefined> {
  try {
    return (await kind.providerOf(deps, disbursement)?.find())?.state;
  } catch (error) {
    const { reference } = disbursement;
    deps.log.warn({ err: error, reference }, `${kind.noun} cannot be asked of`);
    return undefined;
  }
}

export type NotRecorded =
  | 'ended'
  /** It was sent within the last hour, is being sent, or the provider accepted it: it may be delivered. */
  | 'in flight'
  | 'never sent';

interface ManualOutcome {
  readonly state: 'paid' | 'failed';
  /** The provider was just asked and does not know it; otherwise it could not be asked. */
  readonly isUnknown: boolean;
}

/**
 * Records an administrator's outcome where the provider cannot be asked or does not know the disbursement, in the
 * caller's transaction. One that may still be delivered is refused, because returning its money could pay twice.
 * @param disbursement as it was read before its provider was asked
 */
export async function recordManually<Row extends Disbursement>(
  tx: Db,
  deps: Deps,
  kind: DisbursementKind<Row>,
  disbursement: Row,
  { state, isUnknown }: ManualOutcome,
): Promise<Recorded<Row> | NotRecorded> {
  const { table } = kind;
  const [found] = await tx.select().from(table).where(eq(table.id, disbursement.id)).for('update');
  const locked = found as unknown as Row;
  if (locked.status !== 'pending' && locked.status !== 'processing') return 'ended';
  // One failed call proves nothing about an accepted disbursement, unless its provider is not configured.
  const isAccepted = locked.status === 'processing' && !isUnknown;
  if (state === 'failed' && isAccepted && kind.providerOf(deps, locked)) return 'in flight';
  const ageMs = deps.clock.now() - locked.updatedAt.getTime();
  if (locked.attempts !== disbursement.attempts) return 'in flight';
  if (locked.attempts > 0 && ageMs < IN_FLIGHT_MS) return 'in flight';
  if (locked.attempts === 0 && state === 'paid') return 'never sent';
  return recordResponseIn(tx, deps, kind, disbursement.id, { state });
}
