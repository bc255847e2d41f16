import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { vouchers } from '../../server/db/schema/vouchers.ts';
import { redeemVoucher } from '../../server/payment-vouchers/redeem-voucher.ts';
import { sendMoney } from '../../server/payment-vouchers/send-money.ts';
import { cancelVoucher } from '../../server/vouchers/by-purpose/end-voucher.ts';
import { addPerson, keyOf, nairaOf, type Person } from '../fixtures/api/people.ts';
import { outcomeOf, tally } from './payment-voucher-scene.ts';
import { setUpScene } from './scene.ts';

const scene = setUpScene();
const MEETINGS = 12;

const sendTo = (from: Person, to: Person, key?: string) =>
  sendMoney(scene.deps, {
    userId: from.userId,
    body: { recipient_username: to.username, amount: 1000, currency: 'NGN' },
    requestKey: key === undefined ? undefined : keyOf(from, key),
  });

const claim = (person: Person, ulid: string) =>
  redeemVoucher(scene.deps, {
    caller: { ...person, sessionId: person.userId },
    address: `of ${person.userId}`,
    body: { voucher_id: ulid },
    requestKey: undefined,
  });

it('one key sent many times at once sends once', async () => {
  const [ada, kofi] = await pair('once');
  const before = await nairaOf(scene.deps, ada);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendTo(ada, kofi, 'send-once-aaaa')),
  );
  expect(new Set(answers.map(({ data }) => data.voucher.ulid)).size).toBe(1);
  expect(await nairaOf(scene.deps, ada)).toBe(before - 1100);
});

it('two people who send to each other at once do not wait for ever', async () => {
  const [ada, kofi] = await pair('mutual');
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      outcomeOf(n % 2 === 0 ? sendTo(ada, kofi) : sendTo(kofi, ada)),
    ),
  );
  expect(tally(outcomes)).toEqual({ done: 20 });
});

it('a claim that meets taking back: exactly one of them happens', async () => {
  const [ada, kofi] = await pair('back');
  for (let n = 0; n < MEETINGS; n += 1) {
    const { data } = await sendTo(ada, kofi);
    const { ulid } = data.voucher;
    const [kept, held] = [await nairaOf(scene.deps, ada), await nairaOf(scene.deps, kofi)];
    const back = () =>
      cancelVoucher(scene.deps, { voucher: ulid, userId: ada.userId, requestKey: undefined });
    const take = () => claim(kofi, ulid);
    await Promise.all(
      (n % 2 === 0 ? [back, take] : [take, back]).map((start) => outcomeOf(start())),
    );
    const [row] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
    expect(['used', 'cancelled']).toContain(row?.status);
    expect([await nairaOf(scene.deps, kofi), await nairaOf(scene.deps, ada)]).toEqual(
      row?.status === 'used' ? [held + 1000, kept] : [held, kept + 1000],
    );
  }
});

const pair = (name: string): Promise<[Person, Person]> =>
  Promise.all([
    addPerson(scene.deps, `ada_${name}`, { walletMinor: 4_000_000n }),
    addPerson(scene.deps, `kofi_${name}`, { walletMinor: 4_000_000n }),
  ]);
