import { describe, expect, it, vi } from 'vitest';
import { IDEMPOTENCY_KEEP_MS } from '../../contract/constants.ts';
import { DAY_MS } from '../../contract/durations.ts';
import {
  createdListKey,
  FEATURED_KEY,
  FOLLOWED_KEY,
  voucherListKey,
} from '../../local/canonical-query.ts';
import { readCreated } from '../../local/queries/created-vouchers.ts';
import { readFeatured, readFollowed, readVoucherList } from '../../local/queries/voucher-lists.ts';
import { SINGLE } from '../../local/rows.ts';
import { json, type Handler } from '../../local/testing/fake-environment.ts';
import { ULID_A, sampleCreated, sampleVoucher } from '../../local/testing/samples.ts';
import { lost, NOW, showsVoucher, signedInFixture, tooSlow } from '../testing/worker-fixture.ts';

const CODE = '4829104467320';
const GUESS = { voucherUlid: ULID_A, code: CODE };

/** Leaves a command open, and names the server's time. */
const dated = (serverMs: number | undefined): Response => {
  const date = serverMs === undefined ? {} : { date: new Date(serverMs).toUTCString() };
  const headers = { 'cache-control': 'no-store', ...date };
  return Response.json({ success: false }, { status: 429, headers });
};

const wrong = json.bind(undefined, 422, {
  success: false,
  code: 'wrong_guess',
  message: 'Try again',
  seconds_remaining: 90,
  premium_upgrade: true,
  remaining_points: 70,
  guess_number: 4,
});

const won = (): Response =>
  json(200, {
    success: true,
    result: 'won',
    message: '🎉 Congratulations! You won the voucher! 🎉',
    balance: 5_012.5,
    voucher: sampleVoucher({ status: 'completed', is_used: true, masked_code: CODE }),
    remaining_points: 120,
    guess_number: 5,
  });

async function fixture(handler: Handler) {
  const made = await signedInFixture(handler);
  await made.db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW, detailFetchedAt: NOW });
  return made;
}

describe('what a guess teaches the device', () => {
  it('wrong: wait, points and receipt', async () => {
    const { api, db } = await fixture(() => wrong());
    expect(await api.submitGuess(GUESS)).toMatchObject({
      ok: false,
      error: { code: 'wrong_guess', message: 'Try again', details: { seconds_remaining: 90 } },
    });
    expect(await db.waits.get(ULID_A)).toEqual({ ulid: ULID_A, untilMs: NOW + 90_000 });
    expect((await db.user.get(SINGLE))?.user.points).toBe(70);
    expect(await db.receipts.toArray()).toEqual([
      {
        voucherUlid: ULID_A,
        guessNumber: 4,
        at: NOW,
        result: 'wrong',
        code: GUESS.code,
        userId: expect.any(Number),
      },
    ]);
  });

  it('wrong: the voucher is among those that the user follows, also before the server said so', async () => {
    const { api, db } = await fixture(() => wrong());
    await api.submitGuess(GUESS);
    expect((await readFollowed(db))?.rows).toMatchObject([{ ulid: ULID_A }]);
    expect(await db.voucherLists.get(FOLLOWED_KEY)).toMatchObject({ isStale: true });
    await api.submitGuess(GUESS);
    expect((await readFollowed(db))?.rows).toHaveLength(1);
  });

  it('won: every list that shows the voucher shows its end and its winner', async () => {
    const winner = { username: 'ada', avatar: null };
    const { api, db } = await fixture(() =>
      json(200, {
        success: true,
        result: 'won',
        message: '',
        balance: 10,
        voucher: sampleVoucher({ status: 'completed', is_used: true, winner }),
        remaining_points: 120,
        guess_number: 5,
      }),
    );
    const list = { ulids: [ULID_A], hasMore: false, lastPage: 1, fetchedAt: NOW };
    for (const key of [FOLLOWED_KEY, FEATURED_KEY, voucherListKey({})])
      await db.voucherLists.put({ ...list, key });
    await db.createdVouchers.put({ ...sampleCreated({ purpose: 'giveaway' }), fetchedAt: NOW });
    await db.createdVoucherLists.put({ ...list, key: createdListKey({}) });
    await api.submitGuess(GUESS);
    for (const shown of [
      await readFollowed(db),
      await readFeatured(db),
      await readVoucherList(db, {}),
      await readCreated(db, {}),
    ])
      expect(shown?.rows).toMatchObject([{ status: 'completed', is_used: true, winner }]);
  });

  it('won: voucher, wallet, receipt, and no more wait', async () => {
    const { api, db } = await fixture(won);
    await db.waits.put({ ulid: ULID_A, untilMs: NOW + 1 });
    expect(await api.submitGuess(GUESS)).toMatchObject({ ok: true, value: { result: 'won' } });
    expect(await db.wallets.get('NGN')).toEqual({
      currency: 'NGN',
      amount: 5_012.5,
      // The other balances were not fetched with it: the next refresh has to.
      fetchedAt: NOW,
      isStale: true,
    });
    expect(await db.vouchers.get(ULID_A)).toMatchObject({ status: 'completed', masked_code: CODE });
    expect(await db.waits.count()).toBe(0);
    expect(await db.receipts.get([ULID_A, 5])).toMatchObject({ result: 'won' });
  });

  it('entered: not how many entries there are, which its number over all vouchers does not tell', async () => {
    const { api, db } = await fixture(() =>
      json(200, {
        success: true,
        result: 'entered',
        message: 'ok',
        entries: 1,
        guess_number: 53_021,
      }),
    );
    await db.vouchers.update(ULID_A, { entries_count: 41 });
    await api.submitGuess(GUESS);
    expect((await db.vouchers.get(ULID_A))?.entries_count).toBe(41);
  });

  it('entered: how many entries are mine, and that the next one costs coins', async () => {
    const { api, db } = await fixture(() =>
      json(200, {
        success: true,
        result: 'entered',
        message: 'ok',
        remaining_points: 20,
        entries: 3,
        guess_number: 9,
      }),
    );
    await api.submitGuess(GUESS);
    const entry = { number: 9, code: CODE, created_at: new Date(NOW).toISOString() };
    const told = { my_entries: 3, entry_cost: 50, entries_count: 3, own_entries: [entry] };
    expect(await db.vouchers.get(ULID_A)).toMatchObject(told);
    expect((await db.user.get(SINGLE))?.user.points).toBe(20);
  });

  it.each([
    [{ seconds_remaining: 12 }, 12],
    [{}, 90],
  ])('a running wait of %j', async (details, seconds) => {
    const { api, db } = await fixture(() =>
      json(429, { success: false, code: 'wait', ...details }),
    );
    await api.submitGuess(GUESS);
    expect((await db.waits.get(ULID_A))?.untilMs).toBe(NOW + seconds * 1_000);
  });

  it('of a user who was slower: the voucher is asked for again', async () => {
    const { api, db } = await fixture(({ method }) =>
      method === 'POST'
        ? json(409, { success: false, code: 'voucher_used' })
        : showsVoucher(sampleVoucher({ status: 'completed' })),
    );
    expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'voucher_used' } });
    expect((await db.vouchers.get(ULID_A))?.status).toBe('completed');
  });

  it('nothing of it reaches the user who has signed in meanwhile', async () => {
    const { api, db, signIn, server } = await fixture(won);
    server.answerBy(async () => {
      await signIn('other');
      return won();
    });
    expect(await api.submitGuess(GUESS)).toMatchObject({ ok: true });
    expect(await db.wallets.count()).toBe(0);
    expect(await db.receipts.count()).toBe(0);
  });
});

describe('the idempotency key of a guess', () => {
  it('is stored before the first send', async () => {
    const { api, db, server, keysSent } = await fixture(won);
    let stored: string | undefined;
    server.answerBy(async () => {
      stored = (await db.pendingCommands.toArray())[0]?.key;
      return won();
    });
    await api.submitGuess(GUESS);
    expect(stored).toBeTruthy();
    expect(keysSent()).toEqual([stored]);
  });

  it('is the same at the repetition at once and on the next tap, until the server has decided', async () => {
    const { api, db, server, keysSent } = await fixture(lost);
    expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'network' } });
    server.answerBy(() => json(503));
    expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'unavailable' } });
    server.answerBy(() => wrong());
    await api.submitGuess(GUESS);
    // A node that has too much to do is not asked again at once.
    expect(keysSent()).toHaveLength(4);
    expect(new Set(keysSent()).size).toBe(1);
    expect(await db.pendingCommands.count()).toBe(0);

    await api.submitGuess(GUESS);
    expect(new Set(keysSent()).size).toBe(2);
  });

  it('goes out once when there is no answer in time: the next try is the user’s, with the same key', async () => {
    const { api, server, keysSent } = await fixture(tooSlow);
    expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'timeout' } });
    expect(keysSent()).toHaveLength(1);
    server.answerBy(won);
    await api.submitGuess(GUESS);
    expect(new Set(keysSent()).size).toBe(1);
  });

  it('survives a restart of the worker', async () => {
    const first = await fixture(lost);
    await first.api.submitGuess(GUESS);
    const second = await signedInFixture(() => won());
    await second.db.pendingCommands.bulkPut(await first.db.pendingCommands.toArray());
    await second.api.submitGuess(GUESS);
    expect(second.keysSent()[0]).toBe(first.keysSent()[0]);
  });

  it('is another for other digits, for using points, and after the server has forgotten it', async () => {
    let serverMs = NOW;
    const { api, pass, keysSent } = await fixture(() => dated(serverMs));
    await api.refreshRates();
    await api.submitGuess(GUESS);
    await api.submitGuess({ ...GUESS, code: '0000000000000' });
    await api.submitGuess({ ...GUESS, usePoints: true });
    pass(IDEMPOTENCY_KEEP_MS);
    serverMs += IDEMPOTENCY_KEEP_MS;
    await api.submitGuess(GUESS);
    const keys = keysSent();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(4);
  });

  it.each([
    ['as long as the server has not told the time', undefined],
    ['when the clock of the device alone runs ahead', NOW],
  ])('is the same %s', async (_, serverMs) => {
    const { api, pass, keysSent } = await fixture(() => dated(serverMs));
    await api.submitGuess(GUESS);
    pass(IDEMPOTENCY_KEEP_MS);
    await api.refreshRates();
    await api.submitGuess(GUESS);
    expect(keysSent()).toHaveLength(2);
    expect(new Set(keysSent()).size).toBe(1);
  });

  it('is the same when the clock was days behind as it was stored, and leaves once decided', async () => {
    const { api, db, server, keysSent } = await fixture(lost);
    await api.submitGuess(GUESS);
    server.answerBy(() => dated(NOW + 10 * DAY_MS));
    await api.refreshRates();
    await api.tidyUp();
    server.answerBy(won);
    await api.submitGuess(GUESS);
    expect(new Set(keysSent()).size).toBe(1);
    expect(await db.pendingCommands.count()).toBe(0);
  });

  it('does not hide the answer where the device refuses to delete it', async () => {
    const { api, news, faults } = await fixture(won);
    // oxlint-disable-next-line typescript/unbound-method -- put back as it was
    const { delete: original } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    const result = await api.submitGuess(GUESS);
    IDBObjectStore.prototype.delete = original;
    expect(result).toMatchObject({ ok: true });
    expect(news).toContainEqual({ news: 'storage', state: 'full' });
    expect(faults).toEqual([]);
  });

  it('is not kept through a wait, for the same digits are then a new guess', async () => {
    const { api, db } = await fixture(() => json(429, { success: false, code: 'wait' }));
    await api.submitGuess(GUESS);
    expect(await db.pendingCommands.count()).toBe(0);
  });

  it('stays when the limit is not the guess’s own', async () => {
    const { api, db } = await fixture(() => json(429));
    await api.submitGuess(GUESS);
    expect(await db.pendingCommands.count()).toBe(1);
  });
});

it('a wrong guess that is repeated since its answer was lost has started no wait now', async () => {
  const { api, db, pass, server } = await fixture(lost);
  await api.submitGuess(GUESS);
  pass(60_000);
  const left = { success: true, message: '', voucher: sampleVoucher({ wait_seconds: 30 }) };
  // Under its key stands the first answer.
  server.answerBy(({ method }) => (method === 'POST' ? wrong() : json(200, left)));
  expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'wrong_guess' } });
  expect((await db.waits.get(ULID_A))?.untilMs).toBe(NOW + 90_000);
});

describe('an entry whose answer was lost', () => {
  const entered = { my_entries: 1, entry_cost: 50 };
  const lottery = sampleVoucher({ reveal_method: 'lottery', final_reveal_time: null });
  const detail = (): Response => showsVoucher({ ...lottery, ...entered });

  it('is asked about under its key, whatever the next one is said to cost by then', async () => {
    const { api, keysSent } = await fixture(lost);
    await api.submitGuess({ ...GUESS, entryCost: 0 });
    await api.submitGuess({ ...GUESS, entryCost: 50 });
    expect(new Set(keysSent()).size).toBe(1);
  });

  it('that costs more than was said brings the new price', async () => {
    const { api, db } = await fixture((request) =>
      request.method === 'POST'
        ? json(409, { success: false, code: 'price_changed', message: 'It costs 50 coins.' })
        : detail(),
    );
    await db.vouchers.put({ ...lottery, fetchedAt: NOW, detailFetchedAt: NOW });
    const refused = await api.submitGuess({ ...GUESS, entryCost: 0 });
    expect(refused).toMatchObject({ error: { code: 'price_changed' } });
    expect(await db.vouchers.get(ULID_A)).toMatchObject(entered);
  });

  it('may have been taken: what the next one costs is asked', async () => {
    const { api, db } = await fixture((request) => (request.method === 'POST' ? lost() : detail()));
    await db.vouchers.put({ ...lottery, fetchedAt: NOW, detailFetchedAt: NOW });
    expect(await api.submitGuess(GUESS)).toMatchObject({ error: { code: 'network' } });
    await vi.waitFor(async () => expect(await db.vouchers.get(ULID_A)).toMatchObject(entered));
  });

  it('is asked about once the network is back, however fresh the voucher is', async () => {
    const { api, db, server } = await fixture(lost);
    await db.vouchers.put({ ...lottery, fetchedAt: NOW, detailFetchedAt: NOW });
    await api.submitGuess(GUESS);
    server.answerBy(detail);
    await api.refreshVoucher(ULID_A);
    expect(await db.vouchers.get(ULID_A)).toMatchObject(entered);
  });
});
