import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { REFERRAL_SIGNUP_COINS, SESSION_REMEMBER_MS } from '../../../../contract/constants.ts';
import type { DeviceChallenge } from '../../../../contract/devices.ts';
import { googleLogins, paces, sessions, users } from '../../../../server/db/schema/accounts.ts';
import { mailsTo, PASSWORD, signUp, tokenFor } from '../../../fixtures/api/accounts.ts';
import { solved } from '../../../fixtures/api/devices.ts';
import {
  loggedIn,
  LOGIN_FAILED,
  setUpGoogle,
  newGooglePerson,
} from '../../../fixtures/api/google/set-up-google.ts';
import { refusalOf } from '../../../fixtures/api/refusal.ts';
import { SESSION_MS } from '../../../../server/accounts/sessions.ts';

const google = setUpGoogle();
const { test } = google;

describe('signing in with Google', () => {
  it('makes an account for somebody new: verified, without a password, named by the address', async () => {
    const person = newGooglePerson();
    const { data, token, message } = loggedIn(
      await google.signIn(person, { wish: { accepts_terms: '1' } }),
    );
    expect(message).toBe('Your account is ready');
    expect(data).toMatchObject({
      username: person.username,
      email: person.email,
      email_verified: true,
      has_password: false,
    });
    const me = await test.call('GET', '/api/user', { token });
    expect(me.body).toMatchObject({ id: data.id });
    const row = await google.rowOf(data.id);
    expect(row).toMatchObject({ passwordHash: null, googleSubject: person.sub });
    expect(row?.termsAcceptedAt).not.toBeNull();
    expect(await test.deps.db.$count(googleLogins)).toBe(0);
  });

  it('signs the same person in again, whatever their address is by now', async () => {
    const person = newGooglePerson();
    const { data } = loggedIn(await google.signIn(person));
    const again = await google.signIn({
      ...person,
      email: 'moved@gmail.test',
      email_verified: false,
    });
    expect(loggedIn(again)).toMatchObject({ data: { id: data.id }, message: 'You are logged in' });
  });

  it('keeps a session as long as the browser asked for', async () => {
    const person = newGooglePerson();
    const lives = async (wish: object) => {
      const { data } = loggedIn(await google.signIn(person, { wish }));
      const rows = await test.deps.db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, data.id))
        .orderBy(sql`${sessions.id} desc`);
      return (rows[0]?.expiresAt.getTime() ?? 0) - test.clock.now();
    };
    expect(await lives({})).toBe(SESSION_MS);
    expect(await lives({ remember: '1' })).toBe(SESSION_REMEMBER_MS);
  });

  it('gives another name where the drawn one is taken', async () => {
    const first = loggedIn(await google.signIn({ ...newGooglePerson(), email: 'twin@one.test' }));
    const second = loggedIn(await google.signIn({ ...newGooglePerson(), email: 'twin@two.test' }));
    expect(first.data.username).toBe('twin');
    expect(second.data.username).toMatch(/^twin_\d{4}$/);
  });

  it('credits the referrer once, by the code of either call', async () => {
    const referrer = await signUp(test);
    const points = async () => (await google.rowOf(referrer.id))?.points ?? 0;
    const before = await points();
    const person = newGooglePerson();
    loggedIn(await google.signIn(person, { wish: { referral_code: referrer.referralCode } }));
    loggedIn(await google.signIn(person, { wish: { referral_code: referrer.referralCode } }));
    expect((await points()) - before).toBe(REFERRAL_SIGNUP_COINS);
    const { url, key } = await google.begin();
    const returned = google.issuer.consent(url, newGooglePerson());
    loggedIn(await google.callBack({ ...returned, key, referral_code: referrer.referralCode }));
    expect((await points()) - before).toBe(2 * REFERRAL_SIGNUP_COINS);
  });

  it('takes work for a new account where many sign up, and none to sign in', async () => {
    const known = newGooglePerson();
    loggedIn(await google.signIn(known));
    const clearAt = new Date(test.clock.now() + 60 * 60_000);
    await test.deps.db
      .update(paces)
      .set({ clearAt })
      .where(sql`${paces.key} like 'register:%'`);
    loggedIn(await google.signIn(known));

    const { url, key } = await google.begin();
    const back = { ...google.issuer.consent(url, newGooglePerson()), key };
    const asked = await google.callBack(back);
    expect(refusalOf(asked)).toEqual([428, 'work_required']);
    const { challenge } = JSON.parse(asked.text) as { challenge: DeviceChallenge };
    const work = JSON.stringify(await solved(challenge));
    // Another sign-in's work is none.
    const other = await google.begin();
    const stranger = { ...google.issuer.consent(other.url, newGooglePerson()), key: other.key };
    expect(refusalOf(await google.callBack({ ...stranger, work }))).toEqual([428, 'work_required']);
    expect(loggedIn(await google.callBack({ ...back, work }))).toMatchObject({
      message: 'Your account is ready',
    });
    expect(refusalOf(await google.callBack({ ...back, work }))).toEqual(LOGIN_FAILED);
  });
});

describe('an account with the same address', () => {
  it('is linked where both have proved it, and its owner is told', async () => {
    const owner = await signUp(test);
    const person = { ...newGooglePerson(), email: owner.email.toUpperCase(), hd: 'goodies.test' };
    expect(loggedIn(await google.signIn(person)).data.id).toBe(owner.id);
    expect((await google.rowOf(owner.id))?.googleSubject).toBe(person.sub);
    const [mail] = await mailsTo(test, owner.email);
    expect(mail?.subject).toBe('You can now log in with Google');
    // The password stays good.
    const body = { email: owner.email, password: PASSWORD };
    expect((await test.call('POST', '/api/login', { body })).status).toBe(200);
  });

  it('is not linked to an address that Google does not give out', async () => {
    const owner = await signUp(test);
    for (const hd of [undefined, '']) {
      const person = { ...newGooglePerson(), email: owner.email, ...(hd !== undefined && { hd }) };
      expect(refusalOf(await google.signIn(person))).toEqual(LOGIN_FAILED);
    }
    expect((await google.rowOf(owner.id))?.googleSubject).toBeNull();
    const atGmail = `owner.${owner.id}@gmail.com`;
    await test.deps.db.update(users).set({ email: atGmail }).where(eq(users.id, owner.id));
    const person = { ...newGooglePerson(), email: atGmail };
    expect(loggedIn(await google.signIn(person)).data.id).toBe(owner.id);
  });

  it('is no longer opened by who has the address that its user has left', async () => {
    const owner = await signUp(test);
    const person = { ...newGooglePerson(), email: owner.email, hd: 'goodies.test' };
    const { token } = loggedIn(await google.signIn(person));
    const body = { email: `left.${owner.email}`, password: PASSWORD };
    const moved = await test.call('PATCH', '/user', { token, body });
    expect(moved.status, moved.text).toBe(200);
    expect((await google.rowOf(owner.id))?.googleSubject).toBeNull();
    expect(loggedIn(await google.signIn(person)).data.id).not.toBe(owner.id);
  });

  it('that proved it while a sign-in waited for work is not linked by that one', async () => {
    loggedIn(await google.signIn(newGooglePerson()));
    const clearAt = new Date(test.clock.now() + 60 * 60_000);
    await test.deps.db
      .update(paces)
      .set({ clearAt })
      .where(sql`${paces.key} like 'register:%'`);
    const person = { ...newGooglePerson(), hd: 'gmail.test' };
    const { url, key } = await google.begin();
    const back = { ...google.issuer.consent(url, person), key };
    const asked = await google.callBack(back);
    expect(refusalOf(asked)).toEqual([428, 'work_required']);
    const { challenge } = JSON.parse(asked.text) as { challenge: DeviceChallenge };
    await test.deps.db.delete(paces);
    const owner = await signUp(test);
    await test.deps.db.update(users).set({ email: person.email }).where(eq(users.id, owner.id));
    const work = JSON.stringify(await solved(challenge));
    expect(refusalOf(await google.callBack({ ...back, work }))).toEqual(LOGIN_FAILED);
    expect(loggedIn(await google.signIn(person)).data.id).toBe(owner.id);
  });

  it('that has not proved it is neither taken over nor takes over', async () => {
    const squatter = await signUp(test, { verified: false });
    const link = await tokenFor(test, squatter.email);
    const { data } = loggedIn(await google.signIn({ ...newGooglePerson(), email: squatter.email }));
    expect(data.id).not.toBe(squatter.id);
    expect(data).toMatchObject({ email: squatter.email, email_verified: true });
    // The squatter's password opens the squatter's account alone, and the address is no longer to be had.
    const login = (name: object) =>
      test.call('POST', '/api/login', { body: { ...name, password: PASSWORD } });
    expect((await login({ email: squatter.email })).body['code']).toBe('invalid_credentials');
    const own = await login({ username: squatter.username });
    expect(own.body['user']).toMatchObject({ id: squatter.id, email_verified: false });
    const verify = { token: squatter.token, body: { token: link } };
    expect((await test.call('POST', '/verify-email', verify)).body['code']).toBe(
      'verification_failed',
    );
    expect((await google.rowOf(squatter.id))?.googleSubject).toBeNull();
  });

  it('is not linked to an address that Google has not verified', async () => {
    const owner = await signUp(test);
    for (const claims of [{ email_verified: false }, { email_verified: 'true' }, {}]) {
      const person = { sub: newGooglePerson().sub, email: owner.email };
      const reply = await google.signIn(person, { tampering: { claims } });
      expect(refusalOf(reply)).toEqual([403, 'google_unverified']);
    }
    expect((await google.rowOf(owner.id))?.googleSubject).toBeNull();
  });

  it("is not linked a second time: an address changes hands, Google's name for its user does not", async () => {
    const person = newGooglePerson();
    const { data } = loggedIn(await google.signIn(person));
    const heir = { ...newGooglePerson(), email: person.email, hd: 'mail.test' };
    expect(refusalOf(await google.signIn(heir))).toEqual(LOGIN_FAILED);
    expect((await google.rowOf(data.id))?.googleSubject).toBe(person.sub);
  });
});

describe('an account without a password', () => {
  let token: string;
  let email: string;
  beforeAll(async () => {
    const person = newGooglePerson();
    email = person.email;
    ({ token } = loggedIn(await google.signIn(person)));
  });

  it('is told so wherever a password is asked for', async () => {
    const asked = [
      ['POST', '/user/password', { current_password: 'x', password: 'another-good-password' }],
      ['POST', '/user/pin', { pin: '246810', password: 'x' }],
      ['PATCH', '/user', { email: 'else@mail.test', password: 'x' }],
      ['DELETE', '/user', { password: 'x' }],
    ] as const;
    for (const [method, path, body] of asked)
      expect(refusalOf(await test.call(method, path, { token, body }))).toEqual([
        409,
        'password_unset',
      ]);
    const login = await test.call('POST', '/api/login', { body: { email, password: 'x' } });
    expect(refusalOf(login)).toEqual([401, 'invalid_credentials']);
  });

  it('gets one by mail, and is deleted with it', async () => {
    await test.call('POST', '/forgot-password', { body: { email } });
    const reset = { token: await tokenFor(test, email), password: PASSWORD };
    expect((await test.call('POST', '/reset-password', { body: reset })).status).toBe(200);
    const login = await test.call('POST', '/api/login', { body: { email, password: PASSWORD } });
    expect(login.body['user']).toMatchObject({ has_password: true });
    const session = String(login.body['token']);
    const remove = { token: session, body: { password: PASSWORD } };
    expect((await test.call('DELETE', '/user', remove)).status).toBe(200);
  });

  it('is new once it was deleted', async () => {
    const deleted = sql`${users.deletedAt} is not null and ${users.googleSubject} is not null`;
    expect(await test.deps.db.$count(users, deleted)).toBe(0);
  });
});
