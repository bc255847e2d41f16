import { describe, expect, it } from 'vitest';

import type { GoogleUrlAnswer } from '../../../../contract/accounts/google.ts';
import { GOOGLE_LOGIN_MS } from '../../../../server/accounts/google/google-login.ts';
import { googleLogins, users } from '../../../../server/db/schema/accounts.ts';
import type { GooglePerson, Tampering } from '../../../fakes/google.ts';
import {
  BAD_TOKENS,
  loggedIn,
  LOGIN_FAILED,
  newGooglePerson,
  setUpGoogle,
} from '../../../fixtures/api/google/set-up-google.ts';
import { refusalOf } from '../../../fixtures/api/refusal.ts';
import type { Reply } from '../../../fixtures/api/test-app.ts';

const google = setUpGoogle();
const { test } = google;

const askOf = ({ browser }: GoogleUrlAnswer) => {
  if (!browser) throw new Error('the browser cannot ask');
  return browser;
};

const send = (body: object, key?: string): Promise<Reply> =>
  test.call('POST', '/auth/google/token', {
    body,
    headers: { ...(key !== undefined && { 'x-login-key': key }) },
  });

/** A sign-in that has begun, with the token that the browser gets for it. */
async function beginWithToken(person: GooglePerson, wish: object = {}, tampering?: Tampering) {
  const begun = await google.begin(wish);
  const { nonce, state } = askOf(begun);
  const token = await google.issuer.idToken(nonce, person, tampering);
  return { begun, body: { token, state }, key: begun.key };
}

describe('a token that the browser got from Google', () => {
  it('is asked for with the issuer’s own configuration, our client and the nonce of the sign-in', async () => {
    const begun = await google.begin();
    expect(askOf(begun)).toEqual({
      config_url: `${google.issuer.gateway.url}/gsi/fedcm.json`,
      client_id: google.issuer.clientId,
      nonce: new URL(begun.url).searchParams.get('nonce'),
      state: new URL(begun.url).searchParams.get('state'),
    });
  });

  it('signs in whom the redirect signs in, and leads where the sign-in was to lead', async () => {
    const person = newGooglePerson();
    const before = await test.deps.db.$count(googleLogins);
    const first = await beginWithToken(person, { accepts_terms: '1', redirect: '/wallet' });
    const asked = google.issuer.gateway.callsTo(/^\/token$/).length;
    const { data, message, redirect } = loggedIn(await send(first.body, first.key));
    expect([message, redirect]).toEqual(['Your account is ready', '/wallet']);
    expect(data).toMatchObject({ username: person.username, email_verified: true });
    expect((await google.rowOf(data.id))?.termsAcceptedAt).not.toBeNull();
    expect(google.issuer.gateway.callsTo(/^\/token$/)).toHaveLength(asked);
    expect(await test.deps.db.$count(googleLogins)).toBe(before);

    expect(loggedIn(await google.signIn(person)).data.id).toBe(data.id);
    const again = await beginWithToken({ ...person, email: 'moved@gmail.test' });
    expect(loggedIn(await send(again.body, again.key)).data.id).toBe(data.id);
  });

  it('is good once, also when it comes many times at the same moment', async () => {
    const { body, key } = await beginWithToken(newGooglePerson());
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(body, key)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusalOf(await send(body, key))).toEqual(LOGIN_FAILED);
  });

  it('is refused after ten minutes', async () => {
    const { body, key } = await beginWithToken(newGooglePerson());
    test.clock.advance(GOOGLE_LOGIN_MS);
    expect(refusalOf(await send(body, key))).toEqual(LOGIN_FAILED);
  });

  it('is refused from another browser, and stays good for its own', async () => {
    const { body, key } = await beginWithToken(newGooglePerson());
    const attacker = await google.begin();
    for (const foreign of [undefined, attacker.key, 'x'.repeat(43)])
      expect(refusalOf(await send(body, foreign))).toEqual(LOGIN_FAILED);
    loggedIn(await send(body, key));
  });

  it('is refused with the token of another sign-in', async () => {
    const mine = await beginWithToken(newGooglePerson());
    const theirs = await beginWithToken(newGooglePerson());
    const mixed = { token: theirs.body.token, state: mine.body.state };
    expect(refusalOf(await send(mixed, mine.key))).toEqual(LOGIN_FAILED);
  });

  it.each(BAD_TOKENS)('is refused with %s', async (_, tampering) => {
    const before = await test.deps.db.$count(users);
    const { body, key } = await beginWithToken(newGooglePerson(), {}, tampering);
    expect(refusalOf(await send(body, key))).toEqual(LOGIN_FAILED);
    expect(await test.deps.db.$count(users)).toBe(before);
  });

  it.each(['not-a-token', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{}')}.`])(
    'is refused where it is none: %s',
    async (token) => {
      const begun = await google.begin();
      const { state } = askOf(begun);
      expect(refusalOf(await send({ token, state }, begun.key))).toEqual(LOGIN_FAILED);
    },
  );

  it('can be tried again later where Google’s keys cannot be read', async () => {
    await google.withNewProvider(async () => {
      const { body, key } = await beginWithToken(newGooglePerson());
      google.issuer.gateway.failNext(/^\/certs$/, {
        kind: 'answers',
        answer: { status: 503, body: 'Service Unavailable' },
      });
      expect(refusalOf(await send(body, key))).toEqual([503, 'google_unavailable']);
    });
  });
});
