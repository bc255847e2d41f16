import { describe, expect, it } from 'vitest';

import { callBackTo, loggedIn, LOGIN_FAILED } from '../../../fixtures/api/google/set-up-google.ts';
import { setUpApp } from '../../../fixtures/api/set-up.ts';
import { startTestApp } from '../../../fixtures/api/test-app.ts';
import { refusalOf } from '../../../fixtures/api/refusal.ts';

const test = setUpApp();

interface Begun {
  readonly page: string;
  readonly key: string;
  readonly state: string;
  /** What the page sends along. */
  readonly hidden: object;
}

async function begin(): Promise<Begun> {
  const reply = await test.call('GET', '/auth/google/url');
  const { url, key } = JSON.parse(reply.text) as { url: string; key: string };
  const { origin, pathname, search, searchParams } = new URL(url);
  expect(origin + pathname).toBe('http://localhost:8080/sandbox/google');
  const hidden = Object.fromEntries(searchParams);
  return { page: `root:${pathname}${search}`, key, state: hidden['state'] ?? '', hidden };
}

/** Sends the form of the page. @returns where it leads */
async function choose({ page, hidden }: Begun, form: object): Promise<URL> {
  const reply = await test.call('POST', page, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(Object.entries({ ...hidden, ...form })).toString(),
  });
  expect(reply.status, reply.text).toBe(303);
  const target = new URL(String(reply.headers['location']));
  expect(target.origin + target.pathname).toBe('http://localhost:8080/auth/google/callback');
  return target;
}

describe('the page that plays Google', () => {
  it('signs in whoever somebody says to be', async () => {
    const begun = await begin();
    const { page, key, state } = begun;
    const shown = await test.call('GET', page);
    expect(shown.text).toContain('This stands in for Google');
    const choice = { email: 'Nia@mail.test', verified: '1', outcome: 'continue' };
    const { searchParams } = await choose(begun, choice);
    expect(searchParams.get('state')).toBe(state);
    const returned = Object.fromEntries(searchParams);
    const { data } = loggedIn(await callBackTo(test, { ...returned, key }));
    expect(data).toMatchObject({ username: 'nia', email: 'nia@mail.test', email_verified: true });
    expect(refusalOf(await callBackTo(test, { ...returned, key }))).toEqual(LOGIN_FAILED);
  });

  it('tells of an address that is not verified, and of somebody who goes back', async () => {
    const begun = await begin();
    const { key } = begun;
    const unverified = await choose(begun, { email: 'nia2@mail.test', outcome: 'continue' });
    const reply = await callBackTo(test, { ...Object.fromEntries(unverified.searchParams), key });
    expect(refusalOf(reply)).toEqual([403, 'google_unverified']);
    const { searchParams } = await choose(begun, { email: '', outcome: 'cancel' });
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
  });

  it('refuses an address that is none', async () => {
    const { page, hidden } = await begin();
    const form = { ...hidden, outcome: 'continue', email: 'nobody"><b>' };
    const reply = await test.call('POST', page, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(Object.entries(form)).toString(),
    });
    expect([reply.status, reply.headers['location']]).toEqual([422, undefined]);
  });

  it.each(['x', 'A'.repeat(200)])('knows its own codes: %s', async (code) => {
    const { key, state } = await begin();
    expect(refusalOf(await callBackTo(test, { code, state, key }))).toEqual(LOGIN_FAILED);
  });

  it('gives no code to one sign-in that another can use', async () => {
    const mine = await begin();
    const theirs = await begin();
    const choice = { email: 'nia3@mail.test', verified: '1', outcome: 'continue' };
    const { searchParams } = await choose(theirs, choice);
    const mixed = { code: searchParams.get('code') ?? '', state: mine.state, key: mine.key };
    expect(refusalOf(await callBackTo(test, mixed))).toEqual(LOGIN_FAILED);
  });
});

it('without keys and without the sandbox nobody signs in so', async () => {
  const off = await startTestApp({ GOODIES_SANDBOX: '0', SMTP_URL: 'smtp://localhost:1' });
  try {
    expect(refusalOf(await off.call('GET', '/auth/google/url'))).toEqual([404, 'google_off']);
    const back = await off.call('GET', '/auth/google/callback?code=x&state=y');
    expect(refusalOf(back)).toEqual([404, 'google_off']);
    expect((await off.call('GET', 'root:/sandbox/google')).status).toBe(404);
  } finally {
    await off.close();
  }
});
