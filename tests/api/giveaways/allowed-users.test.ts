import { beforeEach, describe, expect, it } from 'vitest';

import type { Reply } from '../../fixtures/api/test-app.ts';
import { guess, openGiveaway, type Giveaway } from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure } from '../../fixtures/api/players.ts';
import type { AllowedUsersAnswer } from '../../../contract/analytics.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi, uche } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  uche: { verified: false },
});
let giveaway: Giveaway;

beforeEach(async () => {
  giveaway = await openGiveaway(test, ada, { is_private: '1' });
});

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  body?: object,
  person: Person | undefined = ada,
): Promise<Reply> =>
  test.call(method, `/vouchers/${giveaway.ulid}/allowed-users`, { token: person?.token, body });

const read = (reply: Reply): AllowedUsersAnswer => {
  expect(reply.status, reply.text).toBe(200);
  return JSON.parse(reply.text) as AllowedUsersAnswer;
};
const namesIn = (reply: Reply): string[] => read(reply).data.map(({ username }) => username);

describe('the allowed users of a private giveaway', () => {
  it('are added by username or proved address, and may guess from then on', async () => {
    expectFailure(await guess(test, kofi, giveaway.ulid, giveaway.code), 403, 'guess_not_allowed');
    const added = read(
      await call('POST', {
        users: [
          `@KOFI_${test.round}`,
          `kofi_${test.round}@goodies.test`,
          ` uche_${test.round} `,
          'nobody_here',
        ],
      }),
    );
    expect(added).toEqual({
      success: true,
      data: [kofi, uche].map(({ userId, username }) => ({
        id: userId,
        username,
        avatar: null,
        added_at: new Date(test.clock.now()).toISOString(),
      })),
      not_found: ['nobody_here'],
    });
    expect(read(await call('GET')).data).toEqual(added.data);
    expect((await guess(test, kofi, giveaway.ulid, giveaway.code)).status).toBe(200);
  });

  it('are not found by an unproved address, nor as the creator', async () => {
    const users = [`uche_${test.round}@goodies.test`, `ada_${test.round}`, 'no-such@goodies.test'];
    expect(read(await call('POST', { users }))).toMatchObject({ data: [], not_found: users });
  });

  it('stay allowed since when they were when added again', async () => {
    const [first] = read(await call('POST', { users: [kofi.username] })).data;
    test.clock.advance(60_000);
    expect(read(await call('POST', { users: [kofi.username] })).data).toEqual([first]);
    const all = await call('POST', { users: [uche.username] });
    expect(namesIn(all)).toEqual([uche.username, kofi.username]);
  });

  it('are removed by their numbers, and may not guess any more', async () => {
    await call('POST', { users: [kofi.username, uche.username] });
    const left = await call('DELETE', { user_ids: [kofi.userId, ada.userId] });
    expect(namesIn(left)).toEqual([uche.username]);
    expectFailure(await guess(test, kofi, giveaway.ulid, giveaway.code), 403, 'guess_not_allowed');
  });

  it("are the creator's alone to see and to change", async () => {
    await call('POST', { users: [kofi.username] });
    const attempts = [
      call('GET', undefined, kofi),
      call('POST', { users: [uche.username] }, kofi),
      call('DELETE', { user_ids: [kofi.userId] }, kofi),
    ];
    for (const reply of await Promise.all(attempts)) expectFailure(reply, 404, 'voucher_not_found');
    expect(namesIn(await call('GET'))).toEqual([kofi.username]);
  });

  it('are not chosen on an open giveaway, nor once it is over', async () => {
    const open = await openGiveaway(test, ada);
    const path = `/vouchers/${open.ulid}/allowed-users`;
    const body = { users: [kofi.username] };
    const refused = await test.call('POST', path, { token: ada.token, body });
    expectFailure(refused, 422, 'private_giveaway_only');
    const list = await test.call('GET', path, { token: ada.token });
    expectFailure(list, 422, 'private_giveaway_only');
    await call('POST', body);
    await guess(test, kofi, giveaway.ulid, giveaway.code);
    expectFailure(await call('POST', { users: [uche.username] }), 409, 'voucher_used');
    expectFailure(await call('DELETE', { user_ids: [kofi.userId] }), 409, 'voucher_used');
  });

  it('are looked up at most 30 times an hour, 200 at once', async () => {
    const tooMany = Array.from({ length: 201 }, (_, index) => `user_${index}`);
    expectFailure(await call('POST', { users: tooMany }), 422, 'validation_failed');
    for (let times = 0; times < 30; times += 1)
      expect((await call('POST', { users: tooMany.slice(0, 200) })).status).toBe(200);
    expectFailure(await call('POST', { users: [kofi.username] }), 429, 'too_many_requests');
    expect(read(await call('GET')).data).toEqual([]);
  });
});
