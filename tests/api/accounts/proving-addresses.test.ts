import { describe, expect, it } from 'vitest';

import { mailsTo, newPerson, PASSWORD, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { EMAIL_TOKEN_MS } from '../../../server/accounts/email-tokens.ts';

const api = setUpApp();

const logIn = (body: object) => api.call('POST', '/api/login', { body });
const me = (token: string) => api.call('GET', '/api/user', { token });

describe('verifying an address', () => {
  it('works once, within a day', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const link = await tokenFor(api, email);
    const verify = () => api.call('POST', '/verify-email', { token, body: { token: link } });
    expect((await verify()).body).toMatchObject({ success: true });
    expect((await me(token)).body).toMatchObject({ email_verified: true });
    expect((await verify()).body).toMatchObject({
      code: 'verification_failed',
      message: 'Failed to verify email',
    });

    const late = await signUp(api, { verified: false });
    const lateLink = await tokenFor(api, late.email);
    api.clock.advance(EMAIL_TOKEN_MS.verify);
    const proof = { token: late.token, body: { token: lateLink } };
    const reply = await api.call('POST', '/verify-email', proof);
    expect(reply.body).toMatchObject({ code: 'verification_failed' });
  });

  it('takes who reads the mail and who has the account: another person’s address stays theirs', async () => {
    const owner = newPerson();
    const reply = await api.call('POST', '/register', {
      body: { ...newPerson(), email: owner.email },
    });
    const squatter = reply.body['token'] as unknown as string;
    const link = await tokenFor(api, owner.email);
    const bystander = await signUp(api);
    // The owner of the address opens the link: signed out, signed in elsewhere, with a session that is over.
    for (const token of [undefined, bystander.token, 'x'.repeat(43)]) {
      const opened = await api.call('POST', '/verify-email', { token, body: { token: link } });
      expect(opened.status).toBe(403);
      expect(opened.body).toMatchObject({ code: 'verification_needs_login' });
    }
    expect((await me(squatter)).body).toMatchObject({ email_verified: false });
    expect((await me(bystander.token)).body).toMatchObject({ email: bystander.email });

    // Signed in anew, on whichever device, it is still good.
    const { username } = (await me(squatter)).body;
    const login = await logIn({ username, password: PASSWORD });
    const token = login.body['token'] as unknown as string;
    const verified = await api.call('POST', '/verify-email', { token, body: { token: link } });
    expect(verified.status).toBe(200);
  });

  it('pays the inviter 50 coins, once and not before', async () => {
    const referrer = await signUp(api);
    const points = async () =>
      (await api.call('GET', '/points', { token: referrer.token })).body['points'];
    const friend = await signUp(api, { verified: false, referralCode: referrer.referralCode });
    expect(await points()).toBe(0);
    await api.call('POST', '/send-verification-code', { body: { email: friend.email } });
    const links = (await mailsTo(api, friend.email)).map(
      (mail) => /\?token=([\w-]+)/.exec(mail.text)?.[1],
    );
    expect(links).toHaveLength(2);
    for (const link of links)
      await api.call('POST', '/verify-email', { token: friend.token, body: { token: link } });
    expect(await points()).toBe(50);
  });

  it('does not take a reset link for a verification link', async () => {
    const { email, token } = await signUp(api, { verified: false });
    await api.call('POST', '/forgot-password', { body: { email } });
    const body = { token: await tokenFor(api, email) };
    expect((await api.call('POST', '/verify-email', { token, body })).status).toBe(422);
  });

  it('says the same of known, unknown and verified addresses', async () => {
    const waiting = await signUp(api, { verified: false });
    const done = await signUp(api);
    const texts = [];
    for (const email of [waiting.email, done.email, 'nobody-here@mail.test']) {
      texts.push((await api.call('POST', '/send-verification-code', { body: { email } })).text);
    }
    expect(new Set(texts).size).toBe(1);
    expect(await mailsTo(api, waiting.email)).toHaveLength(2);
    expect(await mailsTo(api, done.email)).toHaveLength(1);
    expect(await mailsTo(api, 'nobody-here@mail.test')).toHaveLength(0);
  });
});

describe('mails to one address', () => {
  const kinds = ['/send-verification-code', '/forgot-password'] as const;

  it('are three in an hour, of all kinds together, and nobody is told', async () => {
    const owner = await signUp(api, { verified: false });
    const texts = new Map<string, Set<string>>();
    for (const email of [owner.email, owner.email.toUpperCase(), 'nobody-at-home@mail.test'])
      for (const path of kinds) {
        const { text, status } = await api.call('POST', path, { body: { email } });
        expect(status).toBe(200);
        texts.set(path, new Set([...(texts.get(path) ?? []), text]));
      }
    expect([...texts.values()].map(({ size }) => size)).toEqual([1, 1]);
    const late = await api.call('POST', '/register', {
      body: { ...newPerson(), email: owner.email },
    });
    expect(late.status).toBe(201);
    expect(await mailsTo(api, owner.email)).toHaveLength(3);

    api.clock.advance(3_600_000 - 1);
    await api.call('POST', '/forgot-password', { body: { email: owner.email } });
    expect(await mailsTo(api, owner.email)).toHaveLength(3);
    api.clock.advance(1);
    await api.call('POST', '/forgot-password', { body: { email: owner.email } });
    expect(await mailsTo(api, owner.email)).toHaveLength(4);
  });

  it('are counted for an address that is owned, too', async () => {
    const owner = await signUp(api);
    for (let n = 0; n < 4; n += 1)
      await api.call('POST', '/register', { body: { ...newPerson(), email: owner.email } });
    expect(await mailsTo(api, owner.email)).toHaveLength(3);
  });
});
