import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { DisbursementStatus } from '../../contract/disbursement-status.ts';
import { MINUTE_MS, HOUR_MS } from '../../contract/durations.ts';
import type { Currency } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { type NewNotification, storeNotifications } from '../notifications/store-notifications.ts';
import type { ProviderResponse } from './adapters/providers.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import { lossesIn, type Movement, postMovement } from '../ledger/journal.ts';
import { isPosted } from '../ledger/read-ledger.ts';
import { keepUnclaimed } from '../ledger/unclaimed.ts';
import { nextCheckOf } from './check-times.ts';

/** How long a request waits for the outcome; together with what precedes it, less than the app's timeout. */
export const SEND_WAIT_MS = 8_000;
/** What the provider does not know is not sent again sooner, because it may not have stored the reference yet. */
export const SEND_AGAIN_AFTER_MS = 2 * MINUTE_MS;

/** Money that has left a wallet and is on its way out through a provider. */
export interface Disbursement {
  readonly id: number;
  readonly reference: string;
  readonly userId: number;
  readonly currency: Currency;
  readonly status: DisbursementStatus;
  /** Counted before each attempt to send. */
  readonly attempts: number;
  /** When the job asks the provider again; null for never. */
  readonly nextCheckAt: Date | null;
  readonly createdAt: Date;
  /** Time of the last attempt while pending, afterwards of the last change of status. */
  readonly updatedAt: Date;
  /** When its provider said that it failed; null also where the money came back because no word came. */
  readonly toldFailedAt: Date | null;
  /** When its provider said that it was delivered after all; the house bears the loss. */
  readonly deliveredLateAt: Date | null;
}

export type DisbursementTable = PgTable &
  Readonly<
    Record<
      'id' | 'reference' | 'userId' | 'status' | 'attempts' | 'nextCheckAt' | 'createdAt',
      PgColumn
    >
  >;

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
  readonly providerColumn: PgColumn;
  /** Until this age it may be sent, or sent again when the provider does not know it. */
  readonly sendUntilMs: number;
  /** Whether nothing else has to come before it is sent; yes by default. */
  readonly mayBeSent?: (row: Row) => boolean;
  /** Undefined when it is not configured. */
  providerOf(deps: Deps, row: Row): Provider | undefined;
  applyResponse(
    row: Row,
    response: Omit<ProviderResponse, 'state'>,
  ): Readonly<Record<string, unknown>>;
  /** The accounts that have what left the wallet. */
  holdersOf(row: Row): Movement['entries'];
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

/** The provider's word, or that the time for it is over. */
type Word = ProviderResponse['state'] | 'overdue';

const NEXT_STATUS: Readonly<Record<DisbursementStatus, Partial<Record<Word, DisbursementStatus>>>> =
  {
    pending: {
      processing: 'processing',
      paid: 'completed',
      failed: 'failed',
      refused: 'failed',
      overdue: 'failed',
    },
    processing: { paid: 'completed', failed: 'failed', overdue: 'failed' },
    completed: { failed: 'failed' },
    failed: {},
  };

interface Recorded<Row> {
  readonly disbursement: Row;
  /** To be called after the commit. */
  readonly log: () => void;
}

/** A response, or the end of the time for one. */
interface Heard extends Omit<ProviderResponse, 'state'> {
  readonly state: Word;
  readonly at: Date;
}

/**
 * Answers, webhooks and jobs all end here, in any order and at the same time. The money goes back at most once, in
 * the transaction that makes the disbursement `failed`.
 * @param toldAt when the provider said so
 */
export const recordResponse = <Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  id: number,
  response: ProviderResponse,
  toldAt = dateOf(deps.clock),
): Promise<Row> => record(deps, kind, id, { ...response, at: toldAt });

/** Returns the money of an open disbursement because no final word came in time. */
export const recordOverdue = <Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  id: number,
): Promise<Row> => record(deps, kind, id, { state: 'overdue', at: dateOf(deps.clock) });

async function record<Row extends Disbursement>(
  deps: Deps,
  kind: DisbursementKind<Row>,
  id: number,
  heard: Heard,
): Promise<Row> {
  const { disbursement, log } = await inTransaction(deps.db, (tx) =>
    recordIn(tx, deps, kind, id, heard),
  );
  log();
  return disbursement;
}

async function recordIn<Row extends Disbursement>(
  tx: Db,
  deps: Deps,
  kind: DisbursementKind<Row>,
  id: number,
  heard: Heard,
): Promise<Recorded<Row>> {
  const { table, noun } = kind;
  const isOwned = await lockOwner(tx, kind, id);
  const [found] = await tx.select().from(table).where(eq(table.id, id)).for('update');
  if (!found) throw new Error(`no ${noun} ${id}`);
  // The time in which the money is back counts until here, after the wait for the lock.
  const now = dateOf(deps.clock);
  const disbursement = found as unknown as Row;
  const status = nextStatusOf(disbursement, heard.state);
  const hasFailed = status === 'failed' && disbursement.status !== 'failed';
  const late = await bookLate(tx, kind, disbursement, heard.state, now);
  const changes = {
    ...kind.applyResponse(disbursement, heard),
    status,
    toldFailedAt: hasFailed && heard.state !== 'overdue' ? heard.at : disbursement.toldFailedAt,
    deliveredLateAt: late.deliveredLateAt,
  };
  const after: Row = { ...disbursement, ...changes };
  const isAwaited = kind.isAwaited?.(after) ?? false;
  const [recorded] = await tx
    .update(table)
    .set({
      ...changes,
      nextCheckAt: nextCheckOf(disbursement, after, now, isAwaited),
      // Without a change it keeps the time of the last attempt, which `recordManually` reads.
      ...(status !== disbursement.status && { updatedAt: now }),
    })
    .where(eq(table.id, id))
    .returning();
  if (hasFailed) await kind.returnHold(tx, deps, disbursement, now);
  if (hasFailed && !isOwned) await keepUnclaimed(tx, disbursement, now);
  const notification = isOwned && kind.notificationOf(disbursement, after, now);
  if (notification) await storeNotifications(tx, [notification], now);
  return {
    disbursement: (recorded as unknown as Row | undefined) ?? disbursement,
    log() {
      const { reference } = disbursement;
      if (status !== disbursement.status) {
        const facts = { reference, ...(heard.state === 'overdue' && { isOverdue: true }) };
        deps.log.info(facts, `${noun} is ${status}`);
      }
      if (late.alarm === undefined) return;
      // The metric `deliveries_late` counts it, too.
      const provider = kind.providerOf(deps, disbursement)?.name;
      deps.log.error({ reference, provider }, `a returned ${noun} ${late.alarm}`);
    },
  };
}

/** Locks it against deletion, before the disbursement. @returns false where the account is deleted */
async function lockOwner<Row extends Disbursement>(
  tx: Db,
  { table }: DisbursementKind<Row>,
  id: number,
): Promise<boolean> {
  const owner = tx.select({ userId: table.userId }).from(table).where(eq(table.id, id));
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, owner), isNull(users.deletedAt)))
    .for('key share');
  return rows.length > 0;
}

interface Late {
  readonly deliveredLateAt: Date | null;
  /** What an operator has to know. */
  readonly alarm?: string;
}

/**
 * The provider delivered what was already returned: its user keeps the money, and the house bears the loss. If the
 * provider takes that back, so does the house. Each happens once, whatever is said how often; the row is locked.
 */
async function bookLate<Row extends Disbursement>(
  tx: Db,
  kind: DisbursementKind<Row>,
  disbursement: Row,
  state: Word,
  now: Date,
): Promise<Late> {
  const { status, reference, currency, deliveredLateAt } = disbursement;
  const isLoss = state === 'paid' && !deliveredLateAt;
  const isBack = state === 'failed' && deliveredLateAt !== null;
  if (status !== 'failed' || !(isLoss || isBack)) return { deliveredLateAt };
  const naturalKey = `${isLoss ? 'late-success' : 'late-success-return'}:${reference}`;
  if (await isPosted(tx, naturalKey))
    return { deliveredLateAt, alarm: `is ${state} again, which is not booked` };
  const entries = kind
    .holdersOf(disbursement)
    .map(({ account, amount }) => ({ account, amount: isLoss ? amount : -amount }));
  const sum = entries.reduce((total, { amount }) => total + amount, 0n);
  await postMovement(
    tx,
    {
      naturalKey,
      kind: 'late_success',
      reference,
      description: `Returned ${kind.noun} that was ${isLoss ? 'delivered' : 'not delivered'}`,
      entries: [{ account: lossesIn(currency), amount: -sum }, ...entries],
    },
    now,
  );
  return isLoss
    ? { deliveredLateAt: now, alarm: 'was delivered' }
    : { deliveredLateAt: null, alarm: 'was not delivered after all' };
}

/** After several attempts a refusal is not final: an unanswered earlier attempt may still be delivered. */
function nextStatusOf({ status, attempts }: Disbursement, state: Word): DisbursementStatus {
  if (state === 'refused' && attempts > 1) return status;
  return NEXT_STATUS[status][state] ?? status;
}

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
  await lockOwner(tx, kind, disbursement.id);
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
  return recordIn(tx, deps, kind, disbursement.id, { state, at: dateOf(deps.clock) });
}
