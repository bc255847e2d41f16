import { expect, it } from 'vitest';

import type { FollowedAnswer, VoucherListAnswer } from '../../../contract/vouchers.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { guess, lotteryFields, openGiveaway, wrongCode } from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { follow } from '../../fixtures/api/notices.ts';
import { read } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi, wanjiru } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n },
  kofi: { region: 'ghana', walletMinor: 10_000_000n },
  wanjiru: { region: 'kenya' },
});

const followedBy = async (person: Person): Promise<string[]> =>
  (await read<FollowedAnswer>(test, '/vouchers/followed', person)).data.map(({ ulid }) => ulid);

it('has the open giveaways that a user guessed on or follows, each once, the newest first', async () => {
  const guessed = await openGiveaway(test, ada);
  const entered = await openGiveaway(test, ada, lotteryFields(test));
  const followed = await openGiveaway(test, ada);
  await openGiveaway(test, ada);
  await guess(test, kofi, guessed.ulid, wrongCode(guessed.code));
  await guess(test, kofi, entered.ulid, wrongCode(entered.code));
  await follow(test, guessed.ulid, kofi);
  await follow(test, followed.ulid, kofi);
  expect(await followedBy(kofi)).toEqual([followed.ulid, entered.ulid, guessed.ulid]);
  expect(await followedBy(wanjiru)).toEqual([]);

  await follow(test, followed.ulid, kofi, 'DELETE');
  expect(await followedBy(kofi)).toEqual([entered.ulid, guessed.ulid]);
});

it('leaves out what is over, and shows no hidden digit', async () => {
  const voucher = await openGiveaway(test, ada);
  await guess(test, kofi, voucher.ulid, wrongCode(voucher.code));
  const { data } = await read<FollowedAnswer>(test, '/vouchers/followed', kofi);
  expect(data).toMatchObject([{ ulid: voucher.ulid, code: null, masked_code: expect.any(String) }]);
  expect(data[0]?.masked_code).toContain('*');
  test.clock.advance(HOUR_MS);
  await guess(test, wanjiru, voucher.ulid, voucher.code);
  expect(await followedBy(kofi)).toEqual([]);
});

it('a list of all currencies but one is the rest of the list', async () => {
  const inNaira = await openGiveaway(test, ada);
  const inCedis = await openGiveaway(test, kofi, { currency: 'GHS' });
  const listed = async (query: string): Promise<string[]> => {
    const path = `/vouchers?sort_by=nearly_open&per_page=100&${query}`;
    const { data } = await read<VoucherListAnswer>(test, path, wanjiru);
    return data.data.map(({ ulid }) => ulid);
  };
  const [own, others] = [await listed('currency=NGN'), await listed('not_currency=NGN')];
  expect(own).toContain(inNaira.ulid);
  expect(others).toContain(inCedis.ulid);
  expect(others).not.toContain(inNaira.ulid);
  expect(new Set([...own, ...others])).toEqual(new Set(await listed('')));
  expect(await listed('currency=NGN&not_currency=NGN')).toEqual([]);
});
