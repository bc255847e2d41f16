import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { minorToMajor } from '../../contract/money.ts';
import { queryRows } from '../../server/db/query-rows.ts';
import { splitVoucher } from '../../server/payment-vouchers/split-voucher.ts';
import { addPerson } from '../fixtures/api/people.ts';
import { openVoucher } from './payment-voucher-scene.ts';
import { setUpScene } from './scene.ts';

const scene = setUpScene();

describe('two thousand splits of one voucher', () => {
  it('make and lose no kobo', async () => {
    const SPLITS = 2_000;
    const AT_ONCE = 16;
    const whole = 4_000_000_07n;
    const creator = await addPerson(scene.deps, 'splitter', { walletMinor: whole + 50_000n });
    const { ulid } = await openVoucher(scene.deps, creator, whole);
    const queue: { ulid: string; minor: number }[] = [{ ulid, minor: Number(whole) }];
    let splits = 0;
    while (splits < SPLITS) {
      const batch = queue.splice(0, Math.min(AT_ONCE, SPLITS - splits));
      splits += batch.length;
      const parts = await Promise.all(
        batch.map(({ ulid: voucher_id, minor }) =>
          splitVoucher(scene.deps, {
            userId: creator.userId,
            body: { voucher_id, split_amount: minorToMajor(Math.floor(minor / 2)) },
            requestKey: undefined,
          }),
        ),
      );
      for (const { data } of parts)
        for (const part of data)
          queue.push({ ulid: part.ulid, minor: Math.round(part.amount * 100) });
    }
    const [sum] = await queryRows<{ n: number; total: string; codes: number }>(
      scene.deps.db,
      sql`select count(*)::int as n, sum(amount)::text as total, count(distinct code_hash)::int as codes
          from vouchers where creator_id = ${creator.userId} and status = 'active'`,
    );
    expect(sum).toEqual({ n: SPLITS + 1, total: String(whole), codes: SPLITS + 1 });
  });
});
