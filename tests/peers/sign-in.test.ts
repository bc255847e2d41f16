import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import type { GoogleUrlAnswer } from '../../contract/accounts/google.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { paces } from '../../server/db/schema/accounts.ts';
import { OpenIdPeer, type Person } from './openid-peer.ts';
import {
  callBackTo,
  loggedIn,
  LOGIN_FAILED,
  ORIGIN,
} from '../fixtures/api/google/set-up-google.ts';
import { refusalOf } from '../fixtures/api/refusal.ts';
import { setUpApp } from '../fixtures/api/set-up.ts';
import type { Reply } from '../fixtures/api/test-app.ts';

const CLIENT = { clientId: 'goodies.apps.test', clientSecret: 'a-client-secret' };

let started: OpenIdPeer | undefined;
const peer = (): OpenIdPeer => {
  if (!started) throw new Error('the peer is there inside tests only');
  return started;
};
const test = setUpApp({
  env: async () => {
    started = await OpenIdPeer.start({ ...CLIENT, redirectUri: `${ORIGIN}/auth/google/callback` });
    return {
      GOOGLE_CLIENT_ID: CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
      GOOGLE_ISSUER: peer().issuer,
    };
  },
});
afterAll(() => peer().close());
beforeEach(() => test.deps.db.delete(paces));

async function begin(): Promise<GoogleUrlAnswer> {
  const reply = await test.call('GET', '/auth/google/url?accepts_terms=1');
  expect(reply.status, reply.text).toBe(200);
  return JSON.parse(reply.text) as GoogleUrlAnswer;
}

/** There and back through the peer's pages. */
async function signIn(person: Person | undefined): Promise<Reply> {
  peer().person = person;
  const { url, key } = await begin();
  return callBackTo(test, { key, ...returnedBy(await peer().goThrough(url)) });
}

/** What the app's page sends on. */
const returnedBy = ({ searchParams }: URL): Record<string, string> =>
  Object.fromEntries([...searchParams].filter(([name]) => ['code', 'state', 'iss'].includes(name)));

/** As a browser that asks Google itself, which gets a token and no code. */
async function signInByToken(person: Person): Promise<Reply> {
  peer().person = person;
  const { url, key, browser } = await begin();
  const asked = new URL(url);
  for (const name of ['code_challenge', 'code_challenge_method', 'prompt'])
    asked.searchParams.delete(name);
  asked.searchParams.set('response_type', 'id_token');
  const { hash } = await peer().goThrough(asked.href);
  const token = new URLSearchParams(hash.slice(1)).get('id_token');
  const body = { token, state: browser?.state };
  return test.call('POST', '/auth/google/token', { body, headers: { 'x-login-key': key } });
}

let counter = 0;
function newPerson(claims: object = {}): Person {
  counter += 1;
  return {
    sub: `peer-${counter}`,
    email: `peer.${counter}@gmail.test`,
    email_verified: true,
    ...claims,
  };
}

describe('signing in at a certified provider', () => {
  it('finds the same account by code and by token', async () => {
    const person = newPerson();
    const { data, message } = loggedIn(await signIn(person));
    expect(message).toBe('Your account is ready');
    expect(data).toMatchObject({ email: person['email'], email_verified: true });
    expect(loggedIn(await signIn(person)).data.id).toBe(data.id);
    expect(loggedIn(await signInByToken(person)).data.id).toBe(data.id);
  });

  it('takes a code once', async () => {
    peer().person = newPerson();
    const { url, key } = await begin();
    const returned = returnedBy(await peer().goThrough(url));
    loggedIn(await callBackTo(test, { key, ...returned }));
    expect(refusalOf(await callBackTo(test, { key, ...returned }))).toEqual(LOGIN_FAILED);
  });

  it('takes no code that another browser asked for', async () => {
    peer().person = newPerson();
    const [victim, attacker] = [await begin(), await begin()];
    const returned = returnedBy(await peer().goThrough(victim.url));
    const reply = await callBackTo(test, { key: attacker.key, ...returned });
    expect(refusalOf(reply)).toEqual(LOGIN_FAILED);
  });

  it('goes on with keys that it has not seen', async () => {
    const person = newPerson();
    const { data } = loggedIn(await signIn(person));
    await peer().changeKeys();
    test.clock.advance(HOUR_MS);
    expect(loggedIn(await signIn(person)).data.id).toBe(data.id);
    expect(loggedIn(await signInByToken(person)).data.id).toBe(data.id);
  });

  it('bears a clock that is some seconds slow, and not minutes', async () => {
    peer().begin(-10);
    loggedIn(await signIn(newPerson()));
    peer().begin(-120);
    expect(refusalOf(await signIn(newPerson()))).toEqual(LOGIN_FAILED);
    peer().begin();
  });

  it('makes no account of an address that is not verified', async () => {
    for (const claims of [
      { email_verified: false },
      { email_verified: 'true' },
      { email: undefined },
    ])
      expect((await signIn(newPerson(claims))).status, JSON.stringify(claims)).toBe(403);
  });

  it('bears claims that are as long as the standard allows', async () => {
    const sub = 'x'.repeat(255);
    const { data } = loggedIn(await signIn(newPerson({ sub, hd: 'school.test' })));
    expect(loggedIn(await signIn(newPerson({ sub, email: undefined }))).data.id).toBe(data.id);
    expect(refusalOf(await signIn(newPerson({ sub: `${sub}x` })))).toEqual(LOGIN_FAILED);
  });

  it('says that nothing came where somebody says no', async () => {
    expect(refusalOf(await signIn(undefined))).toEqual([400, 'google_no_code']);
  });
});
