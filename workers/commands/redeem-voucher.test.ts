import { describe, expect, it, vi } from 'vitest';
import { readVoucher } from '../../local/queries/vouchers.ts';
import { json, type Handler } from '../../local/testing/fake-environment.ts';
import { CODE_A, ULID_A, sampleCreated, sampleVoucher } from '../../local/testing/samples.ts';
import {
  NOW,
  refuses,
  showsVoucher,
  signedInFixture,
  workerFixture,
  says,
} from '../testing/worker-fixture.ts';

async function fixture(handler: Handler) {
  const made = await signedInFixture(handler);
  return {
    ...made,
    isStale: async (key: string) => (await made.db.createdVoucherLists.get(key))?.isStale,
  };
}

describe('redeeming', () => {
  const winner = { username: 'ada', avatar: null };
  const used = sampleVoucher({
    purpose: 'payment',
    winner,
    status: 'used',
    is_used: true,
    own_share: 5_000,
    own_receipt: 'j7',
  });
  const redeemed: Handler = ({ method }) =>
    method === 'GET'
      ? showsVoucher(used)
      : says({ amount: 5_000, currency: 'NGN' }, { message: 'Voucher redeemed for ₦5000!' })();

  it('hands over what was paid, and shows the voucher as used', async () => {
    const { api, db, server, isStale } = await fixture(redeemed);
    const voucher = sampleVoucher({ purpose: 'payment', code: CODE_A });
    await db.vouchers.put({ ...voucher, fetchedAt: NOW });
    await db.createdVouchers.put({ ...sampleCreated(), fetchedAt: NOW });
    await db.createdVoucherLists.put({ key: 'page=1', ulids: [], hasMore: false, fetchedAt: NOW });
    expect(await api.redeemVoucher({ code: CODE_A })).toEqual({
      ok: true,
      value: { message: 'Voucher redeemed for ₦5000!', amount: 5_000, currency: 'NGN' },
    });
    expect(server.requests[0]?.body).toEqual({ code: CODE_A });
    const end = { is_used: true, status: 'used', winner };
    expect(await db.vouchers.get(ULID_A)).toMatchObject(end);
    expect(await db.createdVouchers.get(ULID_A)).toMatchObject(end);
    expect(await isStale('page=1')).toBe(true);
  });

  it('tells the user what they have at once, and where its receipt is once the server has said', async () => {
    const { api, db, server } = await fixture(redeemed);
    await db.vouchers.put({
      ...sampleVoucher({ purpose: 'payment', code: CODE_A }),
      fetchedAt: NOW,
    });
    server.answerBy((request) => (request.method === 'GET' ? json(503) : redeemed(request)));
    await api.redeemVoucher({ code: CODE_A });
    expect(await db.vouchers.get(ULID_A)).toMatchObject({
      status: 'used',
      own_share: 5_000,
      winner,
    });
    server.answerBy(redeemed);
    await api.refreshVoucher(ULID_A);
    expect(await db.vouchers.get(ULID_A)).toMatchObject({ own_share: 5_000, own_receipt: 'j7' });
  });

  it('asks for no receipt of a voucher that this device does not show', async () => {
    const { api, server } = await fixture(redeemed);
    await api.redeemVoucher({ code: CODE_A });
    expect(server.requests).toHaveLength(1);
  });

  it('shows a voucher as used also where its code is not known on this device', async () => {
    const data = { amount: 5_000, currency: 'NGN', ulid: ULID_A };
    const { api, db } = await fixture(() =>
      json(200, { success: true, message: '', data, voucher: used }),
    );
    await db.vouchers.put({ ...sampleVoucher({ purpose: 'payment', code: null }), fetchedAt: NOW });
    await db.createdVouchers.put({ ...sampleCreated(), fetchedAt: NOW });
    await api.redeemVoucher({ code: CODE_A });
    expect(await db.vouchers.get(ULID_A)).toMatchObject({ is_used: true, status: 'used' });
    expect(await db.createdVouchers.get(ULID_A)).toMatchObject({ is_used: true, status: 'used' });
  });

  it('that came too late shows the voucher as it is now', async () => {
    const voucher = sampleVoucher({ purpose: 'payment', code: null });
    const opened = (now: object): Response => showsVoucher({ ...voucher, ...now });
    const { api, db, server } = await fixture(() => opened({}));
    await api.refreshVoucher(CODE_A);
    server.answerBy(({ method }) =>
      method === 'POST'
        ? json(409, { success: false, code: 'voucher_used', message: '' })
        : opened({ status: 'used', is_used: true }),
    );
    expect(await api.redeemVoucher({ code: CODE_A })).toMatchObject({
      error: { code: 'voucher_used' },
    });
    await vi.waitFor(async () => expect((await readVoucher(db, CODE_A))?.is_used).toBe(true));
  });

  it('asks for the release code, and is another command with it', async () => {
    const { api, server, keysSent } = await fixture(refuses(428, 'two_factor_required', ''));
    expect(await api.redeemVoucher({ code: CODE_A })).toMatchObject({
      error: { code: 'two_factor_required', status: 428 },
    });
    server.answerBy(redeemed);
    expect(await api.redeemVoucher({ code: CODE_A, otp: '123456' })).toMatchObject({ ok: true });
    expect(server.requests[1]?.body).toEqual({ code: CODE_A, otp: '123456' });
    expect(new Set(keysSent()).size).toBe(2);
  });

  it('sends nothing without a code or a session', async () => {
    const { api, db, server } = workerFixture(redeemed);
    expect(await api.redeemVoucher({ code: '' })).toMatchObject({
      error: { message: 'Please enter a voucher code' },
    });
    expect(await api.redeemVoucher({ code: CODE_A })).toMatchObject({
      error: { message: 'Please log in to redeem vouchers' },
    });
    expect(server.requests).toHaveLength(0);
    expect(await db.pendingCommands.count()).toBe(0);
  });
});
