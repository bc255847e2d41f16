import { describe, expect, it } from 'vitest';
import { TTL_MS } from '../../contract/constants.ts';
import { readCreated } from '../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../local/queries/vouchers.ts';
import { json, type Handler, type SentRequest } from '../../local/testing/fake-environment.ts';
import {
  CODE_A,
  ULID_A,
  ULID_B,
  sampleCreated,
  sampleVoucher,
} from '../../local/testing/samples.ts';
import { lost, NOW, says, showsVoucher, signedInFixture } from '../testing/worker-fixture.ts';
import { VOUCHER_FETCH_DEDUPE_MS } from '../context.ts';

const INPUT = {
  amount: 5_000,
  currency: 'NGN',
  is_private: true,
  enable_2fa: false,
  restrict_recipient: true,
  recipient_email: 'kofi@goodies.test',
  payment_method: 'wallet',
} as const;

const CREATED = { id: 7, ulid: ULID_A, status: 'pending', amount_due: 5_100, currency: 'NGN' };
const created: Handler = () => json(201, { success: true, message: '', data: CREATED });
const taken: Handler = () => json(409, { success: false, code: 'code_taken', message: '' });

const formOf = ({ body }: SentRequest): FormData => {
  if (!(body instanceof FormData)) throw new Error('no form was sent');
  return body;
};

async function fixture(handler: Handler) {
  const made = await signedInFixture(handler);
  return {
    ...made,
    codesSent: () => made.server.requests.map((request) => formOf(request).get('code')),
  };
}

describe('making a payment voucher', () => {
  it('sends the form with a code of its own', async () => {
    const { api, server, codesSent } = await fixture(created);
    expect(await api.createPaymentVoucher(INPUT)).toEqual({ ok: true, value: CREATED });
    const [request] = server.requests;
    expect(request?.path).toBe('/api/v1/vouchers');
    if (!request) return;
    const { code, timezone, ...fields } = Object.fromEntries(formOf(request));
    expect(code).toMatch(/^\d{13}$/);
    expect(timezone).toBeTruthy();
    expect(fields).toEqual({
      purpose: 'payment',
      type: 'goodies',
      masked_digits: '3',
      amount: '5000',
      currency: 'NGN',
      is_private: '1',
      enable_2fa: '0',
      restrict_recipient: '1',
      recipient_email: 'kofi@goodies.test',
      payment_method: 'wallet',
    });
    await api.createPaymentVoucher(INPUT);
    expect(new Set(codesSent()).size).toBe(2);
  });

  it('draws another code, with another key, while codes are taken', async () => {
    let left = 3;
    const { api, codesSent, keysSent } = await fixture((request) => {
      left -= 1;
      return left >= 0 ? taken(request) : created(request);
    });
    expect(await api.createPaymentVoucher(INPUT)).toMatchObject({ ok: true });
    expect(new Set(codesSent()).size).toBe(4);
    expect(new Set(keysSent()).size).toBe(4);
  });

  it('gives up after three further codes', async () => {
    const { api, db, server } = await fixture(taken);
    expect(await api.createPaymentVoucher(INPUT)).toMatchObject({ error: { code: 'code_taken' } });
    expect(server.requests).toHaveLength(4);
    expect(await db.pendingCommands.count()).toBe(0);
  });

  it('repeats the same code with the same key while its end is not known', async () => {
    const { api, db, server, codesSent, keysSent } = await fixture(lost);
    expect(await api.createPaymentVoucher(INPUT)).toMatchObject({ error: { code: 'network' } });
    expect((await db.pendingCommands.toArray())[0]?.code).toBe(codesSent()[0]);
    server.answerBy(created);
    await api.createPaymentVoucher(INPUT);
    expect(codesSent()).toHaveLength(3);
    expect(new Set(codesSent()).size).toBe(1);
    expect(new Set(keysSent()).size).toBe(1);
    expect(await db.pendingCommands.count()).toBe(0);
  });

  it.each([
    ['pending', 1],
    ['active', 2],
    ['used', 2],
  ] as const)(
    'the same again, once the first is listed as %s, is voucher %i',
    async (status, n) => {
      const { api, db, server, codesSent } = await fixture(lost);
      await api.createPaymentVoucher(INPUT);
      const code = (await db.pendingCommands.toArray())[0]?.code ?? '';
      server.answerBy(() =>
        json(200, {
          success: true,
          vouchers: [sampleCreated({ status, code })],
          has_more: false,
          current_page: 1,
        }),
      );
      await api.refreshCreated({});
      server.requests.splice(0);
      // As the server does: the same key is answered with the same voucher.
      server.answerBy((request) =>
        json(201, {
          success: true,
          message: '',
          data: { ...CREATED, ulid: formOf(request).get('code') === code ? ULID_A : ULID_B },
        }),
      );
      expect(await api.createPaymentVoucher(INPUT)).toMatchObject({
        value: { ulid: n === 1 ? ULID_A : ULID_B },
      });
      expect(new Set([code, ...codesSent()]).size).toBe(n);
    },
  );
});

describe('paying a voucher by a processor', () => {
  const PAYMENT = { voucher_id: ULID_A, amount: 5_000, processor: 'paystack' };
  const verified = (status: string, credited_to: string | null): Response =>
    says({ voucher_id: ULID_A, amount: 5_000, currency: 'NGN', status, credited_to })();

  it('keeps the voucher as pending from before the call until the payer is back', async () => {
    const { api, keys, server } = await fixture(() => json(200));
    let during: string | undefined;
    server.answerBy(async () => {
      during = await keys.read('pendingVoucher');
      return json(200, { success: true, authorization_url: 'https://pay.test/1', reference: 'r1' });
    });
    expect(await api.initializeVoucherPayment(PAYMENT)).toMatchObject({
      value: { authorization_url: 'https://pay.test/1' },
    });
    expect(during).toBe(ULID_A);
    expect(await keys.read('pendingVoucher')).toBe(ULID_A);
    server.answerBy(() => verified('pending', null));
    await api.verifyVoucherPayment({ reference: 'r1', processor: 'paystack' });
    expect(await keys.read('pendingVoucher')).toBeUndefined();
  });

  it('that could not begin leaves nothing pending', async () => {
    const { api, keys } = await fixture(() => json(502));
    await api.initializeVoucherPayment(PAYMENT);
    expect(await keys.read('pendingVoucher')).toBeUndefined();
  });

  it.each([
    ['settled', 'voucher', 'active'],
    ['settled', 'wallet', 'pending'],
    ['pending', null, 'pending'],
  ])('%s for the %s leaves the voucher %s', async (status, creditedTo, expected) => {
    const { api, db } = await fixture(() => verified(status, creditedTo));
    await db.createdVouchers.put({ ...sampleCreated({ status: 'pending' }), fetchedAt: NOW });
    await api.verifyVoucherPayment({ reference: 'r1' });
    expect((await db.createdVouchers.get(ULID_A))?.status).toBe(expected);
  });

  it.each(['used', 'cancelled'] as const)(
    'leaves one that is %s since as it is',
    async (status) => {
      const { api, db } = await fixture(() => verified('settled', 'voucher'));
      await db.vouchers.put({ ...sampleVoucher({ status }), fetchedAt: NOW });
      await db.createdVouchers.put({ ...sampleCreated({ status }), fetchedAt: NOW });
      await api.verifyVoucherPayment({ reference: 'r1' });
      expect((await db.vouchers.get(ULID_A))?.status).toBe(status);
      expect((await db.createdVouchers.get(ULID_A))?.status).toBe(status);
    },
  );
});

describe('one’s own vouchers', () => {
  it('are listed with their codes, and are fresh for a while', async () => {
    const { api, db, pass, server } = await fixture(() =>
      json(200, { success: true, vouchers: [sampleCreated()], has_more: true, current_page: 1 }),
    );
    await api.refreshCreated({ status: 'all' });
    expect(server.requests[0]?.path).toBe('/api/v1/vouchers/created?page=1');
    expect(await readCreated(db, {})).toMatchObject({
      hasMore: true,
      rows: [{ ulid: ULID_A, code: CODE_A }],
    });
    pass(TTL_MS.vouchers - 1);
    await api.refreshCreated({});
    expect(server.requests).toHaveLength(1);
    await api.refreshCreated({ status: 'pending', page: 2 });
    expect(server.requests[1]?.path).toBe('/api/v1/vouchers/created?page=2&status=pending');
  });

  it('split: both parts are there, and the lists are asked for anew', async () => {
    const parts = [
      sampleCreated({ amount: 2_000 }),
      sampleCreated({ ulid: ULID_B, id: 8, amount: 3_000 }),
    ];
    const { api, db, server, keysSent } = await fixture(() =>
      json(200, { success: true, vouchers: parts.slice(0, 1), has_more: false, current_page: 1 }),
    );
    await api.refreshCreated({});
    server.answerBy(() => json(200, { success: true, message: '', data: parts }));
    expect(await api.splitVoucher({ voucher_id: ULID_A, split_amount: 2_000 })).toMatchObject({
      ok: true,
    });
    expect(keysSent()[0]).toBeTruthy();
    expect((await db.createdVouchers.toArray()).map(({ amount }) => amount)).toEqual([
      2_000, 3_000,
    ]);
    const listed = await readCreated(db, {});
    expect(listed?.rows.map(({ ulid }) => ulid)).toEqual([ULID_B, ULID_A]);
    await api.refreshCreated({});
    expect(server.requests).toHaveLength(3);
  });

  it('split: its own page, which was open a moment ago, shows what it is still worth', async () => {
    const whole = { ...sampleVoucher({ purpose: 'payment', amount: 5_000 }), wait_seconds: 0 };
    const { api, db, server } = await fixture(() => showsVoucher(whole));
    await api.refreshVoucher(ULID_A);
    const data = [
      sampleCreated({ amount: 2_000 }),
      sampleCreated({ ulid: ULID_B, id: 8, amount: 3_000 }),
    ];
    server.answerBy(() => json(200, { success: true, message: '', data }));
    await api.splitVoucher({ voucher_id: ULID_A, split_amount: 2_000 });
    expect(await readVoucher(db, ULID_A)).toMatchObject({ amount: 2_000, purpose: 'payment' });
    expect(await readVoucher(db, ULID_B)).toBeUndefined();
  });

  it('cancelled: shown as such, and the wallet is asked for anew', async () => {
    const { api, db, server, keysSent } = await fixture(
      says({ voucher_id: ULID_A, status: 'cancelled', amount: 5_000, currency: 'NGN' }),
    );
    await db.createdVouchers.put({ ...sampleCreated(), fetchedAt: NOW });
    await db.wallets.put({ currency: 'NGN', amount: 1, fetchedAt: NOW });
    expect(await api.cancelVoucher(ULID_A)).toMatchObject({ ok: true });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: `/api/v1/vouchers/${ULID_A}/cancel`,
    });
    expect(keysSent()[0]).toBeTruthy();
    expect((await db.createdVouchers.get(ULID_A))?.status).toBe('cancelled');
    await api.refreshWallets();
    expect(server.requests).toHaveLength(2);
  });

  it('the second factor is as the server says', async () => {
    const { api, db, server } = await fixture(says({ enable_2fa: true }));
    await db.createdVouchers.put({ ...sampleCreated(), fetchedAt: NOW });
    expect(await api.updateTwoFactor(ULID_A, true)).toEqual({ ok: true, value: true });
    expect(server.requests[0]?.body).toEqual({ enable_2fa: 1 });
    expect((await db.createdVouchers.get(ULID_A))?.enable_2fa).toBe(true);
    server.answerBy(() => json(500));
    await api.updateTwoFactor(ULID_A, false);
    expect((await db.createdVouchers.get(ULID_A))?.enable_2fa).toBe(true);
  });

  it('of a user who signed out meanwhile are not written', async () => {
    const { api, db, server } = await fixture(created);
    server.answerBy(async () => {
      await api.logout();
      return json(200, { success: true, message: '', data: [sampleCreated()] });
    });
    await api.splitVoucher({ voucher_id: ULID_A, split_amount: 10 });
    expect(await db.createdVouchers.count()).toBe(0);
  });
});

describe('a payment voucher opened by its code', () => {
  const opened: Handler = () => showsVoucher(sampleVoucher({ purpose: 'payment' }));

  it('is found by it again, also after a refresh by its ulid', async () => {
    const { api, db } = await fixture(opened);
    await api.refreshVoucher(CODE_A);
    expect((await readVoucher(db, CODE_A))?.ulid).toBe(ULID_A);
    await api.refreshVoucher(ULID_A, { force: true });
    expect((await readVoucher(db, CODE_A))?.ulid).toBe(ULID_A);
  });

  it('rests while it is fresh, and goes when it is gone', async () => {
    const { api, db, pass, server } = await fixture(opened);
    await api.refreshVoucher(CODE_A);
    pass(VOUCHER_FETCH_DEDUPE_MS);
    await api.refreshVoucher(CODE_A);
    expect(server.requests).toHaveLength(1);
    server.answerBy(() => json(404));
    await api.refreshVoucher(CODE_A, { force: true });
    expect(await readVoucher(db, CODE_A)).toBeUndefined();
  });

  it('a giveaway opened by a code gets none', async () => {
    const { api, db, server } = await fixture(opened);
    server.answerBy(() => showsVoucher(sampleVoucher()));
    await api.refreshVoucher(CODE_A);
    expect((await db.vouchers.get(ULID_A))?.code).toBeNull();
  });
});
