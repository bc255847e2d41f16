import { describe, expect, it } from 'vitest';

import { VERIFY_CODE_MS, VERIFY_CODE_TRIES } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import {
  codeFor,
  mailsTo,
  newPerson,
  PASSWORD,
  signUp,
  tokenFor,
  wrongCode,
} from '../../fixtures/api/accounts.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const api = setUpApp();

const tryCode = async (token: string | undefined, code: string) =>
  (await api.call('POST', '/verify-email', { token, body: { code } })).body;
const isVerified = async (token: string) =>
  (await api.call('GET', '/api/user', { token })).body['email_verified'];
const over = { code: 'verification_code_over' };

describe('the code in the verification mail', () => {
  it('proves the address, once, and its mail warns', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const code = await codeFor(api, email);
    expect((await mailsTo(api, email))[0]?.text).toContain('Never tell this code to anybody');
    expect(await tryCode(token, code)).toMatchObject({ success: true });
    expect(await isVerified(token)).toBe(true);
    expect(await tryCode(token, code)).toMatchObject(over);
    const link = { token: await tokenFor(api, email) };
    expect((await api.call('POST', '/verify-email', { token, body: link })).status).toBe(422);
  });

  it('is good only in a session of the account that it was sent for', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const code = await codeFor(api, email);
    expect(await tryCode(undefined, code)).toMatchObject({ code: 'unauthenticated' });
    const same = { ...newPerson(), email };
    const other = (await api.call('POST', '/register', { body: same })).body['token'];
    const newer = await codeFor(api, email);
    const bystander = await signUp(api);
    expect(await tryCode(bystander.token, code)).toMatchObject(over);
    if (code !== newer)
      expect(await tryCode(String(other), code)).toMatchObject({
        code: 'verification_code_wrong',
        tries_left: VERIFY_CODE_TRIES - 1,
      });
    expect(await tryCode(token, code)).toMatchObject({ success: true });
  });

  it('takes five tries, and a new mail five more, up to a limit in the hour', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const first = await codeFor(api, email);
    const left = [];
    for (let n = 0; n < VERIFY_CODE_TRIES; n += 1)
      left.push((await tryCode(token, wrongCode(first)))['tries_left']);
    expect(left).toEqual([4, 3, 2, 1, undefined]);
    expect(await tryCode(token, first)).toMatchObject(over);

    const resend = () => api.call('POST', '/send-verification-code', { token, body: { email } });
    await resend();
    const second = await codeFor(api, email);
    if (first !== second)
      expect(await tryCode(token, first)).toMatchObject({ code: 'verification_code_wrong' });
    for (let n = 0; n < 2 * VERIFY_CODE_TRIES; n += 1) await tryCode(token, wrongCode(second));
    expect(await tryCode(token, second)).toMatchObject({ code: 'too_many_requests' });
    api.clock.advance(HOUR_MS);
    await resend();
    const third = await codeFor(api, email);
    expect(await tryCode(token, third)).toMatchObject({ success: true });
  });

  it('is over after half an hour, while the link stays good', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const code = await codeFor(api, email);
    const link = { token: await tokenFor(api, email) };
    api.clock.advance(VERIFY_CODE_MS);
    expect(await tryCode(token, code)).toMatchObject(over);
    expect((await api.call('POST', '/verify-email', { token, body: link })).status).toBe(200);
  });

  it('of an address that was left proves nothing', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const code = await codeFor(api, email);
    const next = newPerson().email;
    const body = { email: next, password: PASSWORD };
    expect((await api.call('PATCH', '/user', { token, body })).status).toBe(200);
    const newer = await codeFor(api, next);
    if (code !== newer)
      expect(await tryCode(token, code)).toMatchObject({ code: 'verification_code_wrong' });
    expect(await tryCode(token, newer)).toMatchObject({ success: true });
    expect(await isVerified(token)).toBe(true);
  });

  it('is not taken beside a token, nor is a body with neither', async () => {
    const { email, token } = await signUp(api, { verified: false });
    const both = { code: await codeFor(api, email), token: await tokenFor(api, email) };
    expect((await api.call('POST', '/verify-email', { token, body: both })).status).toBe(422);
    const neither = await api.call('POST', '/verify-email', { token, body: {} });
    expect(neither.body).toMatchObject({ message: 'No verification token provided' });
    expect(await isVerified(token)).toBe(false);
  });
});
