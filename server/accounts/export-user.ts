import { sql } from 'drizzle-orm';

import type { ExportAnswer } from '../../contract/accounts.ts';
import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { Deps } from '../deps.ts';
import { readDestination } from '../disbursements/destination-owner.ts';
import { decryptCode } from '../vouchers/voucher-secrets.ts';
import { type ExportList, exportLists } from './export-lists.ts';
import { readLimits } from './play-limits.ts';
import { getUser, presentUser } from './users.ts';

/** Returns all data about a user except hashes, tokens and codes that are still secret. */
export async function readExport(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  userId: number,
): Promise<ExportAnswer> {
  const { db, clock, secrets } = deps;
  const now = dateOf(clock);
  const user = await getUser(db, userId);
  const lists = await readLists(db, userId);
  return {
    success: true,
    exported_at: now.toISOString(),
    user: presentUser(user, now),
    google_subject: user.googleSubject,
    limits: await readLimits(deps, userId),
    ...lists,
    guesses: lists.guesses.map(({ sealed, ...guess }) => ({
      ...guess,
      code: decryptCode(secrets, String(guess['voucher']), Buffer.from(String(sealed), 'hex')),
    })),
    named_accounts: lists.named_accounts.map(({ sealed, ...named }) => ({
      ...named,
      account: readDestination(secrets, Buffer.from(String(sealed), 'hex')),
    })),
  };
}

type Row = Readonly<Record<string, unknown>>;

async function readLists(db: Db, userId: number): Promise<Record<ExportList, Row[]>> {
  const lists: [string, Row[]][] = [];
  for (const [name, statement] of Object.entries(exportLists(sql`${userId}::int`))) {
    const rows = await queryRows<{ row: Row }>(db)`
      select to_json(listed) as row from (${statement}) listed`;
    lists.push([name, rows.map(({ row }) => Object.fromEntries(Object.entries(row).map(present)))]);
  }
  return Object.fromEntries(lists) as Record<ExportList, Row[]>;
}

/** A value of the database as the API writes it. */
function present([name, value]: [string, unknown]): [string, unknown] {
  if (name.endsWith('_at') && typeof value === 'string')
    return [name, new Date(value).toISOString()];
  if (name === 'amount' || name === 'fee' || name === 'gets')
    return [name, minorToMajor(BigInt(Number(value)))];
  return [name, value];
}
