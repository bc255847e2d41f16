import { expect, it } from 'vitest';

import type { TopSharersAnswer } from '../../../contract/vouchers/sharing.ts';
import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi, esi, yaw } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  esi: {},
  yaw: {},
});

it('a link that was altered on its way opens the voucher and credits its sharer', async () => {
  const { ulid } = await openGiveaway(test, ada);
  const me = await test.call('GET', '/api/user', { token: kofi.token });
  const code = String(me.body['referral_code']);
  const visits = [
    [esi, `${ulid.toLowerCase()}.`, `${code}.`],
    [yaw, `${ulid}%E2%80%8B`, `${code.toLowerCase()}%26fbclid%3D1`],
  ] as const;
  for (const [{ token }, name, ref] of visits) {
    const path = `/vouchers/${name}?skip_tracking=true&referral_code=${ref}`;
    const reply = await test.call('GET', path, { token });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body['voucher']).toMatchObject({ ulid });
  }
  const sharers = await test.call('GET', `/vouchers/${ulid}/top-sharers`, { token: kofi.token });
  const { own } = JSON.parse(sharers.text) as TopSharersAnswer;
  expect(own).toEqual({ confirmed: 2, pending: 0, refused: [] });
});

it('only looking takes what stands behind a name: a call that changes something does not', async () => {
  const { ulid } = await openGiveaway(test, ada);
  const reply = await test.call('POST', `/vouchers/${ulid}./cancel`, { token: ada.token });
  expect(reply.status, reply.text).toBe(422);
});
