import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../contract/durations.ts';
import { forgetUser } from '../local/forget-user.ts';
import { json, type SentRequest } from '../local/testing/fake-environment.ts';
import type { ApiRequest } from './api-client.ts';
import { NOW, signedInFixture } from './testing/worker-fixture.ts';

const balances = { path: '/wallet/balances' } as const;
const history = { path: '/transactions', query: 'page=1' } as const;

/** An answer as the server sends it to who may read it alone. */
function tagged(status: number, tag: string, body?: object): Response {
  const headers = { etag: `"${tag}"`, 'cache-control': 'no-store' };
  return body ? Response.json(body, { status, headers }) : new Response(null, { status, headers });
}
const conditions = (requests: readonly SentRequest[]) =>
  requests.map(({ headers }) => headers.get('if-none-match'));

async function signedIn(first: Response) {
  const fixture = await signedInFixture(() => first);
  const call = (request: ApiRequest) => fixture.context.api.call(request);
  return { ...fixture, call };
}

describe('a cached answer', () => {
  it('is asked about, and stands for one that has not changed', async () => {
    const body = { success: true, data: { wallets: { GHS: { amount: 3 } } } };
    const { call, server } = await signedIn(tagged(200, 'a', body));
    await call(balances);
    server.answerBy(() => tagged(304, 'a'));
    expect(await call(balances)).toEqual({ ok: true, value: body });
    expect(conditions(server.requests)).toEqual([null, '"a"']);
  });

  it('is as the server said it, whatever stands in the mirror since', async () => {
    const body = { success: true, data: { wallets: { NGN: { amount: 100 } } } };
    const { api, db, pass, server } = await signedIn(tagged(200, 'a', body));
    await api.refreshWallets();
    // A payment came and went on another phone, and this one has seen it come only.
    await db.wallets.put({ currency: 'NGN', amount: 500, fetchedAt: 0 });
    server.answerBy(() => tagged(304, 'a'));
    pass(60_000);
    await api.refreshWallets({ force: true });
    expect(await db.wallets.toArray()).toMatchObject([{ currency: 'NGN', amount: 100 }]);
  });

  it('is one for each address, whatever the time in it', async () => {
    const { call, server } = await signedIn(tagged(200, 'a', { success: true, data: 1 }));
    await call({ path: '/user', query: '_t=1' });
    await call({ path: '/user', query: '_t=2' });
    await call(balances);
    expect(conditions(server.requests)).toEqual([null, '"a"', null]);
  });

  it('is deleted with its user, and a late one of theirs is not cached', async () => {
    const fixture = await signedIn(tagged(200, 'a', { success: true }));
    await fixture.call(balances);
    fixture.server.answerBy(async () => {
      await forgetUser(fixture);
      return tagged(200, 'b', { success: true });
    });
    await fixture.call(history);
    expect(await fixture.db.answers.count()).toBe(0);
  });

  it('is not made of what the browser caches, nor of a command or a public call', async () => {
    const { call, db, server } = await signedIn(json(200));
    server.answerBy(() =>
      Response.json({ success: true }, { headers: { etag: '"a"', 'cache-control': 'public' } }),
    );
    await call({ path: '/prizes', auth: 'optional' });
    server.answerBy(() => tagged(200, 'a', { success: true }));
    await call({ method: 'POST', path: '/vouchers/submit' });
    await call({ path: '/regions', auth: 'none' });
    await call({ path: '/user/export' });
    expect(await db.answers.count()).toBe(0);
  });

  it('is dated by the server’s time, by which it leaves', async () => {
    const serverMs = NOW - 400 * DAY_MS;
    const answer = tagged(200, 'a', { success: true });
    answer.headers.set('date', new Date(serverMs).toUTCString());
    const { call, db } = await signedIn(answer);
    await call(balances);
    expect((await db.answers.toArray())[0]?.fetchedAt).toBe(serverMs);
  });

  it('is done without where the device stores nothing', async () => {
    const { call, db } = await signedIn(tagged(200, 'a', { success: true, data: 2 }));
    db.answers.hook('creating', () => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    expect(await call(balances)).toEqual({ ok: true, value: { success: true, data: 2 } });
  });
});
