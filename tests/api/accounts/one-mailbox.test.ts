import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import { users } from '../../../server/db/schema/accounts.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { listMails } from '../../../server/notifications/mail/mail-queue.ts';
import { findUserNamed } from '../../../server/admin/record-action.ts';
import { mailsTo, newPerson, PASSWORD, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const api = setUpApp();

beforeEach(async () => {
  await api.deps.db.delete(rateLimits);
});

const logIn = (login: string) =>
  api.call('POST', '/api/login', { body: { email: login, password: PASSWORD } });

/** Other ways to write an address, as they are typed, pasted and meant to deceive. */
const spellings = (email: string): string[] => [
  `<${email}>`,
  `${email}>`,
  `${email},`,
  `mailto:${email}`,
  `Somebody <${email.toUpperCase()}>`,
  `${email}\u00AD`,
  email.replace('@', '\u200B@'),
  email.replace('.', '\u200D.'),
  email.replace('@', '＠'),
];

describe('one mailbox', () => {
  it('is one address at sign-up, however it is written', async () => {
    const owner = await signUp(api);
    for (const email of spellings(owner.email)) {
      const reply = await api.call('POST', '/register', { body: { ...newPerson(), email } });
      expect(reply.status, reply.text).toBe(201);
      expect(reply.body['user'], email).toMatchObject({
        email: owner.email,
        email_verified: false,
      });
    }
    // The bound of mails an hour is the mailbox's, and each tells its owner of the try.
    const mails = await mailsTo(api, owner.email);
    expect(mails).toHaveLength(3);
    expect(mails.filter(({ text }) => text.includes('?token='))).toHaveLength(1);
  });

  it('is the same at log-in, for a new password, and for an administrator', async () => {
    const { email, username, id } = await signUp(api);
    for (const written of spellings(email)) {
      const reply = await logIn(written);
      expect(reply.status, written).toBe(200);
      expect(reply.body['user']).toMatchObject({ username });
      expect(await findUserNamed(api.deps.db, written)).toMatchObject({ id });
    }
    await api.call('POST', '/forgot-password', { body: { email: `Ada <${email}>` } });
    expect((await mailsTo(api, email))[0]?.text).toContain('/forgot-password?token=');
  });

  it('has one bound of tries', async () => {
    const { email } = await signUp(api);
    const forgot = async (written: string) =>
      (await api.call('POST', '/forgot-password', { body: { email: written } })).status;
    const answers = [];
    for (const written of spellings(email)) answers.push(await forgot(written));
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  });

  it('gets the mail again for the signed-in account that names it in another way', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const body = { email: `<${email}>` };
    await api.call('POST', '/send-verification-code', { token, body });
    expect(await mailsTo(api, email)).toHaveLength(2);
    const proof = { token, body: { token: await tokenFor(api, email) } };
    expect((await api.call('POST', '/verify-email', proof)).status).toBe(200);
  });

  it('is no other address where it is only written in another way', async () => {
    const { email, token } = await signUp(api);
    const change = (written: string) =>
      api.call('PATCH', '/user', { token, body: { email: written } });
    for (const written of spellings(email)) {
      const reply = await change(written);
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body['data']).toMatchObject({ email, email_verified: true });
    }
    expect((await change(`<${newPerson().email}>`)).body).toMatchObject({
      errors: { password: ['is required for another address'] },
    });
  });
});

describe('a domain beyond ASCII', () => {
  it('signs up and in with the same text, and with its form in ASCII', async () => {
    const { username } = newPerson();
    const email = `${username}@bücher.test`;
    const ascii = `${username}@xn--bcher-kva.test`;
    const body = { username, email, password: PASSWORD };
    expect((await api.call('POST', '/register', { body })).body['user']).toMatchObject({
      email: ascii,
    });
    for (const written of [email, email.toUpperCase(), ascii, `<${email}>`])
      expect((await logIn(written)).status, written).toBe(200);
  });
});

describe('an account that is older than the one way of writing addresses', () => {
  it.each(['<old@x.test>', 'old@bücher.test', '"old"@x.test'])(
    'signs in with %s as before, and gets its mails',
    async (stored) => {
      const { id, username } = await signUp(api);
      await api.deps.db.update(users).set({ email: stored }).where(eq(users.id, id));
      const reply = await logIn(stored.toUpperCase());
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body['user']).toMatchObject({ username });
      await api.call('POST', '/forgot-password', { body: { email: stored } });
      expect((await listMails(api.deps, stored))[0]?.text).toContain('/forgot-password?token=');
    },
  );
});
