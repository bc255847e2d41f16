import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { inArray } from 'drizzle-orm';

import { isCurrency, majorToMinor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { ledgerAccounts } from '../db/schema/ledger.ts';
import type { Deps } from '../deps.ts';
import { processorOf } from '../ledger/journal.ts';
import {
  bookSettlement,
  findSettlement,
  isAsBooked,
  type NewSettlement,
} from '../payments/settlements/book-settlement.ts';
import { dayOf } from '../payments/settlements/settlement.ts';
import { type Act, AdminError } from './record-action.ts';

export const SETTLEMENT_COLUMNS = 'gateway,id,currency,gross,fee,net,date';
const COLUMN_COUNT = SETTLEMENT_COLUMNS.split(',').length;
const FILE_MAX_BYTES = 100_000;
/** While they are booked, nobody can pay in with these gateways. */
const SETTLEMENTS_MAX = 400;
const FAULTS_SHOWN = 20;

/** A line of the file, whose `settledOn` is the day of the payments that it pays out. */
interface Line extends Omit<NewSettlement, 'transactions'> {
  readonly number: number;
}

/**
 * Books the settlements of a CSV file, all of them or none; those that are booked already change nothing.
 * @throws AdminError with each line that is wrong
 */
export const bookSettlements: Act = async (tx, deps, [file = '']) => {
  const lines = readLines(await readText(file), deps);
  throwFaults(await findUnknownGateways(tx, lines));
  const faults: string[] = [];
  let count = 0;
  const now = dateOf(deps.clock);
  for (const line of lines) {
    const booked = await bookSettlement(tx, { ...line, transactions: undefined }, now);
    if (booked) count += 1;
    else if (!(await isBookedSo(tx, line)))
      faults.push(`line ${line.number}: ${line.gateway} ${line.id} was booked with other sums`);
  }
  throwFaults(faults);
  const known = lines.length - count;
  return {
    subject: `settlements:${path.basename(file)}`,
    outcome: `${count} booked, ${known} booked before`,
  };
};

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > FILE_MAX_BYTES)
      throw new AdminError(`${file} is larger than ${FILE_MAX_BYTES} bytes`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof AdminError) throw error;
    throw new AdminError(`${file} cannot be read`);
  }
}

function readLines(text: string, deps: Pick<Deps, 'clock'>): Line[] {
  const [head = '', ...rows] = text.replace(/^\u{feff}/u, '').split(/\r?\n/);
  if (head !== SETTLEMENT_COLUMNS)
    throw new AdminError(`line 1: the columns are ${SETTLEMENT_COLUMNS}`);
  const lines: Line[] = [];
  const faults: string[] = [];
  for (const [index, row] of rows.entries()) {
    if (row === '') continue;
    // The head is line 1.
    const number = index + 2;
    const line = lineOf(row, number, dateOf(deps.clock));
    if (typeof line === 'string') faults.push(`line ${number}: ${line}`);
    else lines.push(line);
  }
  throwFaults(faults);
  if (lines.length === 0) throw new AdminError('the file has no settlement');
  if (lines.length > SETTLEMENTS_MAX)
    throw new AdminError(`a file has at most ${SETTLEMENTS_MAX} settlements`);
  return lines;
}

/** @returns what is wrong where it is no settlement */
function lineOf(row: string, number: number, now: Date): Line | string {
  const cells = row.split(',').map((cell) => cell.trim());
  if (cells.length !== COLUMN_COUNT)
    return `${cells.length} values instead of ${COLUMN_COUNT}; amounts are written 1234.50, without quotes`;
  const [gateway = '', id = '', currency, ...rest] = cells;
  const [gross, fee, net] = rest.map(minorOf);
  const settledOn = rest.at(-1) ?? '';
  if (!/^[a-z_]{1,40}$/.test(gateway)) return `gateway ${gateway} is no name`;
  if (!/^[\w.:/-]{1,100}$/.test(id)) return 'id has 1 to 100 letters, digits and . : / _ -';
  if (!isCurrency(currency)) return `currency ${currency} is not known`;
  if (gross === undefined || fee === undefined || net === undefined)
    return 'gross, fee and net are amounts such as 1234.50';
  if (gross === 0n) return 'gross is nothing';
  if (gross !== fee + net) return 'gross is not fee + net';
  if (!isDay(settledOn)) return `date ${settledOn} is not YYYY-MM-DD`;
  if (settledOn > dayOf(now, currency)) return `date ${settledOn} has not come`;
  return { number, gateway, id, currency, fee, net, settledOn };
}

const minorOf = (cell: string): bigint | undefined =>
  /^\d{1,15}(\.\d{1,2})?$/.test(cell) ? majorToMinor(Number(cell)) : undefined;

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** A misspelt gateway would get accounts of its own. */
async function findUnknownGateways(tx: Db, lines: readonly Line[]): Promise<string[]> {
  const keyOf = ({ gateway, currency }: Line) => processorOf(gateway, currency).key;
  const { key } = ledgerAccounts;
  const found = await tx
    .select({ key })
    .from(ledgerAccounts)
    .where(inArray(key, [...new Set(lines.map(keyOf))]));
  const known = new Set(found.map((account) => account.key));
  return lines
    .filter((line) => !known.has(keyOf(line)))
    .map(({ number, gateway, currency }) => `line ${number}: ${gateway} never took in ${currency}`);
}

async function isBookedSo(tx: Db, line: Line): Promise<boolean> {
  const booked = await findSettlement(tx, line.gateway, line.id);
  return booked !== undefined && isAsBooked(booked, line);
}

function throwFaults(faults: readonly string[]): void {
  const left = faults.length - FAULTS_SHOWN;
  if (faults.length > 0)
    throw new AdminError(
      [
        'nothing was booked',
        ...faults.slice(0, FAULTS_SHOWN),
        ...(left > 0 ? [`and ${left} more`] : []),
      ].join('\n'),
    );
}
