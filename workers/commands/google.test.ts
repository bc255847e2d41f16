import { describe, expect, it } from 'vitest';

import { SINGLE } from '../../local/rows.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { sampleUser } from '../../local/testing/samples.ts';
import { NOW, refuses, workerFixture, says } from '../testing/worker-fixture.ts';

const KEY = 'k'.repeat(43);
const signedIn = () =>
  says(sampleUser({ username: 'kofi' }), {
    message: 'You are logged in',
    token: 't1',
    redirect: '/wallet',
  })();

it('going to Google takes the pending referral code along, unless there is another', async () => {
  const { api, keys, server } = workerFixture(() =>
    json(200, { success: true, url: 'https://google.test/', key: KEY }),
  );
  await keys.write('pendingReferral', 'KOFI12');
  expect(await api.beginGoogle({ redirect: '/wallet' })).toEqual({
    ok: true,
    value: { url: 'https://google.test/', key: KEY },
  });
  await api.beginGoogle({ referral_code: 'ADA123' });
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/api/v1/auth/google/url?redirect=%2Fwallet&referral_code=KOFI12',
    '/api/v1/auth/google/url?referral_code=ADA123',
  ]);
});

describe('coming back', () => {
  const returned = { code: 'c', state: 's', key: KEY };

  it('begins the session of whom the server names, instead of whoever was here', async () => {
    const { api, db, keys, server, signIn } = workerFixture(signedIn);
    await signIn('of the last user');
    await db.wallets.put({ currency: 'NGN', amount: 5, fetchedAt: NOW });
    await keys.write('pendingReferral', 'KOFI12');
    const value = { message: 'You are logged in', redirect: '/wallet' };
    expect(await api.finishGoogle(returned)).toEqual({ ok: true, value });
    expect(await keys.readToken()).toBe('t1');
    expect((await db.user.get(SINGLE))?.user.username).toBe('kofi');
    expect(await db.wallets.count()).toBe(0);
    expect(await keys.read('pendingReferral')).toBeUndefined();
    // The key stands in no address, and nobody else's session goes along.
    const [request] = server.requests;
    expect(request?.path).toBe('/api/v1/auth/google/callback?code=c&referral_code=KOFI12&state=s');
    expect(request?.headers.get('x-login-key')).toBe(KEY);
    expect(request?.headers.get('authorization')).toBeNull();
  });

  it('takes a token of the browser’s own dialog, which stands in no address', async () => {
    const { api, keys, server } = workerFixture(signedIn);
    await keys.write('pendingReferral', 'KOFI12');
    const value = { message: 'You are logged in', redirect: '/wallet' };
    const token = 'id-token';
    expect(await api.finishGoogle({ token, state: 's', key: KEY })).toEqual({ ok: true, value });
    expect(await keys.readToken()).toBe('t1');
    const [request] = server.requests;
    expect(request?.path).toBe('/api/v1/auth/google/token');
    expect(request?.headers.get('x-login-key')).toBe(KEY);
    expect(request?.body).toEqual({ token, state: 's', referral_code: 'KOFI12' });
  });

  it('leaves everything as it is where the server refuses', async () => {
    const { api, keys } = workerFixture(refuses(401, 'login_failed', 'Login failed'));
    expect(await api.finishGoogle(returned)).toMatchObject({
      ok: false,
      error: { code: 'login_failed' },
    });
    expect(await keys.readToken()).toBeUndefined();
  });
});
