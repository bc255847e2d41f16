import { describe, expect, it } from 'vitest';

import { setBlockedAt } from '../../../../server/accounts/users.ts';
import { sweep } from '../../../../server/accounts/sweep.ts';
import { googleLogins, users } from '../../../../server/db/schema/accounts.ts';
import {
  BAD_TOKENS,
  loggedIn,
  LOGIN_FAILED,
  ORIGIN,
  setUpGoogle,
  newGooglePerson,
} from '../../../fixtures/api/google/set-up-google.ts';
import { refusalOf } from '../../../fixtures/api/refusal.ts';
import { GOOGLE_LOGIN_MS } from '../../../../server/accounts/google/google-login.ts';

const google = setUpGoogle();
const { test } = google;

describe('what comes back', () => {
  it('is good once', async () => {
    const { url, key } = await google.begin();
    const back = { ...google.issuer.consent(url, newGooglePerson()), key };
    loggedIn(await google.callBack(back));
    expect(refusalOf(await google.callBack(back))).toEqual(LOGIN_FAILED);
    const other = google.issuer.consent(url, newGooglePerson());
    expect(refusalOf(await google.callBack({ ...other, key }))).toEqual(LOGIN_FAILED);
  });

  it('signs in once when it comes many times at the same moment', async () => {
    const { url, key } = await google.begin();
    const back = { ...google.issuer.consent(url, newGooglePerson()), key };
    const asked = google.issuer.gateway.callsTo(/^\/token$/).length;
    const replies = await Promise.all(Array.from({ length: 8 }, () => google.callBack(back)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body['code'] === 'login_failed')).toHaveLength(7);
    expect(google.issuer.gateway.callsTo(/^\/token$/)).toHaveLength(asked + 1);
  });

  it('is refused after ten minutes', async () => {
    const { url, key } = await google.begin();
    const back = { ...google.issuer.consent(url, newGooglePerson()), key };
    test.clock.advance(GOOGLE_LOGIN_MS);
    expect(refusalOf(await google.callBack(back))).toEqual(LOGIN_FAILED);
    test.clock.advance(1);
    await sweep(test.deps);
    expect(await test.deps.db.$count(googleLogins)).toBe(0);
  });

  it('is refused to another browser, and stays good for its own', async () => {
    const { url, key } = await google.begin();
    const attacker = await google.begin();
    const back = google.issuer.consent(url, newGooglePerson());
    // Somebody is sent an address with the code and state of somebody else's sign-in.
    for (const stranger of [{}, { key: attacker.key }, { key: 'x'.repeat(43) }])
      expect(refusalOf(await google.callBack({ ...back, ...stranger }))).toEqual(LOGIN_FAILED);
    loggedIn(await google.callBack({ ...back, key }));
  });

  it('lets nobody in whose account is blocked', async () => {
    const person = newGooglePerson();
    const { data } = loggedIn(await google.signIn(person));
    const now = new Date(test.clock.now());
    await setBlockedAt(test.deps.db, data.id, now, now);
    const { status, body } = await google.signIn(person);
    expect([status, body['code']]).toEqual([401, 'account_blocked']);
  });

  it('is refused with a code of another sign-in', async () => {
    const mine = await google.begin();
    const theirs = await google.begin();
    const { state, iss } = google.issuer.consent(mine.url, newGooglePerson());
    const { code } = google.issuer.consent(theirs.url, newGooglePerson());
    expect(refusalOf(await google.callBack({ code, state, iss, key: mine.key }))).toEqual(
      LOGIN_FAILED,
    );
  });

  it('is refused without a code, a state, or the issuer in its address', async () => {
    const { url, key } = await google.begin();
    const { code, state } = google.issuer.consent(url, newGooglePerson());
    const none = await google.callBack({ state, key, code: '' });
    expect([none.status, none.body['code'], none.body['message']]).toEqual([
      400,
      'google_no_code',
      'No code received from Google',
    ]);
    expect(refusalOf(await google.callBack({ key }))).toEqual([400, 'google_no_code']);
    expect(refusalOf(await google.callBack({ code, key }))).toEqual(LOGIN_FAILED);
    const foreign = { code, state, key, iss: 'https://evil.test' };
    expect(refusalOf(await google.callBack(foreign))).toEqual(LOGIN_FAILED);
    const unnamed = await google.begin();
    const { iss: _, ...back } = google.issuer.consent(unnamed.url, newGooglePerson());
    expect(refusalOf(await google.callBack({ ...back, key: unnamed.key }))).toEqual(LOGIN_FAILED);
  });

  it.each(BAD_TOKENS)('is refused with %s', async (_, tampering) => {
    const before = await test.deps.db.$count(users);
    const reply = await google.signIn(newGooglePerson(), { tampering });
    expect([...refusalOf(reply), reply.body['message']]).toEqual([...LOGIN_FAILED, 'Login failed']);
    expect(await test.deps.db.$count(users)).toBe(before);
  });
});

describe('where it leads afterwards', () => {
  it.each([
    ['/v/01ABC?ref=X1', '/v/01ABC?ref=X1'],
    [`${ORIGIN}/wallet`, '/wallet'],
    ['//evil.test/x', '/'],
  ])('%s leads to %s', async (redirect, path) => {
    expect(loggedIn(await google.signIn(newGooglePerson(), { wish: { redirect } })).redirect).toBe(
      path,
    );
  });
});

describe('when Google', () => {
  const down = { status: 503, body: 'Service Unavailable' };
  it.each([
    ['answers with a fault of its own', /^\/token$/, { kind: 'answers', answer: down }],
    ['breaks off', /^\/token$/, { kind: 'broken' }],
    ['has no keys', /^\/certs$/, { kind: 'answers', answer: down }],
    [
      'does not know us',
      /^\/token$/,
      { kind: 'refuses', answer: { status: 401, body: { error: 'invalid_client' } } },
    ],
  ] as const)('%s, it can be tried later', async (_, path, fault) => {
    await google.withNewProvider(async () => {
      const { url, key } = await google.begin();
      google.issuer.gateway.failNext(path, fault);
      const reply = await google.callBack({
        ...google.issuer.consent(url, newGooglePerson()),
        key,
      });
      expect(refusalOf(reply)).toEqual([503, 'google_unavailable']);
      expect(reply.headers['retry-after']).toBeDefined();
    });
  });

  it('cannot be found, the sign-in does not begin, and the next one asks again', async () => {
    await google.withNewProvider(async () => {
      google.issuer.gateway.failNext(/openid-configuration$/, { kind: 'silent' });
      const reply = await test.call('GET', '/auth/google/url');
      expect(refusalOf(reply)).toEqual([503, 'google_unavailable']);
      await google.begin();
    }, 0.05);
  });
});

it('stores neither state nor key nor code', async () => {
  await test.deps.db.delete(googleLogins);
  const { url, key } = await google.begin();
  const state = new URL(url).searchParams.get('state') ?? '';
  const [row] = await test.deps.db.select().from(googleLogins);
  expect(JSON.stringify(row)).not.toContain(state);
  expect(JSON.stringify(row)).not.toContain(key);
});
