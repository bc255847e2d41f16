import { desc, eq, lt } from 'drizzle-orm';
import { decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose';

import { RECEIPT_ALGORITHM } from '../../contract/fairness/commitment.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { receiptKeys } from '../db/schema/giveaways.ts';
import { bookCheckpoints, bookOpenings } from '../db/schema/operations.ts';
import type { Deps } from '../deps.ts';
import { OKP, takeSigningKey } from '../giveaways/receipts.ts';
import type { ProvedJournal } from '../ledger/invariants.ts';

/** No transaction lasts so long: what was written before has been committed, or never will be. */
const SETTLED_AFTER_MS = 10 * MINUTE_MS;
const CHECKPOINTS_KEEP_MS = 30 * DAY_MS;

/** What the journal held at a checkpoint. */
interface Claims extends ProvedJournal {
  /** Prizes by currency, in minor units. */
  readonly prizes: Readonly<Record<string, string>>;
  /** SHA-256 of the opening balances. */
  readonly openings: string;
}

export interface Checkpoint extends Claims {
  readonly madeAt: Date;
}

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** In one pass, and without a text of all accounts. */
async function hashOpenings(db: Db): Promise<string> {
  const [row] = await queryRows<{ hash: string | null }>(db)`
    select encode(sha256(string_agg(part, ''::bytea order by bucket)), 'hex') as hash from (
      select account_id / 1000 as bucket,
        sha256(convert_to(string_agg(account_id || ':' || balance, ',' order by account_id), 'UTF8')) as part
      from book_openings group by 1
    ) each`;
  return row?.hash ?? '';
}

async function verify(db: Db, signed: string): Promise<Claims | undefined> {
  try {
    const { kid = '' } = decodeProtectedHeader(signed);
    const [found] = await db.select().from(receiptKeys).where(eq(receiptKeys.kid, kid));
    if (!found) return undefined;
    const key = await importJWK({ ...OKP, x: found.publicKey }, RECEIPT_ALGORITHM);
    const { payload } = await jwtVerify<Claims>(signed, key, { algorithms: [RECEIPT_ALGORITHM] });
    return payload;
  } catch {
    return undefined;
  }
}

/** @returns undefined before the first one, and where it or one of its opening balances is not what was signed */
export async function readCheckpoint(db: Db, log: Deps['log']): Promise<Checkpoint | undefined> {
  const [row] = await db.select().from(bookCheckpoints).orderBy(desc(bookCheckpoints.id)).limit(1);
  if (!row) return undefined;
  const claims = await verify(db, row.signed);
  const isTrue = claims !== undefined && claims.openings === (await hashOpenings(db));
  if (isTrue) return { ...claims, madeAt: row.madeAt };
  log.error({ madeAt: row.madeAt }, 'the opening balances are not those that were signed');
  return undefined;
}

/** Prizes that were won after this entry, by currency; one that was taken back does not count. */
export const readPrizes = (db: Db, afterEntry: number, upToEntry?: number) =>
  queryRows<{ currency: string; prizes: string }>(db)`
    select entry.currency, sum(entry.amount)::text as prizes
    from journal_entries entry
    join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
    where entry.id > ${afterEntry} and entry.id <= coalesce(${upToEntry ?? null}::bigint, entry.id)
    and (entry.kind = 'voucher_win' or entry.kind = 'voucher_refund' and entry.amount < 0)
    group by 1`;

/** @returns sums by currency, in minor units as text */
export function addPrizes(
  known: Readonly<Record<string, string>>,
  more: readonly { readonly currency: string; readonly prizes: string }[],
): Record<string, string> {
  const sums = { ...known };
  for (const { currency, prizes } of more)
    sums[currency] = String(BigInt(sums[currency] ?? '0') + BigInt(prizes));
  return sums;
}

interface Ends {
  readonly entry: string | null;
  readonly movement: string | null;
}

/** The last entry and the last movement that no transaction can precede any more. */
async function findEnds(
  db: Db,
  provedAtMs: number,
  from: ProvedJournal,
): Promise<{ readonly entry: number; readonly movement: number }> {
  const before = new Date(provedAtMs - SETTLED_AFTER_MS).toISOString();
  const [ends] = await queryRows<Ends & Record<string, unknown>>(db)`
    select
      (select id from journal_entries where moved_at < ${before}::timestamptz order by id desc limit 1) as entry,
      (select id from journal_transactions where created_at < ${before}::timestamptz order by id desc limit 1) as movement`;
  return {
    entry: Math.max(from.lastEntry, Number(ends?.entry ?? 0)),
    movement: Math.max(from.lastMovement, Number(ends?.movement ?? 0)),
  };
}

const FIRST_DAY: Omit<Claims, 'openings'> = {
  lastEntry: 0,
  lastMovement: 0,
  entries: 0,
  movements: 0,
  prizes: {},
};

/**
 * Makes a checkpoint of what has just been proved, from the last one on; that takes as long as what came since.
 * @param provedAtMs when the proof began; it saw nothing that came later
 * @param from undefined begins with the first entry
 */
export async function makeCheckpoint(
  db: Db,
  deps: KeyDeps,
  provedAtMs: number,
  from: Omit<Claims, 'openings'> = FIRST_DAY,
): Promise<void> {
  const { kid, key } = await takeSigningKey(deps);
  await db.transaction(async (tx) => {
    if (from === FIRST_DAY) await tx.delete(bookOpenings);
    const ends = await findEnds(tx, provedAtMs, from);
    const rows = queryRows<{ entries: string; movements: string }>(tx);
    const [more] = await rows`
      with added as (
        insert into book_openings (account_id, balance)
        select account_id, sum(amount) from journal_entries
        where id > ${from.lastEntry} and id <= ${ends.entry} group by 1
        on conflict (account_id) do update set balance = book_openings.balance + excluded.balance
      )
      select
        (select count(*) from journal_entries where id > ${from.lastEntry} and id <= ${ends.entry}) as entries,
        (select count(*) from journal_transactions where id > ${from.lastMovement} and id <= ${ends.movement}) as movements`;
    const claims: Claims = {
      lastEntry: ends.entry,
      lastMovement: ends.movement,
      entries: from.entries + Number(more?.entries ?? 0),
      movements: from.movements + Number(more?.movements ?? 0),
      prizes: addPrizes(from.prizes, await readPrizes(tx, from.lastEntry, ends.entry)),
      openings: await hashOpenings(tx),
    };
    const signed = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: RECEIPT_ALGORITHM, kid, typ: 'books+jwt' })
      .sign(key);
    const madeAt = new Date(provedAtMs);
    await tx.insert(bookCheckpoints).values({ madeAt, signed });
    const oldest = new Date(madeAt.getTime() - CHECKPOINTS_KEEP_MS);
    await tx.delete(bookCheckpoints).where(lt(bookCheckpoints.madeAt, oldest));
  });
}
