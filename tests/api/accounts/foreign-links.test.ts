import { expect, it } from 'vitest';

import { mailsTo, PASSWORD, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';

const test = setUpApp();
const NEXT = 'another-good-password';

const post = (path: string, body: object, token?: string): Promise<Reply> =>
  test.call('POST', path, { body, token });
const codeOf = ({ body }: Reply): unknown => body['code'];
const mayLogIn = async (username: string, password: string): Promise<boolean> =>
  (await post('/api/login', { username, password })).status === 200;

/** A link that lets its holder choose a password. */
async function askForReset(email: string): Promise<string> {
  await post('/forgot-password', { email });
  expect((await mailsTo(test, email))[0]?.subject).toBe('Choose a new password');
  return tokenFor(test, email);
}
const reset = (token: string): Promise<Reply> => post('/reset-password', { token, password: NEXT });

it('a link to verify an address chooses no password', async () => {
  const { email, username, token } = await signUp(test, { verified: false });
  const link = await tokenFor(test, email);
  expect(codeOf(await reset(link))).toBe('reset_failed');
  expect(await mayLogIn(username, PASSWORD)).toBe(true);
  // It was not used up by that either.
  expect((await post('/verify-email', { token: link }, token)).status).toBe(200);
});

it('a session is no link, and a link no session', async () => {
  const { email, token } = await signUp(test);
  expect(codeOf(await reset(token))).toBe('reset_failed');
  const link = await askForReset(email);
  expect((await test.call('GET', '/api/user', { token: link })).status).toBe(401);
});

it('a link to an address that its account has left chooses no password', async () => {
  const user = await signUp(test);
  const link = await askForReset(user.email);
  const body = { email: `moved_${user.email}`, password: PASSWORD };
  expect((await test.call('PATCH', '/user', { token: user.token, body })).status).toBe(200);
  expect(codeOf(await reset(link))).toBe('reset_failed');
  expect(await mayLogIn(user.username, PASSWORD)).toBe(true);
});

it('a link to an address that its account has left verifies nothing', async () => {
  const user = await signUp(test, { verified: false });
  const link = await tokenFor(test, user.email);
  const body = { email: `moved_${user.email}`, password: PASSWORD };
  await test.call('PATCH', '/user', { token: user.token, body });
  const reply = await post('/verify-email', { token: link }, user.token);
  expect(codeOf(reply)).toBe('verification_failed');
  expect((await test.call('GET', '/api/user', { token: user.token })).body).toMatchObject({
    email_verified: false,
  });
});

it('a link from before a password was changed chooses no other', async () => {
  const user = await signUp(test);
  const link = await askForReset(user.email);
  const body = { current_password: PASSWORD, password: 'the-owners-new-password' };
  expect((await post('/user/password', body, user.token)).status).toBe(200);
  expect(codeOf(await reset(link))).toBe('reset_failed');
  expect(await mayLogIn(user.username, 'the-owners-new-password')).toBe(true);
});

it('a link of an account that was deleted does nothing, also where its address has another', async () => {
  const user = await signUp(test);
  const link = await askForReset(user.email);
  const body = { password: PASSWORD };
  expect((await test.call('DELETE', '/user', { token: user.token, body })).status).toBe(200);
  const heir = { username: `${user.username}_2`, email: user.email, password: PASSWORD };
  expect((await post('/register', heir)).status).toBe(201);
  expect(codeOf(await reset(link))).toBe('reset_failed');
  expect(await mayLogIn(heir.username, PASSWORD)).toBe(true);
});
