import { sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';

const BATCH_ROWS = 5_000;

/**
 * Counts from how many devices and networks some vouchers that have ended were guessed, and then forgets which: the
 * count stands before the first is forgotten, and is not made again by a run that follows one that died. Guesses are
 * counted with it, since a node of the version before may have ended a voucher with some too few.
 */
export async function forgetOrigins(db: Db, voucherIds: readonly number[]): Promise<void> {
  const among = sql`voucher_id in ${voucherIds} and network_hash is not null`;
  await db.execute(sql`
    update vouchers set guess_devices = counted.devices, guess_networks = counted.networks,
      guess_count = (select count(*)::int from guesses where guesses.voucher_id = vouchers.id)
    from (
      select voucher_id, count(distinct device_hash)::int as devices, count(distinct network_hash)::int as networks
      from guesses where ${among} group by voucher_id
    ) as counted
    where vouchers.id = counted.voucher_id and vouchers.guess_networks is null`);
  let forgotten: number;
  do {
    const [row] = await queryRows<{ n: number }>(
      db,
      sql`
      with forgotten as (
        update guesses set device_hash = null, network_hash = null
        where id in (select id from guesses where ${among} limit ${BATCH_ROWS}) returning 1
      ) select count(*)::int as n from forgotten`,
    );
    forgotten = row?.n ?? 0;
  } while (forgotten > 0);
}
