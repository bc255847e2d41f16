import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../local/queries/answers.ts';
import { readSavedAccounts, readTransactionReceipt } from '../../local/queries/money.ts';
import { json, portal, type Handler } from '../../local/testing/fake-environment.ts';
import {
  sampleReceipt,
  sampleUser,
  ULID_A,
  sampleSavedAccount,
} from '../../local/testing/samples.ts';
import {
  NOW,
  refuses,
  says,
  signedInFixture,
  tooSlow,
  WITHDRAWAL,
  accepted,
} from '../testing/worker-fixture.ts';

describe('withdrawing', () => {
  it('hands over reference and status, and has the wallet asked for anew', async () => {
    const { api, db, server } = await signedInFixture(accepted);
    await db.wallets.put({ currency: 'NGN', amount: 5_000, fetchedAt: NOW });
    expect(await api.withdraw(WITHDRAWAL)).toEqual({
      ok: true,
      value: { reference: 'wd_1', status: 'processing' },
    });
    expect(server.requests[0]).toMatchObject({ path: '/api/v1/wallet/withdraw', body: WITHDRAWAL });
    expect((await db.wallets.get('NGN'))?.amount).toBe(5_000);
    await api.refreshWallets();
    expect(server.requests).toHaveLength(2);
  });

  it('keeps its key through every refusal of a PIN, and stores no PIN', async () => {
    const refusals = [
      [428, 'pin_required', undefined],
      [422, 'pin_wrong', '135792'],
      [429, 'pin_locked', '135792'],
      [403, 'pin_needed', '135792'],
    ] as const;
    const { api, db, server, keysSent } = await signedInFixture(accepted);
    for (const [status, code, pin] of refusals) {
      server.answerBy(() => json(status, { success: false, code, message: code }));
      expect(await api.withdraw({ ...WITHDRAWAL, ...(pin && { pin }) })).toMatchObject({
        error: { code },
      });
    }
    const [stored] = await db.pendingCommands.toArray();
    server.answerBy(accepted);
    await api.withdraw({ ...WITHDRAWAL, pin: '246810' });
    expect(keysSent()).toHaveLength(5);
    expect(new Set(keysSent())).toEqual(new Set([stored?.key]));
    expect(await db.pendingCommands.count()).toBe(0);
    await api.withdraw(WITHDRAWAL);
    expect(keysSent().at(-1)).not.toBe(stored?.key);
  });
});

/** Answers a sign-in of this user, and all else by `handler`. */
const signsIn =
  (id: number, handler: Handler): Handler =>
  (request) =>
    request.path === '/api/login'
      ? json(200, { success: true, user: sampleUser({ id }), token: `token-${id}` })
      : handler(request);

describe('a session that expires before a withdrawal is answered', () => {
  const ada = sampleUser();

  async function expire() {
    const made = await signedInFixture(tooSlow);
    const { api, db, server } = made;
    await db.outbox.add({ kind: 'view', voucherUlid: ULID_A, createdAt: NOW });
    await api.withdraw(WITHDRAWAL);
    server.answerBy(() => json(401, { success: false, code: 'unauthenticated' }));
    // Neither this try nor one without a session may drop the key.
    const unauthenticated = { error: { code: 'unauthenticated' } };
    expect(await api.withdraw(WITHDRAWAL)).toMatchObject(unauthenticated);
    expect(await api.withdraw(WITHDRAWAL)).toMatchObject(unauthenticated);
    expect(server.requests).toHaveLength(2);
    expect(await db.user.count()).toBe(0);
    return made;
  }

  it('is repeated with its old key once the same user is back', async () => {
    const { api, db, server, keysSent } = await expire();
    server.answerBy(signsIn(ada.id, accepted));
    await api.login({ email: ada.email, password: 'p' });
    expect(await db.outbox.count()).toBe(1);
    expect(await api.withdraw(WITHDRAWAL)).toMatchObject({ ok: true });
    expect(keysSent().at(-1)).toBe(keysSent()[0]);
    expect(await db.pendingCommands.count()).toBe(0);
  });

  it('leaves nothing to another user of the device', async () => {
    const { api, db, server, keysSent } = await expire();
    server.answerBy(signsIn(ada.id + 1, accepted));
    await api.login({ email: 'kofi', password: 'p' });
    expect(await db.outbox.count()).toBe(0);
    expect(await db.pendingCommands.count()).toBe(0);
    await api.withdraw(WITHDRAWAL);
    expect(keysSent().at(-1)).not.toBe(keysSent()[0]);
  });
});

describe('accounts and banks', () => {
  it('tells whose account it is, or that the bank does not say', async () => {
    const { api, server } = await signedInFixture(says({ account_name: 'Ada Obi' }));
    const account = { code: '058', account_number: '0123456789' };
    expect(await api.resolveAccount(account)).toEqual({ ok: true, value: 'Ada Obi' });
    server.answerBy(() => json(200, { success: true, data: { account_name: null } }));
    expect(await api.resolveAccount(account)).toEqual({ ok: true, value: null });
  });

  it('keeps the banks of a region', async () => {
    const bank = { type: 'bank', code: '058', name: 'GTBank' };
    const { api, db, server } = await signedInFixture(() =>
      json(200, { success: true, currency: 'NGN', data: [bank] }),
    );
    const ofNigeria = { path: '/wallet/banks', region: 'nigeria' } as const;
    await api.refreshAnswer(ofNigeria);
    await api.refreshAnswer(ofNigeria);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v1/wallet/banks?region=nigeria',
    ]);
    expect((await readAnswer(db, ofNigeria))?.answer).toMatchObject({
      currency: 'NGN',
      data: [bank],
    });
    expect(await readAnswer(db, { path: '/wallet/banks', region: 'ghana' })).toBeUndefined();
  });

  it('tells what a payment method asks for', async () => {
    const data = { methodId: 'mpesa', config: {}, provider: null, providerName: null };
    const { api, server } = await signedInFixture(() => json(200, { success: true, data }));
    expect(await api.configurePaymentMethod('mpesa')).toEqual({ ok: true, value: data });
    expect(server.requests[0]?.body).toEqual({ method: 'mpesa' });
  });
});

describe('receipt and statement', () => {
  it('keeps the receipt of a transaction', async () => {
    const receipt = sampleReceipt();
    const { api, db, server } = await signedInFixture(says(receipt));
    await api.refreshTransaction('t1');
    expect(server.requests[0]?.path).toBe('/api/v1/transactions/t1');
    expect(await readTransactionReceipt(db, 't1')).toEqual({ ...receipt, fetchedAt: NOW });
  });

  it('downloads the statement as a file', async () => {
    const { api, server } = await signedInFixture(
      () =>
        new Response('date,amount\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
    );
    const result = await api.downloadStatement({ type: 'withdrawal' });
    expect(server.requests[0]?.path).toBe('/api/v1/transactions.csv?type=withdrawal');
    expect(result.ok && (await result.value.text())).toBe('date,amount\r\n');
  });

  it('takes no login portal for a statement', async () => {
    const { api } = await signedInFixture(() => portal(200));
    expect(await api.downloadStatement({})).toMatchObject({ error: { code: 'network' } });
  });
});

describe('saved accounts', () => {
  const lists: Handler = ({ method }) =>
    method === 'DELETE'
      ? json(200, { success: true })
      : json(200, {
          success: true,
          data: ['gdw-1', 'gdw-2'].map((id) => sampleSavedAccount({ id })),
        });
  const idsOf = async (db: Parameters<typeof readSavedAccounts>[0]) =>
    (await readSavedAccounts(db))?.accounts.map(({ id }) => id);

  it('are mirrored, and a forgotten one is gone from here too', async () => {
    const { api, db, server } = await signedInFixture(lists);
    await api.refreshSavedAccounts();
    expect(await idsOf(db)).toEqual(['gdw-1', 'gdw-2']);
    expect(await api.forgetAccount({ id: 'gdw-1' })).toEqual({ ok: true, value: undefined });
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', body: { id: 'gdw-1' } });
    expect(await idsOf(db)).toEqual(['gdw-2']);
  });

  it('that the server does not know any more are forgotten; others stay when it cannot be asked', async () => {
    const { api, db, server } = await signedInFixture(lists);
    await api.refreshSavedAccounts();
    server.answerBy(() => json(503));
    expect(await api.forgetAccount({ id: 'gdw-1' })).toMatchObject({ ok: false });
    expect(await idsOf(db)).toEqual(['gdw-1', 'gdw-2']);
    server.answerBy(refuses(404, 'saved_account_gone', 'gone'));
    expect(await api.forgetAccount({ id: 'gdw-1' })).toMatchObject({ ok: true });
    expect(await idsOf(db)).toEqual(['gdw-2']);
  });
});
