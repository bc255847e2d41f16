import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { DeliveryStatus } from '../../contract/delivery/delivery-status.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Notice } from '../notifications/store-notices.ts';
import type { Verdict } from './verdict.ts';

/** How long who asked for one waits for its end; with what goes before it, less than the app waits for an answer. */
export const SEND_WAIT_MS = 8_000;

/** Money that has left a wallet and is on its way out through another company. */
export interface Delivery {
  readonly id: number;
  /** Ours; no carrier delivers the same one twice. */
  readonly reference: string;
  readonly status: DeliveryStatus;
  /** How often it was handed over, counted before each try. */
  readonly attempts: number;
  /** When the job asks the carrier again; never when null. */
  readonly nextCheckAt: Date | null;
  readonly createdAt: Date;
  /** While it is pending, when it was last handed over; then, when it came to where it stands. */
  readonly updatedAt: Date;
}

/** The end that a delivery has come to; undefined where it has not. One that arrived may come back, and ends anew then. */
export function endOf(
  before: Pick<Delivery, 'status'>,
  { status }: Pick<Delivery, 'status'>,
): 'completed' | 'failed' | undefined {
  return status !== before.status && (status === 'completed' || status === 'failed')
    ? status
    : undefined;
}

/** A table of deliveries, by the columns that all of them have. */
export type DeliveryTable = PgTable &
  Readonly<Record<'id' | 'reference' | 'status' | 'attempts' | 'nextCheckAt', PgColumn>>;

/** The company that one delivery goes through. */
export interface Carrier<Word extends Verdict> {
  readonly name: string;
  /**
   * Hands it over; again with the same reference delivers nothing more.
   * @throws when it is unknown whether the carrier took it: a time-out, a broken connection, an error of its own.
   */
  send(): Promise<Word>;
  /** Asks what became of it. @throws when it cannot be asked. */
  find(): Promise<Word>;
}

/** One way of money out of wallets: to banks and phones, or for airtime and bills. */
export interface DeliveryKind<Row extends Delivery, Word extends Verdict> {
  /** What it is called in the log. */
  readonly noun: string;
  readonly table: DeliveryTable;
  /** For so long one that never reached its carrier is handed over again. */
  readonly sendUntilMs: number;
  /** Who carries a delivery; undefined when that company is no longer configured. */
  carrierOf(deps: Deps, row: Row): Carrier<Word> | undefined;
  /** What a carrier's word adds to the row. */
  learn(row: Row, word: Word): Readonly<Record<string, unknown>>;
  /** Whether a part of one that has arrived is still to come, for which its user waits: it is asked about soon again. */
  readonly isAwaited?: (row: Row) => boolean;
  /** Reverses the hold, inside the transaction that has made the delivery `failed`. */
  giveBack(tx: Db, deps: Deps, row: Row, now: Date): Promise<void>;
  /** What its user is told, wherever they are, of what a carrier's word has changed; undefined for nothing. */
  noticeOf(before: Row, after: Row, now: Date): Notice | undefined;
}
