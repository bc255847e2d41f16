import { sql } from 'drizzle-orm';

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { MoneyTrail } from '../../../contract/fairness.ts';
import { minorToMajor } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { queryRows } from '../../db/query-rows.ts';
import { currencyOf } from '../../lib/stored-currency.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

type Movement = MoneyTrail['movements'][number];

/** A draw with thousands of winners shows sums instead. */
const MOVEMENTS_SHOWN = 20;
const ENTRIES_SHOWN = 20;
/** The cache expires, because usernames change. */
const TRAILS_MAX = 200;
const TRAIL_KEEP_MS = MINUTE_MS;

interface Part {
  readonly movement: string;
  readonly kind: Movement['kind'];
  readonly moved_at: string;
  readonly account: Movement['entries'][number]['account'];
  readonly amount: string;
  readonly count: number;
  /** Null for later movements with many entries. */
  readonly shown: readonly Shown[] | null;
}

interface Shown {
  readonly account: Part['account'];
  readonly username: string | null;
  readonly amount: number;
}

type Trail = Pick<Voucher, 'id' | 'currency'>;

export type ReadMoneyTrail = (voucher: Trail) => Promise<MoneyTrail>;

/** The trail is read again once the giveaway's money has moved. */
export function createMoneyTrails({ db, clock }: Pick<Deps, 'db' | 'clock'>): ReadMoneyTrail {
  const trails = new Map<string, Promise<MoneyTrail>>();
  return async (voucher) => {
    const [last] = await queryRows<{ readonly id: string | null }>(
      db,
      sql`select max(id) as id from journal_transactions where voucher_id = ${voucher.id}`,
    );
    const key = `${voucher.id} ${last?.id} ${Math.floor(clock.now() / TRAIL_KEEP_MS)}`;
    const known = trails.get(key) ?? readMoneyTrail(db, voucher);
    trails.set(key, known);
    known.catch(() => trails.delete(key));
    const [oldest] = trails.keys();
    if (trails.size > TRAILS_MAX && oldest !== undefined) trails.delete(oldest);
    return known;
  };
}

const readParts = (db: Db, { id }: Trail): Promise<Part[]> =>
  queryRows<Part>(
    db,
    sql`
    with moved as (
      select *, row_number() over (order by id) as place from journal_transactions where voucher_id = ${id}
    )
    select moved.id as movement, moved.kind, moved.created_at::text as moved_at, account.type as account,
      sum(entry.amount)::text as amount, count(*)::int as count, (
        select json_agg(json_build_object('account', type, 'username', username, 'amount', amount) order by id)
        from (
          select entry.id, account.type, users.username, entry.amount
          from journal_entries entry
          join ledger_accounts account on account.id = entry.account_id
          left join users on users.id = account.user_id
          where entry.transaction_id = moved.id and moved.place <= ${MOVEMENTS_SHOWN}::int
          order by entry.id limit ${ENTRIES_SHOWN}::int
        ) shown
      ) as shown
    from moved
    join journal_entries entry on entry.transaction_id = moved.id
    join ledger_accounts account on account.id = entry.account_id
    group by moved.id, moved.kind, moved.created_at, moved.place, account.type, entry.amount < 0
    order by moved.id`,
  );

async function readMoneyTrail(db: Db, voucher: Trail): Promise<MoneyTrail> {
  const parts = await readParts(db, voucher);
  const total = (isPart: (part: Part) => boolean): number => majorSum(parts.filter(isPart));
  // A reversed prize moved from one wallet to another.
  const reversed = total(
    ({ account, kind, amount }) =>
      account === 'wallet' && kind === 'voucher_refund' && BigInt(amount) < 0n,
  );
  const toWallets = (kinds: readonly Movement['kind'][]): number =>
    total(({ account, kind }) => account === 'wallet' && kinds.includes(kind));
  const movements = movementsOf(parts);
  return {
    currency: currencyOf(voucher.currency),
    // The subtraction from 0 avoids -0.
    paid_in: 0 - toWallets(['voucher_payment']),
    prize: toWallets(['voucher_win']) + reversed,
    returned: toWallets(['voucher_refund']) - reversed,
    sharers: toWallets(['voucher_commission_share']),
    platform: total(({ account }) => account === 'fees'),
    in_escrow: total(({ account }) => account === 'escrow'),
    in_pool: total(({ account }) => account === 'pool'),
    movements: movements.slice(0, MOVEMENTS_SHOWN),
    movements_count: movements.length,
  };
}

function movementsOf(all: readonly Part[]): Movement[] {
  const firsts = all.filter(({ movement }, at) => all[at - 1]?.movement !== movement);
  return firsts.map(({ movement, kind, moved_at: movedAt, shown }) => {
    const parts = all.filter((part) => part.movement === movement);
    return {
      kind,
      created_at: new Date(movedAt).toISOString(),
      entries: (shown ?? []).map(({ account, username, amount }) => ({
        account,
        username,
        amount: minorToMajor(BigInt(amount)),
      })),
      entries_count: parts.reduce((sum, { count }) => sum + count, 0),
      sum: majorSum(parts),
    };
  });
}

const majorSum = (parts: readonly Pick<Part, 'amount'>[]): number =>
  minorToMajor(parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
