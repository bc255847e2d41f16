import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '../../../server/db/schema/accounts.ts';
import { mailsTo, newPerson, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { EMAIL_TOKEN_MS } from '../../../server/accounts/email-tokens.ts';

const api = setUpApp({ env: { TRUST_PROXY: '1' } });

const HOME = '102.89.1.1';
const ELSEWHERE = '105.160.7.7';
const QUARTER_MS = 15 * 60_000;

const logIn = (body: object, address = HOME): Promise<Reply> =>
  api.call('POST', '/api/login', { body, headers: { 'x-forwarded-for': address } });

/** So many wrong passwords for an account at once. @returns the codes of their answers, sorted */
async function guessAt(account: string, count: number, address = ELSEWHERE): Promise<string[]> {
  const body = { email: account, password: 'wrong-password' };
  const replies = await Promise.all(Array.from({ length: count }, () => logIn(body, address)));
  return replies.map((reply) => String(reply.body['code'])).toSorted();
}
const wrong = (count: number): string[] => Array<string>(count).fill('invalid_credentials');

describe('wrong passwords in somebody’s name', () => {
  it('do not lock the person out at home', async () => {
    const { email, password, token } = await signUp(api);
    expect(await guessAt(email, 11)).toEqual([...wrong(10), 'login_link_sent']);
    expect((await logIn({ email, password })).status).toBe(200);
    expect((await api.call('GET', '/api/user', { token })).status).toBe(200);
  });

  it('are one count for both of its names', async () => {
    const { email, username } = await signUp(api);
    await guessAt(email, 5);
    expect(await guessAt(username, 6)).toEqual([...wrong(5), 'login_link_sent']);
  });

  it('from many networks stop at thirty; then its owner has a link, and the session stays', async () => {
    const { email, password, token } = await signUp(api);
    for (const network of ['10.1.0.1', '10.1.0.2', '10.1.0.3'])
      expect(await guessAt(email, 10, network)).toEqual(wrong(10));
    expect(await guessAt(email, 1, '10.1.0.4')).toEqual(['login_link_sent']);
    const asked = await logIn({ email, password });
    expect(asked.status).toBe(429);
    expect(asked.body).toMatchObject({ code: 'login_link_sent' });
    expect(Number(asked.headers['retry-after'])).toBeGreaterThan(0);

    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toBe('Log in with this link');
    expect(mail?.text).toContain('http://localhost:8080/login?token=');
    const link_token = await tokenFor(api, email);
    const signedIn = await logIn({ email, password, link_token });
    expect(signedIn.status, signedIn.text).toBe(200);
    expect((await api.call('GET', '/api/user', { token })).status).toBe(200);
    // Once it was right the count begins anew, and the link has done its work.
    expect(await guessAt(email, 11, '10.1.0.9')).toEqual([...wrong(10), 'login_link_sent']);
    const again = await logIn({ email, password, link_token }, '10.1.0.9');
    expect(again.body).toMatchObject({ code: 'login_link_sent' });
  });

  it('keep nobody who is signed in from confirming with the right one', async () => {
    const { id, username, password, token } = await signUp(api);
    // What is typed is never taken for what the server calls a count of its own.
    for (const name of [username, `id:${id}`, `session:${id}`]) await guessAt(name, 31);
    const body = { pin: '294617', password };
    const headers = { 'x-forwarded-for': HOME };
    const chosen = await api.call('POST', '/user/pin', { token, body, headers });
    expect(chosen.status, chosen.text).toBe(200);
  });

  it('of somebody who is signed in do not count any more once they log in', async () => {
    const { email, password, token } = await signUp(api);
    const headers = { 'x-forwarded-for': HOME };
    const choose = (typed: string) =>
      api.call('POST', '/user/pin', { token, body: { pin: '294617', password: typed }, headers });
    for (let tries = 0; tries < 10; tries += 1) await choose('wrong-password');
    expect((await choose(password)).status).toBe(429);
    expect((await logIn({ email, password })).status).toBe(200);
    expect((await choose(password)).status).toBe(200);
  });

  it('end with their window', async () => {
    const { email, password } = await signUp(api);
    await guessAt(email, 11, HOME);
    expect((await logIn({ email, password })).body).toMatchObject({ code: 'login_link_sent' });
    api.clock.advance(QUARTER_MS);
    expect((await logIn({ email, password })).status).toBe(200);
  });

  it('do not count any more once a new password was chosen with a link', async () => {
    const { email } = await signUp(api);
    await guessAt(email, 11, HOME);
    const headers = { 'x-forwarded-for': HOME };
    await api.call('POST', '/forgot-password', { body: { email }, headers });
    const body = { token: await tokenFor(api, email), password: 'a-password-of-now' };
    const reset = await api.call('POST', '/reset-password', { body, headers });
    expect(reset.status, reset.text).toBe(200);
    expect((await logIn({ email, password: body.password })).status).toBe(200);
    // What is wrong about the new one counts as before.
    expect(await guessAt(email, 11, HOME)).toEqual([...wrong(10), 'login_link_sent']);
  });

  it('are answered alike for an account that nobody has, and mail nobody', async () => {
    const known = await signUp(api);
    const unknown = newPerson();
    for (const { email } of [known, unknown]) await guessAt(email, 10, HOME);
    const replies = [];
    for (const { email, password } of [known, unknown])
      replies.push(await logIn({ email, password }));
    expect(replies.map(({ status }) => status)).toEqual([429, 429]);
    expect(replies[0]?.text).toBe(replies[1]?.text);
    expect(await mailsTo(api, unknown.email)).toEqual([]);
  });

  it('mail an address that was not proved a few links, however many accounts name it', async () => {
    const owner = await signUp(api);
    const { email } = owner;
    const nameIt = async (): Promise<string> => {
      const { username, id } = await signUp(api, { verified: false });
      await api.deps.db.update(users).set({ email }).where(eq(users.id, id));
      return username;
    };
    const names = [await nameIt(), await nameIt(), await nameIt(), await nameIt(), await nameIt()];
    const links = async () =>
      (await mailsTo(api, email)).filter(({ subject }) => subject === 'Log in with this link');
    for (const [index, name] of names.entries()) await guessAt(name, 14, `10.3.0.${index}`);
    expect(await links()).toHaveLength(3);
    // The account that has proved it has links of its own.
    await guessAt(email, 14, '10.3.1.1');
    expect(await links()).toHaveLength(6);
  });

  it('mail nothing to what stands for the address of an account that was deleted', async () => {
    const { id, password, token } = await signUp(api);
    expect((await api.call('DELETE', '/user', { token, body: { password } })).status).toBe(200);
    const name = `deleted-${id}`;
    expect(await guessAt(name, 11)).toEqual([...wrong(10), 'login_link_sent']);
    expect(await mailsTo(api, name)).toEqual([]);
  });

  it('bring three links an hour at most', async () => {
    const { email } = await signUp(api);
    await guessAt(email, 16, HOME);
    const links = (await mailsTo(api, email)).filter(({ text }) => text.includes('/login?token='));
    expect(links).toHaveLength(3);
  });
});

describe('the link that follows wrong passwords', () => {
  /** An account that takes no password without a link, and its link. */
  async function linked() {
    const person = await signUp(api);
    await guessAt(person.email, 11, HOME);
    return { ...person, link_token: await tokenFor(api, person.email) };
  }

  it('needs the password too, and takes ten wrong ones', async () => {
    const { email, password, link_token } = await linked();
    for (let n = 0; n < 10; n += 1) {
      const reply = await logIn({ email, password: 'wrong-password', link_token });
      expect(reply.body).toMatchObject({ code: 'invalid_credentials' });
    }
    const spent = await logIn({ email, password, link_token });
    expect(spent.body).toMatchObject({ code: 'login_link_sent' });
  });

  it('is good for its own account alone, for an hour, and is no other link', async () => {
    const [mine, theirs] = [await linked(), await linked()];
    const borrowed = await logIn({ ...credentials(mine), link_token: theirs.link_token });
    expect(borrowed.body).toMatchObject({ code: 'login_link_sent' });
    const body = { token: mine.link_token, password: 'another-password' };
    const reset = await api.call('POST', '/reset-password', { body });
    expect(reset.body).toMatchObject({ code: 'reset_failed' });

    api.clock.advance(EMAIL_TOKEN_MS.login);
    await guessAt(mine.email, 11, HOME);
    const late = await logIn({ ...credentials(mine), link_token: mine.link_token });
    expect(late.body).toMatchObject({ code: 'login_link_sent' });
  });

  const credentials = ({ email, password }: { email: string; password: string }) => ({
    email,
    password,
  });
});

describe('asking for a new password in somebody’s name', () => {
  it('does not keep that person from asking', async () => {
    const { email } = await signUp(api);
    const ask = (address: string) =>
      api.call('POST', '/forgot-password', {
        body: { email },
        headers: { 'x-forwarded-for': address },
      });
    for (let n = 0; n < 5; n += 1) await ask(ELSEWHERE);
    expect((await ask(ELSEWHERE)).status).toBe(429);
    expect((await ask(HOME)).status).toBe(200);
  });
});

it('an IPv6 client has one count of tries for all addresses of its /64', async () => {
  const { email } = await signUp(api);
  const codes = [];
  for (let n = 0; n < 11; n += 1)
    codes.push(...(await guessAt(email, 1, `2c0f:f5c0:1:2:${n}::${n}`)));
  expect(codes).toEqual([...wrong(10), 'login_link_sent']);
  expect(await guessAt(email, 1, '2c0f:f5c0:1:3::1')).toEqual(wrong(1));
});

describe('a signed-in user’s PIN and password', () => {
  it('change ten times an hour, since each mails an address that nobody may have proved', async () => {
    const { email, password, token } = await signUp(api, { verified: false });
    const before = (await mailsTo(api, email)).length;
    const choose = (session: string, typed: string) =>
      api.call('POST', '/user/pin', {
        token: session,
        body: { pin: '294617', old_pin: '294617', password: typed },
      });
    for (let times = 0; times < 9; times += 1)
      expect((await choose(token, password)).status).toBe(200);
    const change = () =>
      api.call('POST', '/user/password', { token, body: { current_password: password, password } });
    expect((await change()).status).toBe(200);
    expect((await choose(token, password)).body).toMatchObject({ code: 'too_many_requests' });
    expect((await change()).body).toMatchObject({ code: 'too_many_requests' });
    // An address that was not proved is told of three.
    expect(await mailsTo(api, email)).toHaveLength(before + 3);

    // What a thief has used up is no longer counted once the owner has chosen a new password by mail.
    await api.call('POST', '/forgot-password', { body: { email } });
    const body = { token: await tokenFor(api, email), password: 'a-password-of-now' };
    expect((await api.call('POST', '/reset-password', { body })).status).toBe(200);
    const again = await logIn({ email, password: body.password });
    expect((await choose(String(again.body['token']), body.password)).status).toBe(200);
  });

  it('and so does their address: the one that is left gets a mail, proved or not', async () => {
    const { email, password, token } = await signUp(api, { verified: false });
    const moveTo = (to: string) =>
      api.call('PATCH', '/user', { token, body: { email: to, password } });
    for (let times = 0; times < 5; times += 1)
      for (const to of [`away-${email}`, email]) expect((await moveTo(to)).status).toBe(200);
    expect((await moveTo(`away-${email}`)).body).toMatchObject({ code: 'too_many_requests' });
    // A name mails nobody.
    const renamed = await api.call('PATCH', '/user', { token, body: { username: 'moved_often' } });
    expect(renamed.status).toBe(200);
  });
});
