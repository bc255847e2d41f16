import { sql, type SQL } from 'drizzle-orm';

import type { ExportAnswer } from '../../contract/accounts.ts';
import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Keyring } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { Deps } from '../deps.ts';
import { readDestination } from '../disbursements/destination-owner.ts';
import { decryptCode } from '../vouchers/voucher-secrets.ts';
import { type ExportList, exportLists } from './export-lists.ts';
import { readLimits } from './play-limits.ts';
import { getUser, presentUser } from './users.ts';

const CHUNK_ROWS = 500;

/**
 * All data about a user except hashes, tokens and codes that are still secret, as the JSON of `ExportAnswer`. It is
 * read list by list while it is sent, so that no node has all of a long history in memory.
 */
export async function writeExport(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  userId: number,
): Promise<AsyncIterable<string>> {
  const { db, clock } = deps;
  const now = dateOf(clock);
  const user = await getUser(db, userId);
  const head: Omit<ExportAnswer, ExportList> = {
    success: true,
    exported_at: now.toISOString(),
    user: presentUser(user, now),
    google_subject: user.googleSubject,
    limits: await readLimits(deps, userId),
  };
  return writeLists(deps, userId, JSON.stringify(head));
}

async function* writeLists(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  userId: number,
  head: string,
): AsyncIterable<string> {
  // The lists stand in the same object, whose end is sent last.
  yield head.slice(0, -1);
  for (const [name, statement] of Object.entries(exportLists(sql`${userId}::int`))) {
    const rows = await readList(db, statement);
    yield `,${JSON.stringify(name)}:[`;
    for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
      const texts = rows
        .slice(at, at + CHUNK_ROWS)
        .map((row) => JSON.stringify(unsealed(secrets, name, row)));
      yield `${at > 0 ? ',' : ''}${texts.join(',')}`;
    }
    yield ']';
  }
  yield '}';
}

type Row = Readonly<Record<string, unknown>>;

async function readList(db: Db, statement: SQL): Promise<Row[]> {
  const rows = await queryRows<{ row: Row }>(db)`
    select to_json(listed) as row from (${statement}) listed`;
  return rows.map(({ row }) => Object.fromEntries(Object.entries(row).map(present)));
}

/** What is encrypted in the database, as its user knows it. */
function unsealed(secrets: Keyring, list: string, { sealed, ...row }: Row): Row {
  if (typeof sealed !== 'string') return row;
  const bytes = Buffer.from(sealed, 'hex');
  return list === 'guesses'
    ? { ...row, code: decryptCode(secrets, String(row['voucher']), bytes) }
    : { ...row, account: readDestination(secrets, bytes) };
}

/** A value of the database as the API writes it. */
function present([name, value]: [string, unknown]): [string, unknown] {
  if (name.endsWith('_at') && typeof value === 'string')
    return [name, new Date(value).toISOString()];
  if (name === 'amount' || name === 'fee' || name === 'gets')
    return [name, minorToMajor(BigInt(Number(value)))];
  return [name, value];
}
