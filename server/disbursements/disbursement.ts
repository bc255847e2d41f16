import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { DisbursementStatus } from '../../contract/disbursement-status.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { NewNotification } from '../notifications/store-notifications.ts';
import type { ProviderResponse } from './adapters/providers.ts';

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
