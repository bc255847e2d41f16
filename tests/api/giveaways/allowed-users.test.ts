import { beforeEach, describe, expect, it } from 'vitest';

import type { Reply } from '../../fixtures/api/test-app.ts';
import { guess, openGiveaway, type Giveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure, verifyEmail } from '../../fixtures/api/players.ts';
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
  it('are added by username or address, and may guess from then on', async () => {
    expectFailure(await guess(test, kofi, giveaway.ulid, giveaway.code), 403, 'guess_not_allowed');
    const added = read(
      await call('POST', { users: [`@KOFI_${test.round}`, ` uche_${test.round} `, 'no-body'] }),
    );
    expect(added).toEqual({
      success: true,
      data: [kofi, uche].map(({ username }) => ({
        id: expect.any(Number) as number,
        username,
        avatar: null,
        added_at: new Date(test.clock.now()).toISOString(),
      })),
      not_found: ['no-body'],
    });
    expect(read(await call('GET')).data).toEqual(added.data);
    expect((await guess(test, kofi, giveaway.ulid, giveaway.code)).status).toBe(200);
  });

  it('are found in what was pasted: names and addresses with brackets, commas and invisible signs', async () => {
    const address = `kofi_${test.round}@goodies.test`;
    for (const written of [
      `<${address}>`,
      `${address}\u200B`,
      `${address},`,
      `mailto:${address}`,
    ]) {
      const answer = read(await call('POST', { users: [written, 'ada@goodies'] }));
      expect(answer.data.map(({ username }) => username)).toEqual([address]);
      expect(answer.not_found).toEqual(['ada@goodies']);
    }
    expect((await guess(test, kofi, giveaway.ulid, giveaway.code)).status).toBe(200);
  });

  it('tell nothing of who exists: what nobody has is taken like what somebody has', async () => {
    const names = [kofi.username, 'nobody_here'];
    const addresses = [`kofi_${test.round}@goodies.test`, 'nobody.here@goodies.test'];
    for (const [known, unknown] of [names, addresses] as [string, string][]) {
      const answers = [];
      for (const name of [known, unknown]) {
        const reply = await call('POST', { users: [name] });
        await call('DELETE', { user_ids: read(reply).data.map(({ id }) => id) });
        answers.push(reply.text.replace(name, 'the name').replace(/"id":\d+/, 'its number'));
      }
      expect(answers[0]).toBe(answers[1]);
    }
  });

  it('are the ones who have proved an address, and who sign up with a name later', async () => {
    const { ulid, code } = giveaway;
    const late = `late_${test.round}`;
    await call('POST', { users: [`uche_${test.round}@goodies.test`, late] });
    expectFailure(await guess(test, uche, ulid, code), 403, 'guess_not_allowed');
    await verifyEmail(test, uche);
    const detail = await detailFor(test, uche, ulid);
    expect(detail.can_guess).toBe(true);
    const newcomer = await addPerson(test.deps, late);
    expect((await guess(test, newcomer, ulid, code)).status).toBe(200);
  });

  it('stay allowed under another name, and whoever asks for the one that they left does not get it', async () => {
    const { ulid, code } = giveaway;
    const moving = await addPerson(test.deps, `moving_${test.round}`);
    await call('POST', { users: [moving.username] });
    const renamed = { username: `moved_${test.round}` };
    expect((await test.call('PATCH', '/user', { token: moving.token, body: renamed })).status).toBe(
      200,
    );
    const taken = { username: moving.username };
    const refused = await test.call('PATCH', '/user', { token: kofi.token, body: taken });
    expectFailure(refused, 409, 'username_taken');
    expectFailure(await guess(test, kofi, ulid, code), 403, 'guess_not_allowed');
    expect((await detailFor(test, moving, ulid)).can_guess).toBe(true);
    expect((await guess(test, moving, ulid, code)).status).toBe(200);
  });

  it('are not the creator, who cannot guess', async () => {
    const own = [`@ada_${test.round}`, `ADA_${test.round}@goodies.test`];
    expect(read(await call('POST', { users: own }))).toMatchObject({ data: [], not_found: own });
  });

  it('stay allowed since when they were when added again', async () => {
    const [first] = read(await call('POST', { users: [kofi.username] })).data;
    test.clock.advance(60_000);
    expect(read(await call('POST', { users: [kofi.username] })).data).toEqual([first]);
    const all = await call('POST', { users: [uche.username] });
    expect(namesIn(all)).toEqual([uche.username, kofi.username]);
  });

  it('are removed by their numbers, and may not guess any more', async () => {
    const { data } = read(await call('POST', { users: [kofi.username, uche.username] }));
    const ids = data.filter(({ username }) => username === kofi.username).map(({ id }) => id);
    // The number of a user is nobody's on the list.
    const left = await call('DELETE', { user_ids: [...ids, uche.userId] });
    expect(namesIn(left)).toEqual([uche.username]);
    expectFailure(await guess(test, kofi, giveaway.ulid, giveaway.code), 403, 'guess_not_allowed');
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
    expect(namesIn(await call('GET'))).not.toContain(kofi.username);
  });
});
