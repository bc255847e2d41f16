import { desc } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import type { BalancesAnswer } from '../../../contract/wallet.ts';
import { WRITE_OFF_AFTER_MS } from '../../../server/admin/disputes.ts';
import { dateOf } from '../../../server/clock.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { listBalances } from '../../../server/wallet/list-balances.ts';
import { Admin, MANDATE } from '../../fixtures/api/admin.ts';
import { fillWallet, withoutOut } from '../../fixtures/api/people.ts';
import { balanceOf, read } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const { ada } = setUpPeople(test, { ada: { hasPin: true } });
const admin = new Admin(test);
const topups = new Topups(test);
const withdrawals = new Withdrawals(test);

async function paid(amount = 5000): Promise<string> {
  const reference = await topups.reference(ada, { amount });
  await topups.decide(reference, 'success');
  await topups.verify(ada, reference);
  return reference;
}

const naira = async () =>
  withoutOut((await read<BalancesAnswer>(test, '/wallet/balances', ada)).data.wallets['NGN']);

/** A command that is refused writes nothing down. */
async function expectRefused(words: string, reason: string): Promise<void> {
  const before = await admin.countActions();
  await expect(admin.run(words)).rejects.toThrow(reason);
  expect(await admin.countActions()).toBe(before);
}

describe('a dispute by hand', () => {
  it('is opened, and won, and written down', async () => {
    const reference = await paid();
    await admin.run(`dispute ${reference} opened`);
    expect((await naira())?.held).toMatchObject([{ amount: 5000, until: null }]);
    await expectRefused(`dispute ${reference} opened`, 'known already');
    await expectRefused(`refund ${reference}`, 'once the bank has decided');
    expect(await admin.run(`dispute ${reference} won`)).toEqual([
      `the dispute of ₦5,000 of @${ada.username} is won`,
    ]);
    expect(await naira()).toEqual({ amount: 5000 });
    expect(await admin.lastAction()).toMatchObject({
      ...MANDATE,
      action: 'dispute',
      subject: `payment:${reference}`,
      outcome: `the dispute of ₦5,000 of user ${ada.userId} is won`,
    });
  });

  it('is lost once, and becomes the one that the gateway reports', async () => {
    const reference = await paid();
    await admin.run(`dispute ${reference} opened`);
    const path = `root:/sandbox/dispute/${reference}?outcome`;
    expect((await test.call('POST', `${path}=opened`)).body).toMatchObject({
      data: { outcome: 'known' },
    });
    expect(await admin.run(`dispute ${reference} lost`)).toEqual([
      `the dispute of ₦5,000 of @${ada.username} is lost, taken back are ₦5,000`,
    ]);
    await test.call('POST', `${path}=lost`);
    expect(await naira()).toEqual({ amount: 0 });
    await expectRefused(`dispute ${reference} lost`, 'all of it was returned');
  });

  it('is refused for what is not settled, not disputed or no state', async () => {
    const pending = await topups.reference(ada);
    await expectRefused(`dispute ${pending} lost`, 'is pending, not settled');
    await expectRefused('dispute GDT-NONE lost', 'there is no payment');
    const reference = await paid();
    await expectRefused(`dispute ${reference} won`, 'is not disputed');
    await expectRefused(`dispute ${reference} over`, 'is `opened`, `won` or `lost`');
    await admin.run(`refund ${reference}`);
    await expectRefused(`dispute ${reference} lost`, 'all of it was returned');
  });
});

describe('what is owed', () => {
  it('is written off as far as it is 180 days old, what was paid back counting for the oldest', async () => {
    // A session does not last that long.
    const toppedUp = async (amountMinor: bigint): Promise<string> => {
      const { db } = test.deps;
      await fillWallet(test.deps, ada.userId, 'nigeria', amountMinor);
      const [last] = await db.select().from(payments).orderBy(desc(payments.id)).limit(1);
      return last?.reference ?? '';
    };
    const wallet = async () =>
      withoutOut((await listBalances(test.deps.db, ada.userId, dateOf(test.clock)))['NGN']);
    const old = await toppedUp(500_000n);
    expect((await withdrawals.start(ada, { amount: 4990 })).status).toBe(200);
    await admin.run(`dispute ${old} lost`);
    test.clock.advance(WRITE_OFF_AFTER_MS);
    const words = `write-off ${ada.username} NGN`;
    const younger = await toppedUp(100_000n);
    expect(await wallet()).toEqual({ amount: 0, owed: 4000 });
    await admin.run(`dispute ${younger} lost`);
    expect(await wallet()).toEqual({ amount: 0, owed: 5000 });
    await expectRefused(words, 'owes nothing in NGN that is 180 days old');
    test.clock.advance(1);
    const before = await balanceOf(test, 'losses:NGN');
    expect(await admin.run(words)).toEqual([`₦4,000 that @${ada.username} owed are written off`]);
    expect(await wallet()).toEqual({ amount: 0, owed: 1000 });
    expect(await balanceOf(test, 'losses:NGN')).toBe(before - 400_000n);
    await expectRefused(words, 'owes nothing');
    await expectRefused(`write-off ${ada.username} XXX`, 'a currency is one of');
    await expectRefused('write-off nobody_here NGN', 'there is no user');
  });
});

it('prints a balance sheet of each currency, whose sides are equal', async () => {
  await paid();
  const lines = await admin.run('balance-sheet');
  expect(lines).toContain('NGN');
  for (const part of ['assets', 'owed', 'earned', 'processor paystack', 'wallet'])
    expect(lines.some((line) => line.trim().startsWith(`${part}  `))).toBe(true);
  expect(lines.filter((line) => line.includes('both sides are equal'))).toHaveLength(
    lines.filter((line) => /^[A-Z]{3}$/.test(line)).length,
  );
});
