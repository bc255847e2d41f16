import { sql } from 'drizzle-orm';

import type { MoneyTrail } from '../../../contract/fairness.ts';
import { minorToMajor } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { currencyOf } from '../../lib/stored-currency.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

type Movement = MoneyTrail['movements'][number];

/** A journal entry of a giveaway, with the movement it belongs to. */
interface Entry {
  readonly movement: string;
  readonly kind: Movement['kind'];
  readonly moved_at: string;
  readonly account: Movement['entries'][number]['account'];
  readonly username: string | null;
  /** Minor units. */
  readonly amount: string;
}

/** Every journal entry of a giveaway, in one statement, and what the entries add up to. */
export async function readMoneyTrail(
  db: Db,
  voucher: Pick<Voucher, 'id' | 'currency'>,
): Promise<MoneyTrail> {
  const entries = await queryRows<Entry>(
    db,
    sql`
    select moved.id as movement, moved.kind, moved.created_at::text as moved_at,
      account.type as account, users.username, entry.amount::text as amount
    from journal_transactions moved
    join journal_entries entry on entry.transaction_id = moved.id
    join ledger_accounts account on account.id = entry.account_id
    left join users on users.id = account.user_id
    where moved.voucher_id = ${voucher.id} order by moved.id, entry.id`,
  );
  const total = (isPart: (entry: Entry) => boolean): number => majorSum(entries.filter(isPart));
  // A prize that was taken back left one wallet for another.
  const reversed = total(
    ({ account, kind, amount }) =>
      account === 'wallet' && kind === 'voucher_refund' && BigInt(amount) < 0n,
  );
  const toWallets = (kinds: readonly Movement['kind'][]): number =>
    total(({ account, kind }) => account === 'wallet' && kinds.includes(kind));
  return {
    currency: currencyOf(voucher.currency),
    // Not -0 where nothing was paid in.
    paid_in: 0 - toWallets(['voucher_payment']),
    prize: toWallets(['voucher_win']) + reversed,
    returned: toWallets(['voucher_refund']) - reversed,
    sharers: toWallets(['voucher_commission_share']),
    platform: total(({ account }) => account === 'fees'),
    in_escrow: total(({ account }) => account === 'escrow'),
    in_pool: total(({ account }) => account === 'pool'),
    movements: movementsOf(entries),
  };
}

function movementsOf(entries: readonly Entry[]): Movement[] {
  const movements = new Map<string, Entry[]>();
  for (const entry of entries) {
    const others = movements.get(entry.movement);
    if (others) others.push(entry);
    else movements.set(entry.movement, [entry]);
  }
  return [...movements.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    return [
      {
        kind: first.kind,
        created_at: new Date(first.moved_at).toISOString(),
        entries: parts.map(({ account, username, amount }) => ({
          account,
          username,
          amount: minorToMajor(BigInt(amount)),
        })),
        sum: majorSum(parts),
      },
    ];
  });
}

const majorSum = (entries: readonly Entry[]): number =>
  minorToMajor(entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
