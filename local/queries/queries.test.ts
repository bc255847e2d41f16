import { describe, expect, it, vi } from 'vitest';
import { canonicalQuery, createdListKey, voucherListKey } from '../canonical-query.ts';
import { freshDatabase } from '../testing/fresh-device.ts';
import { CODE_A, ULID_A, ULID_B, sampleCreated, sampleVoucher } from '../testing/samples.ts';
import { hasSeveralHandedOver, readCreated, readHandedOver } from './created-vouchers.ts';
import { readTries, readVoucher } from './vouchers.ts';
import { readVoucherList } from './voucher-lists.ts';

describe('queries', () => {
  it('makes equal queries equal', () => {
    expect(canonicalQuery({ b: 2, a: 'x y', c: undefined, d: '' })).toBe('a=x+y&b=2');
    expect(voucherListKey({ page: 1 })).toBe(voucherListKey({ sort_by: 'amount' }));
    expect(voucherListKey({ page: 2 })).not.toBe(voucherListKey({}));
  });

  it('finds a voucher by ulid in either case and by id', async () => {
    const db = freshDatabase();
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: 1 });
    for (const name of [ULID_A, ULID_A.toLowerCase(), '7']) {
      expect((await readVoucher(db, name))?.ulid).toBe(ULID_A);
    }
    expect(await readVoucher(db, '8')).toBeUndefined();
  });

  it('finds a payment voucher by its code, and no giveaway by the code it shows', async () => {
    const db = freshDatabase();
    await db.vouchers.put({ ...sampleVoucher({ code: CODE_A }), fetchedAt: 1 });
    expect(await readVoucher(db, CODE_A)).toBeUndefined();
    const payment = sampleVoucher({ ulid: ULID_B, id: 8, purpose: 'payment', code: CODE_A });
    await db.vouchers.put({ ...payment, fetchedAt: 1 });
    expect((await readVoucher(db, CODE_A))?.ulid).toBe(ULID_B);
  });

  it('lists own tries of the server and of this device once, the newest first', async () => {
    const db = freshDatabase();
    const known = { number: 3, code: '4820417236905', created_at: '2026-11-28T10:00:00Z' };
    await db.vouchers.put({ ...sampleVoucher(), own_entries: [known], fetchedAt: 1 });
    const receipt = { voucherUlid: ULID_A, result: 'wrong', at: 1 } as const;
    await db.receipts.bulkPut([
      { ...receipt, guessNumber: 3, code: known.code },
      { ...receipt, guessNumber: 9, code: '4820517236905' },
      { ...receipt, guessNumber: 4 },
      { ...receipt, voucherUlid: ULID_B, guessNumber: 5, code: '4820617236905' },
    ]);
    expect(await readTries(db, ULID_A)).toEqual(['4820517236905', known.code]);
  });

  it('lists one’s own vouchers by status and page', async () => {
    const db = freshDatabase();
    await db.createdVouchers.put({ ...sampleCreated(), fetchedAt: 1 });
    const key = createdListKey({ status: 'all', page: 1 });
    await db.createdVoucherLists.put({ key, ulids: ['GONE', ULID_A], hasMore: true, fetchedAt: 5 });
    const page = await readCreated(db, {});
    expect(page).toMatchObject({ hasMore: true, fetchedAt: 1, rows: [{ code: CODE_A }] });
    expect(await readCreated(db, { status: 'pending' })).toBeUndefined();
  });

  it('finds the payment vouchers that still hold money, by the newer of two answers', async () => {
    const db = freshDatabase();
    const put = (ulid: string, changes: Parameters<typeof sampleCreated>[0] = {}) =>
      db.createdVouchers.put({ ...sampleCreated({ ulid, ...changes }), fetchedAt: 1 });
    await put('OPEN');
    await put('NEWER', { created_at: '2096-01-01T00:00:00.000Z' });
    await put('PENDING', { status: 'pending' });
    await put('GIVEAWAY', { purpose: 'giveaway' });
    await put('SECRET', { code: null });
    await put('CLAIMED');
    const claimed = { ulid: 'CLAIMED', purpose: 'payment', status: 'used', is_used: true } as const;
    await db.vouchers.put({ ...sampleVoucher(claimed), fetchedAt: 2 });
    expect((await readHandedOver(db)).map(({ ulid }) => ulid)).toEqual(['NEWER', 'OPEN']);
    expect(await hasSeveralHandedOver(db)).toBe(true);
    await db.createdVouchers.delete('NEWER');
    expect(await hasSeveralHandedOver(db)).toBe(false);
  });

  it('finds two of them below many that were claimed, and reads no more', async () => {
    const db = freshDatabase();
    const numbers = Array.from({ length: 100 }, (_, at) => `${at}`.padStart(3, '0'));
    await db.createdVouchers.bulkPut(
      numbers.map((ulid, at) => ({
        ...sampleCreated({ ulid, is_used: at > 50 || at < 40 }),
        fetchedAt: 1,
      })),
    );
    const read = vi.spyOn(db.vouchers, 'bulkGet');
    expect(await hasSeveralHandedOver(db)).toBe(true);
    expect(read.mock.calls.flatMap(([ulids]) => ulids)).toEqual(numbers.slice(40).reverse());
  });

  it('lists vouchers in the order of the server, without those that are gone', async () => {
    const db = freshDatabase();
    const query = { currency: 'NGN' } as const;
    expect(await readVoucherList(db, query)).toBeUndefined();
    const ulids = [ULID_B, 'GONE', ULID_A];
    await db.voucherLists.put({
      key: voucherListKey(query),
      ulids,
      lastPage: 3,
      total: 30,
      fetchedAt: 5,
    });
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: 1 });
    await db.vouchers.put({ ...sampleVoucher({ ulid: ULID_B }), fetchedAt: 1 });
    const page = await readVoucherList(db, query);
    expect(page?.rows.map(({ ulid }) => ulid)).toEqual([ULID_B, ULID_A]);
    expect(page).toMatchObject({ hasMore: true, fetchedAt: 1 });
    // Between them is one that is not here.
    expect([...(page?.gaps ?? [])]).toEqual([ULID_A]);
  });
});
