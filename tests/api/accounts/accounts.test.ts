import { describe, expect, it } from 'vitest';

import { SESSION_REMEMBER_MS } from '../../../contract/constants.ts';
import { sweep } from '../../../server/accounts/sweep.ts';
import { emailTokens, sessions, users } from '../../../server/db/schema/accounts.ts';
import { mailsTo, newPerson, PASSWORD, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { EMAIL_TOKEN_MS } from '../../../server/accounts/email-tokens.ts';
import { SESSION_MS } from '../../../server/accounts/sessions.ts';

const api = setUpApp({ isEmbedded: true });

const logIn = (body: object) => api.call('POST', '/api/login', { body });
const me = (token: string) => api.call('GET', '/api/user', { token });

describe('signing up', () => {
  it('answers with the user, a session and a verification mail', async () => {
    const person = newPerson();
    const reply = await api.call('POST', '/register', {
      body: { ...person, email: person.email.toUpperCase(), region: 'kenya' },
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      success: true,
      message: 'Verification email sent successfully! Please check your inbox.',
      user: {
        username: person.username,
        email: person.email,
        email_verified: false,
        points: 0,
        is_premium: false,
        region: 'kenya',
        country_code: 'KE',
        hasMerchant: false,
        avatar: null,
      },
    });
    expect(reply.text.replace('"has_password":true', '')).not.toContain('password');
    const user = await me(reply.body['token'] as unknown as string);
    expect(user.body).toMatchObject({ username: person.username });
    const [mail] = await mailsTo(api, person.email);
    expect(mail?.text).toContain('http://localhost:8080/verify-email?token=');
  });

  it('takes the region of the address when none is named, else Nigeria', async () => {
    const plain = await api.call('POST', '/register', { body: newPerson() });
    expect(plain.body).toMatchObject({ user: { region: 'nigeria', country_code: 'NG' } });
  });

  it('refuses a taken username, and says at which field', async () => {
    const { username } = await signUp(api);
    const reply = await api.call('POST', '/register', { body: { ...newPerson(), username } });
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({
      success: false,
      code: 'username_taken',
      errors: { username: ['This username is taken'] },
    });
  });

  it('answers a known address as it answers an unknown one, and tells only its owner', async () => {
    const owner = await signUp(api);
    const stranger = { ...newPerson(), email: owner.email };
    const known = await api.call('POST', '/register', { body: stranger });
    const unknown = await api.call('POST', '/register', { body: newPerson() });
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect(known.body['message']).toBe(unknown.body['message']);
    const [notice] = await mailsTo(api, owner.email);
    expect(notice?.subject).toBe('You already have an account');
    expect(notice?.text).not.toContain('token=');
    // The address stays with its owner, whichever account the password belongs to.
    const login = await logIn({ email: owner.email, password: PASSWORD });
    expect(login.body).toMatchObject({ user: { username: owner.username } });
    await api.call('POST', '/send-verification-code', { body: { email: owner.email } });
    expect((await mailsTo(api, owner.email))[0]).toEqual(notice);
  });

  it('lets the owner of an address take it from a user who only named it', async () => {
    const email = newPerson().email;
    const join = async () => {
      const reply = await api.call('POST', '/register', { body: { ...newPerson(), email } });
      const session = reply.body['token'] as unknown as string;
      return { token: session, body: { token: await tokenFor(api, email) } };
    };
    const [squatter, owner] = [await join(), await join()];
    expect((await api.call('POST', '/verify-email', owner)).status).toBe(200);
    const second = await api.call('POST', '/verify-email', squatter);
    expect(second.body).toMatchObject({ code: 'verification_failed' });
  });

  it.each([
    ['a short password', { password: 'short' }],
    ['an upper-case username', { username: 'Ada' }],
    ['a username with markup', { username: '<b>ada</b>' }],
    ['no address', { email: 'not-an-address' }],
    ['two addresses', { email: 'a@mail.test,b@mail.test' }],
    ['a strange referral code', { referral_code: "' or 1=1" }],
  ])('refuses %s and makes nothing', async (_what, wrong) => {
    const before = await api.deps.db.$count(users);
    const reply = await api.call('POST', '/register', { body: { ...newPerson(), ...wrong } });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ success: false, code: 'validation_failed' });
    expect(Object.keys(reply.body['errors'] ?? {})).toContain(Object.keys(wrong)[0]);
    expect(await api.deps.db.$count(users)).toBe(before);
  });

  it.each(['password1', 'Goodies2026', '12345678'])(
    'refuses %s, which is tried first, and makes nothing',
    async (password) => {
      const before = await api.deps.db.$count(users);
      const reply = await api.call('POST', '/register', { body: { ...newPerson(), password } });
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({
        code: 'password_common',
        errors: { password: [reply.body['message']] },
      });
      expect(await api.deps.db.$count(users)).toBe(before);
    },
  );

  it('refuses a megabyte, bad JSON and other media with 4xx', async () => {
    const huge = await api.call('POST', '/register', {
      body: { ...newPerson(), password: 'x'.repeat(1_048_576) },
    });
    expect(huge.status).toBe(413);
    const json = { 'content-type': 'application/json' };
    const broken = await api.call('POST', '/register', { body: '{"username":', headers: json });
    expect(broken.body).toMatchObject({ code: 'malformed' });
    const xml = await api.call('POST', '/register', {
      body: '<user/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect(xml.status).toBe(415);
  });

  it('refuses an eleventh try with one address in an hour', async () => {
    const { email } = newPerson();
    const tries = [];
    for (let n = 0; n < 11; n += 1) {
      tries.push(await api.call('POST', '/register', { body: { ...newPerson(), email } }));
    }
    expect(tries.map((reply) => reply.status)).toEqual([...Array(10).fill(201), 429]);
    expect(Number(tries.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('logging in', () => {
  it('takes the e-mail or the username, in any case', async () => {
    const { email, username, password } = await signUp(api);
    for (const body of [
      { email },
      { email: email.toUpperCase() },
      { email: username },
      { username },
      // As it is shown.
      { email: `@${username}` },
    ]) {
      const reply = await logIn({ ...body, password });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ success: true, user: { username, email } });
    }
  });

  it('answers a wrong password and an unknown account alike', async () => {
    const { email } = await signUp(api);
    const wrong = await logIn({ email, password: 'not-the-password' });
    const unknown = await logIn({ email: 'nobody@mail.test', password: 'not-the-password' });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toBe(unknown.text);
  });

  it('needs a name', async () => {
    expect((await logIn({ password: PASSWORD })).body['code']).toBe('validation_failed');
  });

  it('forgets failures after a success', async () => {
    const { email, password } = await signUp(api);
    for (let n = 0; n < 30; n += 1) {
      const reply = await logIn({ email, password: n % 9 === 8 ? password : 'wrong-password' });
      expect(reply.status).toBe(n % 9 === 8 ? 200 : 401);
    }
  });

  it('keeps a session for a day, or thirty with remember', async () => {
    const { email, password } = await signUp(api);
    const tokenOf = async (remember: boolean): Promise<string> =>
      (await logIn({ email, password, remember })).body['token'] as unknown as string;
    const [day, month] = [await tokenOf(false), await tokenOf(true)];
    api.clock.advance(SESSION_MS - 1);
    expect((await me(day)).status).toBe(200);
    api.clock.advance(1);
    expect((await me(day)).body).toMatchObject({ code: 'unauthenticated' });
    api.clock.advance(SESSION_REMEMBER_MS - SESSION_MS - 1);
    expect((await me(month)).status).toBe(200);
    api.clock.advance(1);
    expect((await me(month)).status).toBe(401);
  });
});

describe('the session', () => {
  it('ends with log-out, on this device only', async () => {
    const { email, password, token } = await signUp(api);
    const other = (await logIn({ email, password })).body['token'] as unknown as string;
    const reply = await api.call('POST', '/logout', { token });
    expect(reply.body).toMatchObject({ success: true });
    expect((await me(token)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
    expect((await api.call('POST', '/logout', { token })).status).toBe(401);
  });

  it('shows the user, the coins and the subscription, and lets no cache store them', async () => {
    const { token, username } = await signUp(api);
    const user = await api.call('GET', '/user?_t=1700000000000', { token });
    expect(user.body).toMatchObject({ success: true, data: { username, email_verified: true } });
    expect(user.headers['cache-control']).toBe('no-store');
    const points = await api.call('GET', '/points', { token });
    expect(points.body).toEqual({ success: true, points: 0 });
    const plan = await api.call('GET', '/api/subscription/status', { token });
    expect(plan.body).toEqual({
      success: true,
      subscription: { status: 'none', days_remaining: 0, plan: null },
    });
    expect((await api.call('GET', '/user?sort=1', { token })).status).toBe(422);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that works once, and every session ends', async () => {
    const { email, password, token: session } = await signUp(api);
    await api.call('POST', '/forgot-password', { body: { email } });
    await api.call('POST', '/forgot-password', { body: { email: email.toUpperCase() } });
    const [second, first] = (await mailsTo(api, email)).map(
      (mail) => /\?token=([\w-]+)/.exec(mail.text)?.[1],
    );
    const reset = (token: unknown) =>
      api.call('POST', '/reset-password', { body: { token, password: 'another-password' } });
    expect((await reset(second)).body).toMatchObject({ success: true });
    expect((await reset(second)).body).toMatchObject({ code: 'reset_failed' });
    expect((await reset(first)).body).toMatchObject({ code: 'reset_failed' });
    expect((await me(session)).status).toBe(401);
    expect((await logIn({ email, password })).status).toBe(401);
    expect((await logIn({ email, password: 'another-password' })).status).toBe(200);
  });

  it('is not replaced by one that is tried first, and the link stays good', async () => {
    const { email, username } = await signUp(api);
    await api.call('POST', '/forgot-password', { body: { email } });
    const token = await tokenFor(api, email);
    const reset = (password: string) =>
      api.call('POST', '/reset-password', { body: { token, password } });
    for (const password of ['iloveyou', username, `${username}!`])
      expect((await reset(password)).body).toMatchObject({ code: 'password_common' });
    expect((await reset('another-password')).status).toBe(200);
  });

  it('has links that are good for an hour', async () => {
    const { email } = await signUp(api);
    await api.call('POST', '/forgot-password', { body: { email } });
    const token = await tokenFor(api, email);
    api.clock.advance(EMAIL_TOKEN_MS.reset);
    const body = { token, password: 'another-password' };
    expect((await api.call('POST', '/reset-password', { body })).body).toMatchObject({
      code: 'reset_failed',
    });
  });

  it('says the same of known and unknown addresses, and limits both', async () => {
    const { email } = await signUp(api);
    for (const address of [email, 'nobody-there@mail.test']) {
      const replies = [];
      for (let n = 0; n < 6; n += 1) {
        replies.push(await api.call('POST', '/forgot-password', { body: { email: address } }));
      }
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(new Set(replies.slice(0, 5).map((reply) => reply.text)).size).toBe(1);
    }
    expect(await mailsTo(api, 'nobody-there@mail.test')).toHaveLength(0);
  });
});

describe('the nightly sweep', () => {
  it('deletes what has outlived its use and nothing else', async () => {
    const old = await signUp(api);
    api.clock.advance(70 * 86_400_000);
    const fresh = await signUp(api);
    await sweep(api.deps);
    expect(await mailsTo(api, old.email)).toHaveLength(0);
    expect(await mailsTo(api, fresh.email)).toHaveLength(1);
    expect((await me(fresh.token)).status).toBe(200);
    const kept = await api.deps.db.select().from(sessions);
    expect(kept.map((session) => session.userId)).toEqual([fresh.id]);
    expect(await api.deps.db.$count(emailTokens)).toBe(1);
    expect((await logIn({ email: old.email, password: old.password })).status).toBe(200);
  });
});
