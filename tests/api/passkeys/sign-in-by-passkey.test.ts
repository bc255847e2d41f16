import { describe, expect, it } from 'vitest';

import type { PasskeyLoginOptionsAnswer } from '../../../contract/accounts/passkeys.ts';
import { PASSKEY_LOGIN_MS } from '../../../contract/constants.ts';
import { setBlockedAt } from '../../../server/accounts/users.ts';
import { dateOf } from '../../../server/clock.ts';
import { givePasskey, proofBy } from '../../fixtures/api/passkeys/give-passkey.ts';
import {
  SoftAuthenticator,
  type Otherwise,
} from '../../fixtures/api/passkeys/soft-authenticator.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: {}, kofi: {} });

const draw = async () => {
  const { text } = await test.call('POST', '/auth/passkey/options', {});
  return (JSON.parse(text) as PasskeyLoginOptionsAnswer).data;
};
const send = (passkey: object) => test.call('POST', '/auth/passkey', { body: { passkey } });
const signIn = async (device: SoftAuthenticator, otherwise?: Otherwise) =>
  send(device.sign(await draw(), otherwise));

describe('signing in with a passkey', () => {
  it('needs no name: the session is that of the passkey’s user', async () => {
    const device = await givePasskey(test.deps, ada);
    await givePasskey(test.deps, kofi);
    const { status, body } = await signIn(device);
    expect(status).toBe(200);
    const me = await test.call('GET', '/api/user', { token: String(body['token']) });
    expect(me.body).toMatchObject({ username: ada.username });
    expect((await signIn(device)).status).toBe(200);
  });

  it('takes a signature once, also of many at the same moment', async () => {
    const device = await givePasskey(test.deps, ada);
    const proof = device.sign(await draw(), { counter: 0 });
    const tries = await Promise.all(Array.from({ length: 4 }, () => send(proof)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusalOf(await send(proof))).toEqual([422, 'passkey_refused']);
  });

  it.each<readonly [string, Otherwise]>([
    ['of another site', { origin: 'https://evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['without a finger or face', { isUnverified: true }],
    ['of an invented challenge', { challenge: 'YWJj' }],
    ['that makes a passkey', { type: 'webauthn.create' }],
  ])('takes no signature %s', async (_, otherwise) => {
    const device = await givePasskey(test.deps, ada);
    expect(refusalOf(await signIn(device, otherwise))).toEqual([422, 'passkey_refused']);
  });

  it('takes no challenge that was altered, has expired or was drawn for money', async () => {
    const device = await givePasskey(test.deps, ada);
    const drawn = await draw();
    const text = Buffer.from(drawn.challenge, 'base64url').toString();
    const longer = text.replace(/_(\w)(\w+)_/, '_z$2_');
    const altered = { challenge: Buffer.from(longer).toString('base64url') };
    expect(refusalOf(await send(device.sign(altered)))).toEqual([422, 'passkey_refused']);
    expect(refusalOf(await send(await proofBy(test.deps, ada, device)))).toEqual([
      422,
      'passkey_refused',
    ]);
    test.clock.advance(PASSKEY_LOGIN_MS);
    expect(refusalOf(await send(device.sign(drawn)))).toEqual([422, 'passkey_refused']);
  });

  it('says of a passkey that is gone that nobody has it, and lets no blocked user in', async () => {
    expect(refusalOf(await signIn(new SoftAuthenticator()))).toEqual([404, 'passkey_unknown']);
    const device = await givePasskey(test.deps, kofi);
    const now = dateOf(test.clock);
    await setBlockedAt(test.deps.db, kofi.userId, now, now);
    expect(refusalOf(await signIn(device))).toEqual([401, 'account_blocked']);
    await setBlockedAt(test.deps.db, kofi.userId, null, now);
  });
});
